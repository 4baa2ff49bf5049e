import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { cancellationError } from './cancellation-error.ts'
import { encodingFailed, type Ffmpeg, startFfmpeg } from './ffmpeg.ts'

type Pull = IteratorResult<Uint8Array, unknown>

/**
 * Runs one ffmpeg for one answer: `input` goes to its standard input as fast as it reads, its standard output is yielded
 * as it comes. It starts with the first `next()`, together with the first pull on the input, so its start-up
 * hides behind the synthesis; nothing is yielded before the input has given something. The process is gone when
 * the generator is done: at the end, on failure, on abort and when the reader stops.
 * Throws what the input throws, AppError('speech/cancelled') on abort, AppError('encode/failed') when ffmpeg can
 * not start, complains or dies. `args` must hold no text from outside.
 */
export async function* runEncoder(
  ffmpeg: Pick<Ffmpeg, 'path'>,
  args: readonly string[],
  input: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (signal.aborted) throw cancellationError(signal)
  const encoder = await startFfmpeg(ffmpeg.path, args)
  const pieces = input[Symbol.asyncIterator]()
  const stop = new AbortController()
  const halt = (): void => {
    stop.abort()
    encoder.kill()
    encoder.stdout.destroy()
  }
  signal.addEventListener('abort', halt, { once: true })
  if (signal.aborted) halt()
  // A broken pipe means that ffmpeg is gone; `ended` says why.
  encoder.stdin.on('error', () => stop.abort())
  const ended = encoder.ended.finally(() => stop.abort())
  try {
    const first = await unlessAborted(pieces.next(), stop.signal)
    const feeding = feed(first, pieces, encoder.stdin, stop.signal)
    // The loop below then ends, and the failure is thrown after it.
    feeding.catch(encoder.kill)
    for await (const bytes of encoder.stdout) yield bytes
    const problem = await ended
    const isWhole = await feeding
    if (problem !== undefined) throw encodingFailed(problem)
    if (!isWhole) throw encodingFailed('it stopped before the end of the sound')
  } catch (error) {
    throw signal.aborted ? cancellationError(signal) : error
  } finally {
    signal.removeEventListener('abort', halt)
    halt()
    // Not awaited: an input that is deep in its work must not hold back an error or a reader that left.
    pieces.return?.().catch(() => 'whatever it says now, nobody is listening')
    await ended
  }
}

/** Write everything, waiting whenever the pipe is full. False if it was stopped before the end. */
async function feed(
  first: Pull | undefined,
  pieces: AsyncIterator<Uint8Array>,
  stdin: Writable,
  stopped: AbortSignal,
): Promise<boolean> {
  let pull = first
  while (pull !== undefined && !pull.done) {
    if (!stdin.write(pull.value)) await unlessAborted(once(stdin, 'drain'), stopped)
    pull = stopped.aborted ? undefined : await unlessAborted(pieces.next(), stopped)
  }
  if (pull === undefined) return false
  stdin.end()
  return true
}

/** Resolves with the result of `work`, or with undefined on abort. Leaves no listener behind. */
async function unlessAborted<T>(work: Promise<T>, stopped: AbortSignal): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
  const give = (): void => resolve(undefined)
  if (stopped.aborted) give()
  stopped.addEventListener('abort', give, { once: true })
  work.then(resolve, reject)
  return promise.finally(() => stopped.removeEventListener('abort', give))
}
