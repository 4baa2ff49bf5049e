import { wordContexts } from './contexts.ts'
import type { KnownForm, KnownWords } from './known-words.ts'
import { canonical, completes, hasMarks, hasTone, sameDots, withMarksOf } from './marks.ts'
import type { Reading } from './reading.ts'
import { chances } from './softmax.ts'
import { guessMarks } from './unknown-words.ts'
import type { Weights } from './weights.ts'

/** A word after restoration. */
export interface RestoredWord {
  /** As it was written, and with its marks. */
  readonly written: string
  readonly form: string
  /** How sure the form is, between 0 and 1; 1 where nothing was to be decided. */
  readonly confidence: number
  /** Up to five other forms it may have, the likeliest first, in small letters. */
  readonly alternatives: readonly { readonly form: string; readonly confidence: number }[]
}

/** A word among the others. */
export interface Place {
  /** The bare words and other signs, and the forms chosen so far. */
  readonly plain: readonly string[]
  readonly chosen: readonly string[]
  readonly at: number
  /** What the model makes of it, where there is one. */
  readonly reading: Reading | undefined
}

interface Scored {
  readonly form: string
  readonly score: number
}

/** English figures, which a reader of numbers puts into Yoruba text, and whose letters Yoruba words could have. */
const FIGURES = new Set(['one', 'seven', 'nine', 'ten', 'seventeen', 'nineteen', 'and'])
const MOST_ALTERNATIVES = 5
/** How much the neighbours in the lexicon say beside the model. */
const NEIGHBOURS = 0.5
/** Both together are surer than they are right: log odds times this come true as often as they say (measured). */
const CAUTION = 0.7

/** The word that is written at a place, with its marks. */
export function decide(
  written: string,
  place: Place,
  { known, weights }: { readonly known: KnownWords; readonly weights: Weights },
): RestoredWord {
  const word = canonical(written)
  const bare = place.plain[place.at] ?? ''
  if (!/^[a-z]+$/.test(bare) || FIGURES.has(word)) return asWritten(written)
  const all = scoredForms(known(bare), place, weights)
  if (hasTone(word) && all.some(({ form }) => form === word)) return asWritten(written)
  const forms = possible(all, word)
  if (forms.length === 0) {
    if (hasTone(word)) return asWritten(written)
    const guess = guessMarks(word, bare, weights, place.reading?.marks)
    return { ...asWritten(written), ...guess, form: withMarksOf(written, guess.form) }
  }
  const [best, confidence, every] = chances(forms.map(({ score }) => score))
  const form = withMarksOf(written, forms[best]?.form ?? word)
  return { written, form, confidence, alternatives: alternativesTo(best, forms, every) }
}

/** A word that stays as it is. */
export function asWritten(written: string): RestoredWord {
  return { written, form: written, confidence: 1, alternatives: [] }
}

/** The forms that a bare word has, with log odds: by its neighbours in the lexicon, and by the model where there is one. */
function scoredForms(
  known: readonly KnownForm[],
  { plain, chosen, at, reading }: Place,
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
    return { form, score: CAUTION * (score + NEIGHBOURS * (near[place] ?? 0)) }
  })
}

/** The forms that a word may have: all where it has no mark, else those that have its marks, with its dots if any do. */
function possible(forms: readonly Scored[], word: string): readonly Scored[] {
  if (!hasMarks(word)) return forms
  const fitting = forms.filter(({ form }) => completes(form, word))
  const exact = fitting.filter(({ form }) => sameDots(form, word))
  return exact.length > 0 ? exact : fitting
}

function alternativesTo(
  best: number,
  forms: readonly Scored[],
  confidences: readonly number[],
): RestoredWord['alternatives'] {
  return forms
    .map(({ form }, index) => ({ form, confidence: confidences[index] ?? 0 }))
    .filter((_, index) => index !== best)
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, MOST_ALTERNATIVES)
}
