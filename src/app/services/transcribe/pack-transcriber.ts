import { type Evidence, MODEL_RATE } from '#inference/messages.ts'
import type { ModelProcesses, TranscribedPiece } from '#inference/model-process.ts'
import type { InstalledPack, PackSource } from '#inference/pack.ts'
import { decodeStream } from '#media/decode-stream.ts'
import type { GetFfmpeg } from '#media/ffmpeg.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { sentencesOf } from './sentences.ts'
import {
  noTranscriber,
  type OnText,
  type Transcriber,
  type TranscriptionRequest,
} from './transcriber.ts'

/** The longest recording that is written down; 25 MB of a telephone's mp3 are not much longer. */
const MOST_SECONDS = 8 * 3_600

export interface PackTranscriberDependencies {
  readonly models: Pick<ModelProcesses, 'transcribe'>
  readonly store: Pick<PackSource, 'installed'>
  readonly getFfmpeg: GetFfmpeg
}

/** Sound that is still being said. */
export interface LiveOrder {
  readonly language: LanguageCode | undefined
  readonly specialWords: readonly string[]
}

/** Transcribes with the installed packs, from files of any length and from sound as it comes. */
export interface PackTranscriber extends Transcriber {
  /** Whether a pack is installed that writes down this language; left out: any. */
  supports(language: LanguageCode | undefined): Promise<boolean>
  /**
   * Writes down `sound` (blocks of 16 kHz mono) as it comes. Throws AppError('transcribe/unavailable') where no pack can,
   * and what `ModelProcesses.transcribe` throws.
   */
  live(
    sound: AsyncIterable<Float32Array>,
    order: LiveOrder,
    signal: AbortSignal,
  ): AsyncGenerator<TranscribedPiece>
}

export function createPackTranscriber({
  models,
  store,
  getFfmpeg,
}: PackTranscriberDependencies): PackTranscriber {
  const packFor = async (
    language: LanguageCode | undefined,
  ): Promise<InstalledPack | undefined> => {
    const packs = (await store.installed()).filter(({ task }) => task === 'transcription')
    if (language) return packs.find(({ languages }) => languages.includes(language))
    // A language that is not named is most likely among those of the pack that knows most.
    return packs.toSorted((a, b) => b.languages.length - a.languages.length)[0]
  }
  const requirePack = async (language: LanguageCode | undefined): Promise<InstalledPack> => {
    const pack = await packFor(language)
    if (!pack) throw noTranscriber(language)
    return pack
  }
  return {
    supports: async (language) => (await packFor(language)) !== undefined,
    async *live(sound, { language, specialWords }, signal) {
      const { id } = await requirePack(language)
      yield* models.transcribe(id, sound, { language, specialWords, isLive: true }, signal)
    },
    async transcribe({ path }, request, signal, onText) {
      const { language, specialWords, expected } = request
      const { id } = await requirePack(language)
      let samples = 0
      async function* counted(): AsyncGenerator<Float32Array> {
        const options = { rate: MODEL_RATE, mostSeconds: MOST_SECONDS }
        for await (const block of decodeStream(path, getFfmpeg, options, signal)) {
          samples += block.length
          yield block
        }
      }
      const order = { language, specialWords, expected }
      const heard = await collected(models.transcribe(id, counted(), order, signal), onText)
      const words = heard.pieces.flatMap((piece) => piece.words)
      return {
        text: heard.text,
        segments: segmentsOf(words, request),
        words,
        language: language ?? heard.language,
        provider: `pack ${id}`,
        seconds: samples / MODEL_RATE,
        evidence: heard.evidence,
      }
    },
  }
}

type Piece = TranscribedPiece['piece']

async function collected(
  found: AsyncGenerator<TranscribedPiece, Evidence | undefined>,
  onText: OnText | undefined,
) {
  const pieces: Piece[] = []
  for (;;) {
    const next = await found.next()
    if (next.done) {
      const text = pieces.map((piece) => piece.text).join(' ')
      return { pieces, text, language: mostSaid(pieces), evidence: next.value }
    }
    const { piece } = next.value
    onText?.(pieces.length === 0 ? piece.text : ` ${piece.text}`, piece.end)
    pieces.push(piece)
  }
}

/** The language in which most is said, by letters. */
function mostSaid(pieces: readonly Piece[]): LanguageCode | undefined {
  const letters = new Map<LanguageCode, number>()
  for (const { language, text } of pieces)
    if (language) letters.set(language, (letters.get(language) ?? 0) + text.length)
  return [...letters].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}

function segmentsOf(words: Piece['words'], { timestamp }: TranscriptionRequest) {
  if (timestamp === 'none') return undefined
  return timestamp === 'word' ? words : sentencesOf(words)
}
