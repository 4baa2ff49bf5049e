import { keepSound } from '#inference/kept-sound.ts'
import { laterPiece } from '#inference/later-piece.ts'
import { MODEL_RATE, type TranscribedPiece } from '#inference/messages.ts'
import type { PackTranscription, TranscriptionPack } from '#inference/pack-transcription.ts'
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
  const kept = keepSound(sound)
  /** The first sample that is in no finished piece. */
  let from = 0
  const heardBy = async function* (id: string): AsyncGenerator<TranscribedPiece> {
    const seconds = from / MODEL_RATE
    const found = models.transcribe(id, kept.from(from), options, signal, onQueued)
    for await (const { kind, piece } of found) {
      const placed = laterPiece(piece, seconds)
      if (kind === 'piece') from = Math.round(placed.end * MODEL_RATE)
      kept.forget(from)
      yield { kind, piece: placed }
    }
  }
  for (const [at, pack] of packs.entries())
    try {
      yield* heardBy(pack.id)
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
