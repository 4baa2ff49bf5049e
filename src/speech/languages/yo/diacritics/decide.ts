import { DIACRITICS_LIMITS, type MarkedWord } from '#shared/diacritics.ts'
import { wordContexts } from './contexts.ts'
import type { KnownForm, KnownWords } from './known-words.ts'
import {
  canonical,
  completes,
  hasMarks,
  hasOtherMarks,
  hasTone,
  sameDots,
  withMarksOf,
} from './marks.ts'
import { type Capital, type Names, namesAt } from './names.ts'
import type { Reading } from './reading.ts'
import { chances } from './softmax.ts'
import { guessMarks, type Likely } from './unknown-words.ts'
import type { Weights } from './weights.ts'

/** A word after restoration, wherever it stands. */
export type RestoredWord = Omit<MarkedWord, 'start' | 'end'>

/** A word among the others. */
export interface Place {
  /** The bare words and other signs, and the forms chosen so far. */
  readonly plain: readonly string[]
  readonly chosen: readonly string[]
  readonly at: number
  readonly capital: Capital
  /** What the model makes of it, where there is one. */
  readonly reading: Reading | undefined
}

interface Scored {
  readonly form: string
  readonly score: number
}

/** English figures, which a reader of numbers puts into Yoruba text, and whose letters Yoruba words could have. */
const FIGURES = new Set(['one', 'seven', 'nine', 'ten', 'seventeen', 'nineteen', 'and'])
/** How much the neighbours in the lexicon say beside the model. */
const NEIGHBOURS = 0.5
/** Both together are surer than they are right: log odds times this come true as often as they say (on held-out lines). */
const CAUTION = 0.7
/** How often the form of a word comes true of which no text had another (on held-out lines). */
const ONLY_FORM = 0.94

/** What is known before the text is. */
export interface Lexicons {
  readonly known: KnownWords
  readonly names: Names
  readonly weights: Weights
}

/** The word that is written at a place, with its marks. */
export function decide(
  written: string,
  place: Place,
  { known, names, weights }: Lexicons,
): RestoredWord {
  const word = canonical(written)
  const bare = place.plain[place.at] ?? ''
  if (!/^[a-z]+$/.test(bare) || FIGURES.has(word) || hasOtherMarks(written))
    return asWritten(written)
  const forms = known(bare)
  const all = scoredForms(forms, place, weights)
  if (hasTone(word) && all.some(({ form }) => form === word)) return asWritten(written)
  const named = possible(namesAt(bare, forms, place.capital, names), word)
  const fitting = possible(all, word)
  const likely =
    fitting.length > 0
      ? likelyOf(fitting, all.length === 1 ? ONLY_FORM : 1)
      : hasTone(word)
        ? []
        : (guessMarks(word, bare, weights, place.reading?.marks) ?? [])
  const either = withNames(named, likely)
  return either.length > 0 ? chosenOf(written, either, place) : asWritten(written)
}

function likelyOf(forms: readonly Scored[], most: number): readonly Likely[] {
  const [, , every] = chances(forms.map(({ score }) => score))
  return forms.map(({ form }, index) => ({ form, probability: most * (every[index] ?? 0) }))
}

/** Names first; what else the word may be shares the rest. */
function withNames(named: readonly Likely[], others: readonly Likely[]): readonly Likely[] {
  if (named.length === 0) return others
  const left = 1 - named.reduce((sum, { probability }) => sum + probability, 0)
  return [
    ...named,
    ...others
      .filter(({ form }) => named.every((name) => name.form !== form))
      .map(({ form, probability }) => ({ form, probability: left * probability })),
  ]
}

/** A word that stays as it is. */
export function asWritten(written: string): RestoredWord {
  return { original: written, restored: written, confidence: 1, alternatives: [], source: 'kept' }
}

/** A word as a person wants it; what else it may be is as likely as it was without the wish. */
export function asWished(decided: RestoredWord, wish: string): RestoredWord {
  const restored = withMarksOf(decided.original, wish)
  const likely = { form: decided.restored, probability: decided.confidence }
  const alternatives = (decided.source === 'kept' ? [] : [likely, ...decided.alternatives])
    .filter(({ form }) => form !== restored)
    .slice(0, DIACRITICS_LIMITS.alternatives)
  return { ...decided, restored, confidence: 1, alternatives, source: 'user' }
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
function possible<T extends { readonly form: string }>(
  forms: readonly T[],
  word: string,
): readonly T[] {
  if (!hasMarks(word)) return forms
  const fitting = forms.filter(({ form }) => completes(form, word))
  const exact = fitting.filter(({ form }) => sameDots(form, word))
  return exact.length > 0 ? exact : fitting
}

/** The likeliest of some forms, in the capitals that were written; of equals the first. */
function chosenOf(written: string, forms: readonly Likely[], { reading }: Place): RestoredWord {
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
