import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { ReadWord } from '#shared/word-reading.ts'
import type { CloneOrder } from '#speech/engines/cloner.ts'
import type { Analysis } from '#speech/recordings/analyse.ts'
import type { WordReader } from '#speech/speaker.ts'
import { alignWords, type WordAlignment, type WordSegments } from './align-words.ts'
import { IPA_SEGMENTS } from './ipa-segments.ts'
import type { OpenSegmentRecogniser, SegmentScores } from './segment-recogniser.ts'

/** How well a transcript fits a recording. */
export interface TranscriptFit {
  /** Above 0 it does not fit. */
  readonly misfit: number
  /** Where its words lie; undefined where they find no room in the recording. */
  readonly alignment?: WordAlignment
  /** The words of the longest stretch that does not fit, where others do. */
  readonly place?: string
}

/** Tells whether a transcript fits its recording; undefined where that cannot be told. */
export type JudgeTranscript = (
  clip: Analysis,
  order: CloneOrder,
  signal: AbortSignal,
) => Promise<TranscriptFit | undefined>

/** What speaks for and against a transcript. */
interface Evidence {
  /** How unlikely its sounds are, over the same in a wrong order: 1 is chance. */
  readonly whole: number
  /** The same of the half of the recording that fits worse. */
  readonly half: number
  /** Share of its words that are not heard. */
  readonly wrongWords: number
}

/** Shorter transcripts are not judged: chance decides too much. */
const LEAST_SEGMENTS = 12
/** The most that one frame counts, and the mean of a word that is not heard. */
const MOST_DEFICIT = 5
const UNHEARD = 1.2

/**
 * Weights of a logistic regression over recordings of five languages with their transcripts and with seven garbled ones each
 * (models/speech-segments/README.md), and the offset of each language, since the recogniser knows some better than others; Igbo,
 * of which it has heard no recording, has the mildest. 2 % of the right transcripts come out above 0; the offset of English is by 26 recordings of three other
 * speakers of LibriSpeech, of which none does.
 */
const WEIGHTS = { whole: 4.32, half: 3.85, wrongWords: 4.81 }
const OFFSETS: Readonly<Record<LanguageCode, number>> = {
  en: -0.99,
  am: 2.82,
  yo: 3.42,
  pcm: 0.83,
  ha: 1.93,
  ig: -0.99,
}

/** From this ratio to chance on, a word does not fit with its neighbours. */
const WRONG_RATIO = 0.85
/** Fewest words in a row that are named, and the share of all of them from which on the whole transcript is meant. */
const LEAST_STRETCH = 2
const WHOLE_SHARE = 0.75
const MOST_SHOWN = 10

/** A letter of the IPA, or two under a tie, with its marks. */
const PHONE = /(?:\p{L}͡\p{L}|\p{L})[\p{M}\p{Lm}]*/gu

/** The judge of transcripts, by the words as `reader` reads them. */
export function createTranscriptJudge(
  reader: WordReader,
  open: OpenSegmentRecogniser,
): JudgeTranscript {
  return async (clip, { transcript, language }, signal) => {
    const recogniser = await open()
    if (!recogniser) return
    const scores = await recogniser.hear(clip)
    signal.throwIfAborted()
    const words = await readable(
      reader.readWords({ text: transcript, language, dialects: [] }, signal),
    )
    return fitTranscript(scores, wordSegments(words), language)
  }
}

/** The words, or none where a text has nothing to read. */
async function readable(words: Promise<readonly ReadWord[]>): Promise<readonly ReadWord[]> {
  try {
    return await words
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('text/')) return []
    throw error
  }
}

/** The words of a transcript as the recogniser may hear them. */
function wordSegments(words: readonly ReadWord[]): readonly WordSegments[] {
  return words.map(({ text, syllables }) => {
    const phones = syllables.flatMap(({ ipa }) => ipa.match(PHONE) ?? [])
    const timings = phones.map((phone, at) => ({ text: phone, start: at, end: at + 1 }))
    return { text, segments: IPA_SEGMENTS.segmentsOf(timings).map(({ name }) => name) }
  })
}

/**
 * Judges whether a transcript is what a recording says: how much less likely its segments are than the likeliest ones, over
 * the same for its sounds in wrong orders, which allows for the voice and the noise (after Jiang 2005, "Confidence measures for
 * speech recognition"). Undefined where the transcript is too short to tell.
 */
export function fitTranscript(
  scores: SegmentScores,
  transcript: readonly WordSegments[],
  language: LanguageCode,
): TranscriptFit | undefined {
  const count = transcript.reduce((sum, { segments }) => sum + segments.length, 0)
  if (count < LEAST_SEGMENTS) return
  const alignment = alignWords(scores, transcript)
  if (!alignment) return { misfit: Number.POSITIVE_INFINITY }
  const own = alignment.deficits.map(atMost)
  const chance = chanceDeficits(scores, transcript)
  const frames = framesOfWords(alignment, transcript.length)
  const evidence = evidenceOf(own, chance, frames)
  const misfit =
    WEIGHTS.whole * Math.log(evidence.whole) +
    WEIGHTS.half * Math.log(evidence.half) +
    WEIGHTS.wrongWords * evidence.wrongWords +
    OFFSETS[language]
  const stretch = misfit > 0 ? wrongStretch(own, chance, frames) : undefined
  if (!stretch) return { misfit, alignment }
  const [first, last] = stretch
  return { misfit, alignment, place: shortened(transcript.slice(first, last + 1)) }
}

/** The words, without the middle ones of a long row. */
function shortened(words: readonly WordSegments[]): string {
  const texts = words.map(({ text }) => text)
  if (texts.length <= MOST_SHOWN) return texts.join(' ')
  const part = MOST_SHOWN >> 1
  return [...texts.slice(0, part), '…', ...texts.slice(-part)].join(' ')
}

function evidenceOf(
  own: Float64Array,
  chance: Float64Array,
  words: readonly (readonly number[])[],
): Evidence {
  const all = Array.from(own.keys())
  const middle = all.length >> 1
  const halves = [all.slice(0, middle), all.slice(middle)].map((part) => ratio(own, chance, part))
  const unheard = words.filter((frames) => frames.length === 0 || meanOf(own, frames) > UNHEARD)
  return {
    whole: ratio(own, chance, all),
    half: Math.max(...halves),
    wrongWords: unheard.length / words.length,
  }
}

/** Deficits of the same segments in wrong orders: backwards, and with their halves exchanged. */
function chanceDeficits(scores: SegmentScores, transcript: readonly WordSegments[]): Float64Array {
  const middle = transcript.length >> 1
  const backwards = transcript
    .map(({ text, segments }) => ({ text, segments: segments.toReversed() }))
    .reverse()
  const exchanged = [...transcript.slice(middle), ...transcript.slice(0, middle)]
  const all = [backwards, exchanged].flatMap((order) => alignWords(scores, order)?.deficits ?? [])
  return Float64Array.from({ length: scores.frames }, (_, frame) =>
    all.reduce((sum, deficits) => sum + atMost(deficits[frame]!) / all.length, 0),
  )
}

const atMost = (deficit: number): number => Math.min(MOST_DEFICIT, deficit)

/** The frames of each word. */
function framesOfWords({ words }: WordAlignment, count: number): readonly (readonly number[])[] {
  const frames: number[][] = Array.from({ length: count }, () => [])
  for (const [frame, word] of words.entries()) frames[word]?.push(frame)
  return frames
}

/** The longest row of words that, each with its neighbours, fit no better than chance; undefined where nearly all or none are so. */
function wrongStretch(
  own: Float64Array,
  chance: Float64Array,
  words: readonly (readonly number[])[],
): readonly [number, number] | undefined {
  const isWrong = words.map((_, at) => {
    const around = words.slice(Math.max(0, at - 1), at + 2).flat()
    return ratio(own, chance, around) > WRONG_RATIO
  })
  let longest: readonly [number, number] | undefined
  let start = 0
  for (let at = 0; at <= words.length; at++) {
    if (isWrong[at]) continue
    const length = at - start
    if (length >= LEAST_STRETCH && length > (longest ? longest[1] - longest[0] + 1 : 0))
      longest = [start, at - 1]
    start = at + 1
  }
  const length = longest ? longest[1] - longest[0] + 1 : 0
  return length < WHOLE_SHARE * words.length ? longest : undefined
}

/** How unlikely frames are over chance; a little is added so that silence decides nothing. */
function ratio(own: Float64Array, chance: Float64Array, frames: readonly number[]): number {
  return (meanOf(own, frames) + 0.03) / (meanOf(chance, frames) + 0.06)
}

const meanOf = (values: Float64Array, places: readonly number[]): number =>
  places.reduce((sum, place) => sum + values[place]!, 0) / Math.max(1, places.length)
