/**
 * `bytes`, or the reason of `signal` at once, even while the next piece is waited for. Each wait is a promise of its own:
 * one that all were raced against would keep every piece in memory until the end. Throws what `bytes` throws.
 */
export async function* untilAborted(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]()
  let stopWaiting = (_reason: unknown): void => undefined
  const abort = (): void => stopWaiting(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    while (true) {
      signal.throwIfAborted()
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        stopWaiting = reject
        iterator.next().then(resolve, reject)
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // A generator that waits for its next piece ends only after that: it is told, and not waited for.
    if (signal.aborted) iterator.return?.()?.catch(() => undefined)
    else await iterator.return?.()
  }
}
