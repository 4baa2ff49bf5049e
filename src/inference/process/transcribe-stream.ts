import { MODEL_RATE, type TranscriptPiece } from '#inference/messages.ts'
import type { Heard, ScoreText } from '#inference/runtimes/runtime.ts'
import type { SoundInbox } from '#inference/sound-inbox.ts'
import { createPieceCutter, type SpeechPiece } from '#inference/voice-activity/pieces.ts'
import type { VoiceDetector } from '#inference/voice-activity/silero.ts'

/** Recognises one piece of speech. */
export type Hear = (samples: Float32Array) => Promise<Heard>

interface StreamOptions {
  readonly hear: Hear
  readonly detector: VoiceDetector
  readonly mostSeconds: number
  readonly isLive: boolean
}

export interface Found {
  readonly kind: 'partial' | 'piece'
  readonly piece: TranscriptPiece
  readonly scoreOf: ScoreText | undefined
}

/** New speech after which an unfinished piece is told again, in samples. */
const PARTIAL_EVERY = 0.8 * MODEL_RATE
/** Sound that is looked at in one go, in samples, so that other jobs and messages come in between. */
const BLOCK = MODEL_RATE
/** A piece is no longer than this, whatever the model takes, in seconds. */
const MOST_SECONDS = 28

/**
 * Finds speech in sound as it comes and writes down every piece of it; with `isLive`, also what a piece that goes on
 * says so far, unless more sound is waiting already.
 */
export async function* transcribeStream(
  sound: SoundInbox,
  { hear, detector, mostSeconds, isLive }: StreamOptions,
): AsyncGenerator<Found> {
  const cutter = createPieceCutter(detector, Math.min(mostSeconds, MOST_SECONDS))
  async function* written(
    kind: Found['kind'],
    piece: SpeechPiece | undefined,
  ): AsyncGenerator<Found> {
    const heard = piece && (await hear(piece.samples))
    if (heard && heard.text !== '')
      yield { kind, piece: placed(piece, heard), scoreOf: heard.scoreOf }
  }
  let told = 0
  for await (const samples of sound) {
    for (const block of blocksOf(samples))
      for (const piece of await cutter.add(block)) yield* written('piece', piece)
    const { open } = cutter
    if (!isLive || !open || !sound.isEmpty) continue
    const end = open.first + open.samples.length
    if (end - Math.max(told, open.first) < PARTIAL_EVERY) continue
    told = end
    yield* written('partial', open)
  }
  yield* written('piece', await cutter.end())
}

function* blocksOf(samples: Float32Array): Generator<Float32Array> {
  for (let at = 0; at < samples.length; at += BLOCK) yield samples.subarray(at, at + BLOCK)
}

function placed({ first, samples, speechProbability }: SpeechPiece, heard: Heard): TranscriptPiece {
  const from = first / MODEL_RATE
  const rounded = (seconds: number): number => Math.round((from + seconds) * 1_000) / 1_000
  const { text, language, averageLogProbability } = heard
  return {
    ...{ text, language, averageLogProbability, speechProbability },
    words: heard.words.map((word) => ({
      ...word,
      start: rounded(word.start),
      end: rounded(word.end),
    })),
    start: rounded(heard.words[0]?.start ?? 0),
    end: rounded(heard.words.at(-1)?.end ?? samples.length / MODEL_RATE),
  }
}
