import { DIACRITICS_LIMITS, type MarkedWord } from '#shared/diacritics.ts'
import { wordContexts } from './contexts.ts'
import type { KnownForm, KnownWords } from './known-words.ts'
import type { MarkScores } from './mark-scores.ts'
import {
  canonical,
  completes,
  hasMarks,
  hasOtherMarks,
  hasTone,
  sameDots,
  sameTones,
  withMarksOf,
} from './marks.ts'
import { type Capital, type NameLexicon, namesAt } from './names.ts'
import { chances } from './softmax.ts'
import { guessMarks, type Likely } from './unknown-words.ts'
import type { Weights } from './weights.ts'
import type { Writing } from './writing.ts'

/** A restored word, without its place. */
export type RestoredWord = Omit<MarkedWord, 'start' | 'end'>

/** A word in its context. */
export interface WordContext {
  /** Words without marks and other signs, and the forms chosen so far. */
  readonly plain: readonly string[]
  readonly chosen: readonly string[]
  readonly at: number
  readonly capital: Capital
  /** Scores of the neural model, where there is one. */
  readonly reading: MarkScores | undefined
  /** Which marks the writer uses. */
  readonly writing: Pick<Writing, 'hasTones' | 'hasDots' | 'lacksDots'>
}

interface Scored {
  readonly form: string
  readonly score: number
}

/** English numerals, which the number reader puts into Yoruba text, and whose letters Yoruba words could have. */
const ENGLISH_NUMERALS = new Set(['one', 'seven', 'nine', 'ten', 'seventeen', 'nineteen', 'and'])
/** Weight of the lexicon's contexts relative to the model. */
const CONTEXT_WEIGHT = 0.3
/** Temperature of both together: with log odds times this, probabilities are calibrated (on held-out lines). */
const CALIBRATION = 0.7
/** Share of words with a single known form that really have it (on held-out lines). */
const SINGLE_FORM_CONFIDENCE = 0.94

/** How sure a form is that a word has in a phrase of the lexicon: no measure, a person's estimate. */
const PHRASE_CONFIDENCE = 0.97

/** Lexicons and weights. */
export interface Lexicons {
  readonly known: KnownWords
  readonly names: NameLexicon
  readonly weights: Weights
}

/** Chooses the form of a word in its context. */
export function decide(
  written: string,
  place: WordContext,
  { known, names, weights }: Lexicons,
): RestoredWord {
  const word = canonical(written)
  const bare = place.plain[place.at] ?? ''
  if (!/^[a-z]+$/.test(bare) || ENGLISH_NUMERALS.has(word) || hasOtherMarks(written))
    return asWritten(written)
  const forms = known(bare)
  const scored = scoredForms(forms, place, weights)
  const { lacksDots } = place.writing
  if (!lacksDots && hasTone(word) && scored.some(({ form }) => form === word))
    return asWritten(written)
  const nameForms = compatibleForms(namesAt(bare, forms, place.capital, names), word, place.writing)
  const compatible = compatibleForms(scored, word, place.writing)
  const likely =
    compatible.length > 0
      ? likelyOf(compatible, scored.length === 1 ? SINGLE_FORM_CONFIDENCE : 1)
      : hasTone(word) && !lacksDots
        ? []
        : (guessMarks(word, bare, weights, place.writing, place.reading?.marks) ?? [])
  const merged = withNames(nameForms, likely)
  return merged.length > 0 ? chosenOf(written, merged, place) : asWritten(written)
}

function likelyOf(forms: readonly Scored[], most: number): readonly Likely[] {
  const [, , every] = chances(forms.map(({ score }) => score))
  return forms.map(({ form }, index) => ({ form, probability: most * (every[index] ?? 0) }))
}

/** Puts names first; other forms share the remaining probability. */
function withNames(nameForms: readonly Likely[], others: readonly Likely[]): readonly Likely[] {
  if (nameForms.length === 0) return others
  const left = 1 - nameForms.reduce((sum, { probability }) => sum + probability, 0)
  return [
    ...nameForms,
    ...others
      .filter(({ form }) => nameForms.every((name) => name.form !== form))
      .map(({ form, probability }) => ({ form, probability: left * probability })),
  ]
}

/** Keeps a word as it is. */
export function asWritten(written: string): RestoredWord {
  return { original: written, restored: written, confidence: 1, alternatives: [], source: 'kept' }
}

/** Applies an override; alternatives keep the probability that they have without it. */
export function asOverridden(decided: RestoredWord, override: string): RestoredWord {
  const restored = withMarksOf(decided.original, override)
  const likely = { form: decided.restored, probability: decided.confidence }
  const alternatives = (decided.source === 'kept' ? [] : [likely, ...decided.alternatives])
    .filter(({ form }) => form !== restored)
    .slice(0, DIACRITICS_LIMITS.alternatives)
  return { ...decided, restored, confidence: 1, alternatives, source: 'user' }
}

/** Takes the form that the word has in a phrase; alternatives keep the order that they have without it. */
export function asInPhrase(decided: RestoredWord, form: string): RestoredWord {
  const { restored, alternatives } = asOverridden(decided, form)
  return {
    ...{ original: decided.original, restored, confidence: PHRASE_CONFIDENCE, source: 'lexicon' },
    alternatives: alternatives.map(({ form, probability }) => ({
      ...{ form, probability: (1 - PHRASE_CONFIDENCE) * probability },
    })),
  }
}

/** Known forms of a word with log odds, by its context in the lexicon, and by the model where there is one. */
function scoredForms(
  known: readonly KnownForm[],
  { plain, chosen, at, reading }: WordContext,
  weights: Weights,
): readonly Scored[] {
  const contexts = known.length > 1 ? wordContexts(plain, chosen, at) : []
  const near = known.map(({ choice }) =>
    contexts.reduce((sum, context) => sum + weights(context, choice), 0),
  )
  if (!reading || reading.forms.length === 0)
    return known.map(({ form, share }, at) => ({ form, score: Math.log(share) + (near[at] ?? 0) }))
  return reading.forms.map(({ form, score }) => {
    const place = known.findIndex((other) => other.form === form)
    return { form, score: CALIBRATION * (score + CONTEXT_WEIGHT * (near[place] ?? 0)) }
  })
}

/**
 * Forms compatible with the marks that are written. Those with the same tones go before those with more, and those with the
 * same under-dots likewise, as far as the writer uses such marks; a word without any, in a text that does not have them
 * throughout, may have all forms.
 */
function compatibleForms<T extends { readonly form: string }>(
  forms: readonly T[],
  word: string,
  { hasTones, hasDots, lacksDots }: WordContext['writing'],
): readonly T[] {
  const prefer = (some: readonly T[], wish: (form: string) => boolean): readonly T[] => {
    const wished = some.filter(({ form }) => wish(form))
    return wished.length > 0 ? wished : some
  }
  const keepsTones = hasTone(word) || (lacksDots && hasTones)
  const keepsDots = !lacksDots && (hasDots || hasMarks(word))
  let compatible: readonly T[] = forms.filter(({ form }) => completes(form, word))
  if (keepsDots) compatible = prefer(compatible, (form) => sameDots(form, word))
  if (keepsTones) compatible = prefer(compatible, (form) => sameTones(form, word))
  return compatible
}

/** The most likely form, in the capitals that were written; of equals the first. */
function chosenOf(
  written: string,
  forms: readonly Likely[],
  { reading }: WordContext,
): RestoredWord {
  const [best, ...others] = forms
    .toSorted((a, b) => b.probability - a.probability)
    .slice(0, 1 + DIACRITICS_LIMITS.alternatives)
    .map(({ form, probability }) => ({ form: withMarksOf(written, form), probability }))
  return {
    original: written,
    restored: best?.form ?? written,
    confidence: best?.probability ?? 1,
    alternatives: others,
    source: reading ? 'model' : 'lexicon',
  }
}
