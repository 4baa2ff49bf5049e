import type { LanguageCode } from '#shared/languages/languages.ts'
import type { PitchTarget, Sentence, Word } from '#speech/utterance.ts'
import {
  type ContourKind,
  contoursOf,
  MOST_LIFT,
  OWN_QUESTION_RISE,
  WEARS_OFF,
} from './contours.ts'
import { sentenceParts } from './sentence-parts.ts'

type Lift = readonly [start: number, end: number]

/** What the kind, the place and the parts of a sentence add to its melody and timing. */
export interface Intonation {
  /** Semitones at the start and the end of every syllable. */
  readonly lifts: readonly Lift[]
  /** The same for an engine that makes its own melody, in which lists and questions rise already, or by `ownRise`. */
  readonly ownLifts: readonly Lift[]
  /** Factor on the movement of the pitch, and on the pace, of every word. */
  readonly ranges: readonly number[]
  readonly paces: readonly number[]
  /** Rise at the end in an engine that makes its own melody. */
  readonly ownRise: number
}

/** The intonation of a sentence that is read as a statement otherwise. */
export function intonationOf(sentence: Sentence): Intonation {
  const { words, end, inParagraph, isContinued } = sentence
  const { parts, asking } = sentenceParts(sentence)
  const all = { from: 0, to: words.length }
  const last = { from: words.length - 1, to: words.length }
  const drawing = createDrawing(words)
  for (const { kind, ...part } of parts) drawing.add(kind, part)
  if (asking === 'yes-no') {
    drawing.add('question', all)
    drawing.add('questionWord', last)
    drawing.addToEnd('questionEnd')
  } else if (asking !== undefined) drawing.add('otherQuestion', all)
  if (end === 'exclamation') drawing.add('exclamation', all)
  if (inParagraph === 'first') drawing.addToStart('opening')
  if (inParagraph === 'last') drawing.add('closing', last)
  if (isContinued) drawing.addToStart('continued')
  return { ...drawing.drawn, ownRise: asking === 'yes-no' ? OWN_QUESTION_RISE : 0 }
}

/**
 * The sentence as the model of prosody is to read it: a question that does not rise as a statement, since the model has heard too few
 * questions to tell them apart.
 */
export function withoutFallingQuestion(sentence: Sentence): Sentence {
  if (sentence.end !== 'question') return sentence
  const { asking } = sentenceParts(sentence)
  return asking === 'yes-no' ? sentence : { ...sentence, end: 'statement' }
}

/** Pitch targets with the movement and the lifts of an intonation. */
export function withRanges(
  targets: readonly PitchTarget[],
  { words }: Sentence,
  { ranges }: Intonation,
): readonly PitchTarget[] {
  const bySyllable = words.flatMap(({ syllables }, word) => syllables.map(() => ranges[word] ?? 1))
  return targets.map((target) => ({
    ...target,
    semitones: target.semitones * (bySyllable[target.syllable] ?? 1),
  }))
}

export function withLifts(
  targets: readonly PitchTarget[],
  { lifts }: Intonation,
): readonly PitchTarget[] {
  return targets.map((target) => {
    const [start, end] = lifts[target.syllable] ?? [0, 0]
    return { ...target, semitones: target.semitones + start + (end - start) * target.part }
  })
}

/** What an engine's own melody has by itself. */
const OWN: ReadonlySet<ContourKind> = new Set([
  ...(['item', 'question', 'questionWord', 'questionEnd', 'otherQuestion'] as const),
])

interface Stretch {
  readonly from: number
  readonly to: number
}

/** Adds up contours over the words of a sentence. */
function createDrawing(words: readonly Word[]) {
  const contours = contoursOf(mainLanguage(words), hasTones(words))
  const starts: number[] = []
  let count = 0
  for (const { syllables } of words) {
    starts.push(count)
    count += syllables.length
  }
  starts.push(count)
  const lifts = Array.from({ length: count }, (): [number, number] => [0, 0])
  const ownLifts = Array.from({ length: count }, (): [number, number] => [0, 0])
  const ranges = words.map(() => 1)
  const paces = words.map(() => 1)
  const lift = (kind: ContourKind, syllable: number, start: number, end = start): void => {
    for (const all of OWN.has(kind) ? [lifts] : [lifts, ownLifts]) {
      const own = all[syllable]
      if (!own) continue
      own[0] = added(own[0], start)
      own[1] = added(own[1], end)
    }
  }
  return {
    drawn: { lifts, ownLifts, ranges, paces },
    add(kind: ContourKind, { from, to }: Stretch): void {
      const { lift: height = 0, end = 0, range = 1, pace = 1 } = contours[kind]
      const [first = 0, after = 0] = [starts[from], starts[to]]
      for (let syllable = first; syllable < after; syllable++) lift(kind, syllable, height)
      lift(kind, after - 1, end / 2, end)
      for (let word = from; word < to; word++) {
        ranges[word]! *= range
        paces[word]! *= pace
      }
    },
    /** The last syllable has its whole height, the one before it the lift. */
    addToEnd(kind: ContourKind): void {
      const { lift: height = 0, end } = contours[kind]
      if (end !== undefined) lift(kind, count - 2, height)
      lift(kind, count - 1, end ?? height)
    },
    /** Wears off in so many syllables. */
    addToStart(kind: ContourKind): void {
      const { lift: height = 0 } = contours[kind]
      const at = (syllable: number): number => height * (1 - syllable / WEARS_OFF)
      for (let syllable = 0; syllable < Math.min(count, WEARS_OFF); syllable++)
        lift(kind, syllable, at(syllable), at(syllable + 1))
    },
  }
}

/** A contour that asks for more by itself gets it. */
function added(before: number, semitones: number): number {
  const most = Math.max(MOST_LIFT, Math.abs(semitones), Math.abs(before))
  return Math.min(most, Math.max(-most, before + semitones))
}

/** The language of most words. */
function mainLanguage(words: readonly Word[]): LanguageCode {
  const counts = new Map<LanguageCode, number>()
  for (const { language } of words) counts.set(language, (counts.get(language) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 'en'
}

function hasTones(words: readonly Word[]): boolean {
  return words.some(({ syllables }) => syllables.some(({ tone }) => tone))
}
