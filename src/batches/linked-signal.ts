/**
 * A signal that is aborted with any of `signals`, until `unlink`. `AbortSignal.any` would keep everything that ever listened to it
 * for as long as the longest of them lives, which is that of the program.
 */
export function linkedTo(...signals: readonly AbortSignal[]): {
  readonly signal: AbortSignal
  unlink(): void
} {
  const own = new AbortController()
  const links = signals.map((signal) => {
    const abort = (): void => own.abort(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    return () => signal.removeEventListener('abort', abort)
  })
  return {
    signal: own.signal,
    unlink: () => {
      for (const unlink of links) unlink()
    },
  }
}
