import { type Evidence, MODEL_RATE, type TranscribedPiece } from '#inference/messages.ts'
import type { PackTranscription, TranscriptionPack } from '#inference/pack-transcription.ts'
import { decodeStream } from '#media/decode-stream.ts'
import type { GetFfmpeg } from '#media/ffmpeg.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { type TranscriptionProvider, transcribeInOrder } from './in-order.ts'
import { type LiveOrder, transcribeLive } from './live.ts'
import { sentencesOf } from './sentences.ts'
import {
  noTranscriber,
  type OnText,
  type SoundFile,
  type Transcriber,
  type Transcript,
  type TranscriptionRequest,
  type TranscriptSegment,
} from './transcriber.ts'

/** The longest recording that is written down; 25 MB of a telephone's mp3 are not much longer. */
const MOST_SECONDS = 8 * 3_600

export interface PackTranscriberDependencies extends PackTranscription {
  readonly getFfmpeg: GetFfmpeg
  /** The command that installs a pack for a language, left out: for any; undefined where the catalog has none. */
  readonly suggest: (language: LanguageCode | undefined) => Promise<string | undefined>
  /** Is told in words when a pack fails and the next one takes over. */
  readonly onTrouble?: ((words: string) => void) | undefined
}

/** Transcribes with the installed packs, from files of any length and from sound as it comes. */
export interface PackTranscriber extends Transcriber {
  /** Whether a pack is installed that writes down this language; left out: any. */
  supports(language: LanguageCode | undefined): Promise<boolean>
  /** Why no pack writes down this language, with what to do. */
  whyNone(language: LanguageCode | undefined): Promise<AppError>
  /**
   * Writes down `sound` (blocks of 16 kHz mono) as it comes. Where a pack fails, the next one goes on after the last piece that
   * was finished. Throws AppError('transcribe/unavailable') where no pack can, and what `ModelProcesses.transcribe` throws of the
   * last one.
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
  onTrouble = () => undefined,
  suggest,
}: PackTranscriberDependencies): PackTranscriber {
  /** The best one first. */
  const packsFor = async (
    language: LanguageCode | undefined,
  ): Promise<readonly TranscriptionPack[]> => {
    const packs = (await store.installed())
      .filter(({ task }) => task === 'transcription')
      // Who has installed a larger one beside another wants it.
      .toSorted((a, b) => b.memoryMegabytes - a.memoryMegabytes)
    if (language) return packs.filter(({ languages }) => languages.includes(language))
    // A language that is not named is most likely among those of the pack that knows most.
    return packs.toSorted((a, b) => b.languages.length - a.languages.length)
  }
  const whyNone: PackTranscriber['whyNone'] = async (language) => {
    const found = (await store.unusable()).find(
      ({ task, languages }) =>
        task === 'transcription' && (language === undefined || languages.includes(language)),
    )
    if (!found) return noTranscriber(language, await suggest(language))
    return new AppError('transcribe/unavailable', found.problem.message, found.problem)
  }
  return {
    whyNone,
    supports: async (language) => (await packsFor(language)).length > 0,
    async *live(sound, order, signal) {
      const packs = await packsFor(order.language)
      if (packs.length === 0) throw await whyNone(order.language)
      yield* transcribeLive({ models, packs, onTrouble }, sound, order, signal)
    },
    async transcribe(recording, request, ...rest) {
      const packs = await packsFor(request.language)
      if (packs.length === 0) throw await whyNone(request.language)
      const providers = packs.map(
        (pack): TranscriptionProvider => ({
          name: pack.name,
          supports: async () => true,
          transcribe: (...order) => transcribeWith(pack, ...order),
        }),
      )
      return transcribeInOrder(providers, onTrouble).transcribe(recording, request, ...rest)
    },
  }

  async function transcribeWith(
    { id }: TranscriptionPack,
    { path }: SoundFile,
    request: TranscriptionRequest,
    signal: AbortSignal,
    onText: OnText | undefined,
  ): Promise<Transcript> {
    const { language, specialWords, expected } = request
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
    const words = heard.pieces.flatMap(wordsOf)
    return {
      text: heard.text,
      segments: segmentsOf(words, request),
      words,
      language: language ?? heard.language,
      provider: `pack ${id}`,
      seconds: samples / MODEL_RATE,
      evidence: heard.evidence,
    }
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

function wordsOf({ words, speechProbability }: Piece): readonly TranscriptSegment[] {
  const noSpeechProbability = 1 - speechProbability
  return words.map(({ averageLogProbability, ...word }) => ({
    ...word,
    certainty: { averageLogProbability, noSpeechProbability },
  }))
}

function segmentsOf(words: readonly TranscriptSegment[], { timestamp }: TranscriptionRequest) {
  if (timestamp === 'none') return undefined
  return timestamp === 'word' ? words : sentencesOf(words)
}
