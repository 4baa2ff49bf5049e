import { join } from 'node:path'
import { wordContexts } from './contexts.ts'
import { type KnownForm, type KnownWords, readKnownWords } from './known-words.ts'
import { canonical, completes, hasMarks, hasTone, plainOf, sameDots, withMarksOf } from './marks.ts'
import { chances } from './softmax.ts'
import { signsOf, type Token, tokensOf } from './tokens.ts'
import { guessMarks } from './unknown-words.ts'
import { wantsMarks } from './unmarked-words.ts'
import { readWeights, type Weights } from './weights.ts'

/** A word after restoration. */
export interface RestoredWord {
  /** As it was written, and with its marks. */
  readonly written: string
  readonly form: string
  /** How sure the form is, between 0 and 1; 1 where nothing was to be decided. */
  readonly confidence: number
  /** Other forms it may have, the likeliest first, in small letters. */
  readonly alternatives: readonly { readonly form: string; readonly confidence: number }[]
}

/** Puts the tone marks and under-dots on Yoruba that is written without them. */
export interface Diacritizer {
  /**
   * The same text, marked. Give it a sentence or more: neighbours decide between forms. Nothing but marks changes; marks
   * that are written stay, and in a text that is marked throughout a word without tone is taken to be on mid tone.
   */
  restore(text: string): Promise<string>
  /** Its words one by one, with how sure each is. */
  words(text: string): Promise<readonly RestoredWord[]>
}

export interface DiacritizerParts {
  /** The folder `resources/lexicons`; its files are read with the first text. */
  readonly lexiconFolder: string
}

interface Models {
  readonly known: KnownWords
  readonly weights: Weights
}

/** English figures, which a reader of numbers puts into Yoruba text, and whose letters Yoruba words could have. */
const FIGURES = new Set(['one', 'seven', 'nine', 'ten', 'seventeen', 'nineteen', 'and'])
const MOST_ALTERNATIVES = 4

/**
 * A diacritizer that has learned from marked Yoruba which forms a word has and which neighbours each keeps. Errors of
 * unreadable lexicons reach the caller of `restore` and `words`. Linear in the length of the text.
 */
export function createDiacritizer({ lexiconFolder }: DiacritizerParts): Diacritizer {
  let opened: Promise<Models> | undefined
  const models = (): Promise<Models> => {
    opened ??= openModels(lexiconFolder)
    return opened
  }
  return {
    async restore(text) {
      const tokens = tokensOf(text)
      const words = restoreWords(tokens, await models())
      let next = 0
      return tokens.map((token) => (token.isWord ? words[next++]?.form : token.text)).join('')
    },
    words: async (text) => restoreWords(tokensOf(text), await models()),
  }
}

async function openModels(folder: string): Promise<Models> {
  const [known, weights] = await Promise.all([
    readKnownWords(join(folder, 'yo-marked-words.tsv')),
    readWeights(join(folder, 'yo-marked-contexts.bin')),
  ])
  return { known, weights }
}

function restoreWords(tokens: readonly Token[], models: Models): readonly RestoredWord[] {
  const words = tokens.filter(({ isWord }) => isWord)
  const wants = wantsMarks(
    words.map(({ text }) => text),
    models.known,
  )
  const { signs, positions } = signsOf(tokens, ({ text }) => canonical(text))
  const plain = signs.map(plainOf)
  const chosen = [...signs]
  return words.map(({ text }, index) => {
    if (!wants(text)) return asWritten(text)
    const at = positions[index] ?? 0
    const restored = restoreWord(text, plain, chosen, at, models)
    chosen[at] = canonical(restored.form)
    return restored
  })
}

function asWritten(written: string): RestoredWord {
  return { written, form: written, confidence: 1, alternatives: [] }
}

function restoreWord(
  written: string,
  plain: readonly string[],
  chosen: readonly string[],
  at: number,
  { known, weights }: Models,
): RestoredWord {
  const word = canonical(written)
  const bare = plain[at] ?? ''
  if (!/^[a-z]+$/.test(bare) || FIGURES.has(word)) return asWritten(written)
  const all = known(bare)
  if (hasTone(word) && all.some(({ form }) => form === word)) return asWritten(written)
  const forms = possible(all, word)
  if (forms.length === 0) {
    if (hasTone(word)) return asWritten(written)
    const guess = guessMarks(word, bare, weights)
    return { ...asWritten(written), ...guess, form: withMarksOf(written, guess.form) }
  }
  const contexts = all.length > 1 ? wordContexts(plain, chosen, at) : []
  const scores = forms.map(({ share, choice }) =>
    contexts.reduce((sum, context) => sum + weights(context, choice), Math.log(share)),
  )
  const [best, confidence, every] = chances(scores)
  const form = withMarksOf(written, forms[best]?.form ?? word)
  return { written, form, confidence, alternatives: alternativesTo(best, forms, every) }
}

/** The forms that a word may have: all where it has no mark, else those that have its marks, with its dots if any do. */
function possible(forms: readonly KnownForm[], word: string): readonly KnownForm[] {
  if (!hasMarks(word)) return forms
  const fitting = forms.filter(({ form }) => completes(form, word))
  const exact = fitting.filter(({ form }) => sameDots(form, word))
  return exact.length > 0 ? exact : fitting
}

function alternativesTo(
  best: number,
  forms: readonly KnownForm[],
  confidences: readonly number[],
): RestoredWord['alternatives'] {
  return forms
    .map(({ form }, index) => ({ form, confidence: confidences[index] ?? 0 }))
    .filter((_, index) => index !== best)
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, MOST_ALTERNATIVES)
}
