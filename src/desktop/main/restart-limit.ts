const WINDOW_MS = 60_000
const LIMIT = 3

/** Creates a limiter of three restarts a minute; a process that crashes more often will not recover by itself. */
export function restartLimit(): (nowMs: number) => boolean {
  let recent: readonly number[] = []
  return (nowMs) => {
    recent = [...recent.filter((at) => nowMs - at < WINDOW_MS), nowMs]
    return recent.length <= LIMIT
  }
}
