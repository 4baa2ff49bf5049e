import type { LanguageCode } from '#shared/languages/languages.ts'
import type { PartKind } from './sentence-parts.ts'

/** How a stretch differs from the same words in a plain statement. */
export interface Contour {
  /** Semitones over the whole stretch. */
  readonly lift?: number
  /** Semitones that are reached at the end of its last syllable. */
  readonly end?: number
  /** Factor on the movement of the pitch. */
  readonly range?: number
  /** Factor on the pace: below 1 is slower. */
  readonly pace?: number
}

/** What has a contour: parts of a sentence, and its own kind and place. */
export type ContourKind =
  | PartKind
  /** A question for yes or no: all of it, its last word, and its last syllable; and any other question, all of it. */
  | 'question'
  | 'questionWord'
  | 'questionEnd'
  | 'otherQuestion'
  | 'exclamation'
  /** The first sentence of a paragraph, whose lift wears off, and the last word of the last one. */
  | 'opening'
  | 'closing'
  /** The start of a piece that goes on with a sentence; its lift wears off. */
  | 'continued'

type Contours = Readonly<Record<ContourKind, Contour>>

/*
 * The one place of all sizes. docs/intonation.md says which were learned from recordings, which the literature gives, and how they sound.
 */
const STRESS: Contours = {
  item: { end: 1 },
  choice: { end: 4 },
  focus: { lift: 3, range: 1.2, pace: 0.86 },
  contrast: { lift: 3, range: 1.15, pace: 0.86 },
  afterFocus: { lift: -2.5, range: 0.6 },
  asked: { lift: 2 },
  beforeTag: { end: -1.5 },
  aside: { lift: -2, range: 0.8, pace: 1.12 },
  quoted: { lift: 1.6, range: 1.1, pace: 0.95 },
  question: {},
  questionWord: {},
  questionEnd: { lift: 1.5, end: 4 },
  otherQuestion: {},
  exclamation: { lift: 1.8, range: 1.25 },
  opening: { lift: 2.2 },
  closing: { lift: -1, end: -1, pace: 0.85 },
  continued: { lift: -1 },
}

/** Registers and length, by which the distances between neighbouring tones stay. */
const TONES: Contours = {
  ...STRESS,
  item: { lift: 1.6 },
  choice: { lift: 2.6, end: 1 },
  focus: { lift: 1, pace: 0.84 },
  contrast: { lift: 1.5, pace: 0.84 },
  afterFocus: {},
  asked: { lift: 1.2 },
  beforeTag: { lift: -0.8 },
  aside: { lift: -1.8, pace: 1.12 },
  quoted: { lift: 1.9, pace: 0.95 },
  question: { lift: 0.6 },
  questionWord: { lift: 0.4 },
  questionEnd: { lift: 0.6 },
  otherQuestion: { lift: 0.6 },
  exclamation: { lift: 2.2, range: 1.2 },
  closing: { lift: -1.2, pace: 0.85 },
}

const CONTOURS: Partial<Record<LanguageCode, Partial<Contours>>> = {
  am: { contrast: { lift: 3, range: 1.1, pace: 0.85 }, afterFocus: { lift: -1 } },
  ha: {
    item: { lift: 0.8 },
    focus: { lift: 2, pace: 0.88 },
    contrast: { lift: 2.2, pace: 0.86 },
  },
  pcm: {
    item: { lift: 1.2 },
    focus: { lift: 2, pace: 0.9 },
    contrast: { lift: 2.5, pace: 0.86 },
    afterFocus: { lift: -0.5 },
    quoted: { lift: 0.8, pace: 0.85 },
  },
  yo: { item: { lift: 2.2 } },
}

/** The contours of a language, one of each kind. */
export function contoursOf(language: LanguageCode, hasTones: boolean): Contours {
  return { ...(hasTones ? TONES : STRESS), ...CONTOURS[language] }
}

/** The rise at the end of a question in an engine that makes its melody itself, over a fall of four to six semitones. */
export const OWN_QUESTION_RISE = 6
/** However many contours meet, a stretch is no further above or below its place in a statement. */
export const MOST_LIFT = 3.5
/** Syllables over which the lift of an opening wears off. */
export const WEARS_OFF = 12
