import type { SpokenChunk } from '#shared/audio.ts'
import { isCustomVoiceId } from '#shared/custom-voices.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { EngineVoice } from '#speech/engines/engine.ts'
import { systemVoice, systemVoices } from '#speech/engines/registry.ts'
import { codeOf, languageFor } from '#speech/languages/registry.ts'
import type { Resume, Speaker, SpeakOrder } from '#speech/speaker.ts'
import type { PackVoices } from './pack-voices.ts'

/** A built-in voice speaks, because the model of the one that was asked for has failed. */
export interface VoiceFallback {
  /** The id of the voice that speaks. */
  readonly voice: string
  /** What has failed, and who speaks instead, in words. */
  readonly detail: string
}

/** Is told before the first sound of the other voice. */
export type OnVoiceFallback = (fallback: VoiceFallback) => void

/** A speaker whose voices of packs a built-in voice can stand in for. */
export interface FallbackSpeaker {
  /**
   * As `Speaker`. With `onFallback`, a built-in voice speaks the text where the model fails before anything was heard: never
   * without somebody who is told, and never in the middle of a text.
   */
  speak(
    order: SpeakOrder,
    signal: AbortSignal,
    resume?: Resume,
    onFallback?: OnVoiceFallback,
  ): AsyncGenerator<SpokenChunk>
}

/**
 * A speaker that says in words what is wrong with a voice of a pack: which pack to install, or, where its model has stopped,
 * which built-in voice can speak the text instead.
 */
export function withPackVoices(
  speaker: Speaker,
  voices: Pick<PackVoices, 'missing'>,
): FallbackSpeaker {
  const missing = ({ voice, custom }: SpeakOrder): string | undefined =>
    custom ? undefined : voices.missing(voice)
  const spoken: Speaker['speak'] = async function* (order, ...rest) {
    const why = missing(order)
    if (why !== undefined) throw new AppError('voice/not-found', why)
    yield* speaker.speak(order, ...rest)
  }
  return {
    async *speak(order, signal, resume, onFallback) {
      let isHeard = resume !== undefined
      try {
        for await (const chunk of spoken(order, signal, resume)) {
          isHeard ||= chunk.samples.length > 0
          yield chunk
        }
      } catch (error) {
        const mayHelp = isOfModel(order, error) || missing(order) !== undefined
        if (signal.aborted || !mayHelp) throw error
        const voice = replaced(order, error, isHeard ? undefined : onFallback)
        yield* speaker.speak({ ...order, voice }, signal)
      }
    },
  }
}

/**
 * A text and the voice that really speaks it. Where `onFallback` may be told of another one, this answers with the first sound.
 * Throws what `speak` throws before it.
 */
export async function spokenBy(
  speaker: FallbackSpeaker,
  order: SpeakOrder,
  signal: AbortSignal,
  onFallback: OnVoiceFallback | undefined,
): Promise<{ readonly voice: string; readonly chunks: AsyncGenerator<SpokenChunk> }> {
  let voice = order.voice
  const tell: OnVoiceFallback | undefined =
    onFallback &&
    ((fallback) => {
      voice = fallback.voice
      onFallback(fallback)
    })
  const spoken = speaker.speak(order, signal, undefined, tell)
  // Nobody else waits: an encoder takes as long to start as the first sound takes to be made.
  const mayChange = tell && !isOurs(order.voice)
  const chunks = mayChange ? await untilFirstSound(spoken) : spoken
  return { voice, chunks }
}

/** A built-in voice, or one of somebody's own: nothing stands in for these. */
function isOurs(voice: string): boolean {
  const known = systemVoice(voice)
  return known ? !known.pack : isCustomVoiceId(voice)
}

async function untilFirstSound(
  chunks: AsyncGenerator<SpokenChunk>,
): Promise<AsyncGenerator<SpokenChunk>> {
  const read: SpokenChunk[] = []
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    read.push(next.value)
    if (next.value.samples.length > 0) break
  }
  return (async function* () {
    try {
      yield* read
      yield* chunks
    } finally {
      await chunks.return(undefined)
    }
  })()
}

/** Failures of a model and of what it runs in, which another voice does not have. */
const OF_MODELS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['model/failed', 'model/busy', 'speech/failed'] as const),
  ...(['pack/not-installed', 'pack/damaged', 'pack/licence', 'pack/busy'] as const),
])

function isOfModel({ voice, custom }: SpeakOrder, error: unknown): boolean {
  if (custom || !systemVoice(voice)?.pack) return false
  return error instanceof AppError && OF_MODELS.has(error.code)
}

/** The built-in voice that is most like the one that was asked for, as far as this is known: its language and its gender. */
function otherVoice(order: SpeakOrder): EngineVoice {
  const asked = systemVoice(order.voice)
  const language = codeOf(order.language ?? '') ?? asked?.language ?? 'en'
  const builtIn = systemVoices().filter((voice) => !voice.pack && voice.language === language)
  const { defaultVoice } = languageFor(language)
  const alike = builtIn.filter(({ gender }) => asked === undefined || gender === asked.gender)
  const other = alike.find(({ id }) => id === defaultVoice) ?? alike[0] ?? systemVoice(defaultVoice)
  if (!other) throw new Error(`No voice speaks ${language}.`)
  return other
}

/** The voice that stands in, once `tell` has been told of it. Without `tell`, throws the error with the advice to choose that one. */
function replaced(order: SpeakOrder, error: unknown, tell: OnVoiceFallback | undefined): string {
  const { id, name } = otherVoice(order)
  const why = error instanceof Error ? error.message : String(error)
  if (tell) {
    tell({ voice: id, detail: `${why} ${name}, a built-in voice, speaks instead.` })
    return id
  }
  if (!(error instanceof AppError) || error.code === 'voice/not-found') throw error
  throw new AppError(error.code, `${why} ${name}, a built-in voice, can speak this text.`, error)
}
