import type { TranscribedPiece } from '#inference/messages.ts'
import type { PackTranscription, TranscriptionPack } from '#inference/pack-transcription.ts'
import { resumableTranscription } from '#inference/resumable-transcription.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { isOfPack } from './transcriber.ts'

/** Sound that is still being said. */
export interface LiveOrder {
  readonly language: LanguageCode | undefined
  readonly specialWords: readonly string[]
  /** Is told the place in the queue where the sound has to wait, 1 for the next one, and 0 once its turn has come. */
  readonly onQueued?: ((place: number) => void) | undefined
  /** Is told when a pack has failed and another one goes on. */
  readonly onTakeover?: ((takeover: Takeover) => void) | undefined
}

/** Another pack goes on where one has failed. */
export interface Takeover {
  /** Who writes down from now on: "pack ID". */
  readonly provider: string
  /** What has failed, and who goes on, in words. */
  readonly detail: string
}

interface LivePacks {
  readonly models: PackTranscription['models']
  /** At least one, the best one first. */
  readonly packs: readonly Pick<TranscriptionPack, 'id' | 'name'>[]
  /** Is told in words when a pack fails and the next one goes on. */
  readonly onTrouble?: ((words: string) => void) | undefined
}

/**
 * Writes down `sound` (blocks of 16 kHz mono) as it comes. Where a pack fails, the next one goes on after the last piece that was
 * finished. Throws what `ModelProcesses.transcribe` throws of the last one, and the signal's reason.
 */
export async function* transcribeLive(
  { models, packs, onTrouble }: LivePacks,
  sound: AsyncIterable<Float32Array>,
  order: LiveOrder,
  signal: AbortSignal,
): AsyncGenerator<TranscribedPiece> {
  const { language, specialWords, onQueued } = order
  const options = { language, specialWords, isLive: true }
  const resume = resumableTranscription(sound)
  for (const [at, pack] of packs.entries())
    try {
      yield* resume((rest) => models.transcribe(pack.id, rest, options, signal, onQueued))
      return
    } catch (error) {
      signal.throwIfAborted()
      const next = packs[at + 1]
      if (!next || !isOfPack(error)) throw error
      const detail = `Transcription by ${pack.name} failed. ${error.message} ${next.name} goes on.`
      order.onTakeover?.({ provider: `pack ${next.id}`, detail })
      onTrouble?.(detail)
    }
}
