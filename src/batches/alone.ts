/** Runs work, either beside other work or alone; returns what it does. */
export type Alone = <T>(isAlone: boolean, work: () => Promise<T>) => Promise<T>

/** Lets work that is to be alone wait until all other work has ended, and the next work wait for it. */
export function createAlone(): Alone {
  let last: Promise<unknown> = Promise.resolve()
  let running = new Set<Promise<unknown>>()
  return async (isAlone, work) => {
    if (!isAlone) {
      const before = last
      const own = before.then(work)
      track(running, own)
      return own
    }
    const before = [last, ...running]
    running = new Set()
    const own = Promise.allSettled(before).then(work)
    last = own.catch(() => undefined)
    return own
  }
}

function track(running: Set<Promise<unknown>>, own: Promise<unknown>): void {
  const settled: Promise<unknown> = own.then(
    () => running.delete(settled),
    () => running.delete(settled),
  )
  running.add(settled)
}
