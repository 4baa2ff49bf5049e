const WINDOW_MS = 60_000
const LIMIT = 3

/** Allows three restarts a minute: what dies more often than that will not get better by itself. */
export function restartLimit(): (nowMs: number) => boolean {
  let recent: readonly number[] = []
  return (nowMs) => {
    recent = [...recent.filter((at) => nowMs - at < WINDOW_MS), nowMs]
    return recent.length <= LIMIT
  }
}
