/** Runs work on a clip when all that was asked of the same clip before is over. */
export type TakeClipTurn = <T>(id: string, work: () => Promise<T>) => Promise<T>

/** One step after the other for each clip, in the order they were asked for. */
export function createClipTurns(): TakeClipTurn {
  const last = new Map<string, Promise<unknown>>()
  return (id, work) => {
    const turn = (last.get(id) ?? Promise.resolve()).then(work)
    const over = turn
      .catch(() => undefined)
      .then(() => {
        if (last.get(id) === over) last.delete(id)
      })
    last.set(id, over)
    return turn
  }
}
