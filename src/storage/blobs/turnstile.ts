/** Lets in a few at a time, in the order in which they came. */
export interface Turnstile {
  /** Resolves with the way out, to be called once. Throws why `signal` was aborted before. */
  enter(signal: AbortSignal): Promise<() => void>
}

/** A turnstile that lets `most` in. */
export function createTurnstile(most: number): Turnstile {
  let inside = 0
  const waiting = new Set<() => void>()
  const leave = (): void => {
    const [next] = waiting
    if (!next) {
      inside--
      return
    }
    waiting.delete(next)
    next()
  }
  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (inside < most) inside++
      else
        await new Promise<void>((resolve, reject) => {
          const giveUp = (): void => {
            waiting.delete(goOn)
            reject(signal.reason)
          }
          const goOn = (): void => {
            signal.removeEventListener('abort', giveUp)
            resolve()
          }
          waiting.add(goOn)
          signal.addEventListener('abort', giveUp, { once: true })
        })
      return leave
    },
  }
}
