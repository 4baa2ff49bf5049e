import { toSamples } from '#media/pcm.ts'
import type { Handlers } from '#shared/api.ts'
import type { RecordingCheck } from '#shared/clips.ts'
import { AppError } from '#shared/errors.ts'
import type { Inspector } from '#speech/recordings/inspector.ts'
import type { Clips } from '#storage/clips/clips.ts'
import { cutPcm } from '#storage/clips/cut.ts'

/** Advice about noise removal, from measurements: see clean-noise.ts. */
const WORDS = {
  toClean: 'If you cannot, take the noise out.',
  notToClean: 'Cleaning may have taken the voice for noise: try without it.',
} as const

type ClipMethod = Extract<keyof Handlers, `clips.${string}`>

/**
 * The contract's part about recordings of which no voice has been made yet, for one window. `close` leaves what was
 * recorded for others to use, as far as it came.
 */
export function clipHandlers(
  clips: Clips,
  inspector: Inspector,
): { readonly handlers: Pick<Handlers, ClipMethod>; close(): void } {
  const closed = new AbortController()
  const own = new Set<string>()
  let newest = new AbortController()
  return {
    close() {
      for (const clipId of own) clips.release(clipId)
      const gone = new AppError('speech/cancelled', 'Stopped.')
      closed.abort(gone)
      newest.abort(gone)
    },
    handlers: {
      'clips.begin': async ({ clipId, ...input }) => {
        await clips.begin(clipId, input)
        own.add(clipId)
        if (closed.signal.aborted) clips.release(clipId)
        return {}
      },
      'clips.append': async ({ clipId, position, bytes }) => {
        await clips.append(clipId, position, bytes)
        return {}
      },
      'clips.finish': ({ clipId }) => clips.finish(clipId, closed.signal),
      'clips.list': async () => [...(await clips.list())],
      'clips.sound': async ({ clipId, cleaned }) => ({
        pcm: await clips.sound(clipId, cleaned, closed.signal),
      }),
      'clips.check': async ({ clipId, cut }) => {
        newest.abort(new AppError('speech/cancelled', 'A newer check has begun.'))
        newest = new AbortController()
        const { signal } = newest
        const pcm = cutPcm(await clips.sound(clipId, cut.cleaned, closed.signal), cut)
        signal.throwIfAborted()
        const checks = await inspector.inspect(toSamples(pcm), signal)
        return checks.map((check) => withCleaning(check, cut.cleaned))
      },
      'clips.discard': async ({ clipId }) => {
        await clips.discard(clipId)
        return {}
      },
    },
  }
}

/** Says with a check that is not good whether cleaning the recording would mend it, or has spoilt it. */
function withCleaning(check: RecordingCheck, cleaned: boolean): RecordingCheck {
  const { kind, state, words } = check
  if (cleaned && state === 'refused' && (kind === 'level' || kind === 'speech'))
    return { ...check, words: `${words} ${WORDS.notToClean}` }
  if (!cleaned && state !== 'good' && kind === 'noise')
    return { ...check, words: `${words} ${WORDS.toClean}` }
  return check
}
