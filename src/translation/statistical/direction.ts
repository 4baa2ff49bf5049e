import type { LanguageCode } from '#shared/languages/languages.ts'
import { joinedSegments, segmentsOf } from './amharic-segments.ts'
import { consensusOf } from './consensus.ts'
import { inLatin } from './ethiopic.ts'
import type { LanguageModel } from './language-model.ts'
import type { PhraseOption, PhraseTable } from './phrase-table.ts'
import { type Found, type Option, type SearchSettings, search, type Weights } from './search.ts'
import { isAlike } from './spelling.ts'
import { FIGURE, JOINED, sentenceOf, type Token, tokensOf } from './tokens.ts'
import { copied, folded, variantsOf } from './unknown-words.ts'

/** All that one direction of translation needs. */
export interface DirectionModel {
  readonly source: LanguageCode
  readonly target: LanguageCode
  readonly phrases: PhraseTable
  readonly model: LanguageModel
  readonly weights: Weights
  readonly settings: SearchSettings
  /** How steep the odds of translations are made for the consensus; 0: the best one is taken. */
  readonly consensus: number
  /** How many translations are compared for the consensus. */
  readonly compared: number
}

/** How many options a phrase may have. */
const MOST_OPTIONS = 12

/** Translates a sentence. Protected parts (U+E000 to U+E0FF) and figures come out as they are. Throws the signal's reason. */
export function translateSentence(
  sentence: string,
  direction: DirectionModel,
  signal?: AbortSignal,
): string {
  const tokens = sourceTokensOf(sentence, direction)
  if (tokens.length === 0) return sentence
  const found = translationsOf(
    tokens,
    direction,
    direction.consensus > 0 ? direction.compared : 1,
    signal,
  )
  const texts = found.map((one) => punctuated(written(tokens, one), direction.target))
  const at =
    direction.consensus > 0
      ? consensusOf(
          texts,
          found.map(({ score }) => score),
          direction.consensus,
        )
      : 0
  // A sentence of function words alone may have nothing left.
  return texts[at]?.trim() || sentence
}

/** Amharic with its own full stops and commas. */
function punctuated(text: string, target: LanguageCode): string {
  if (target !== 'am') return text
  return text
    .replace(/(?<=\p{Script=Ethiopic}\s?)\.(?=\s|$)/gu, '።')
    .replace(/(?<=\p{Script=Ethiopic}),/gu, '፣')
}

/** The tokens that the tables of a direction know: those of the sentence, Amharic words in segments. */
export function sourceTokensOf(
  sentence: string,
  { source, phrases }: Pick<DirectionModel, 'source' | 'phrases'>,
): Token[] {
  const { stems } = phrases
  const tokens = tokensOf(sentence, source)
  if (!stems) return tokens
  return tokens.flatMap((token) =>
    token.key === FIGURE
      ? [token]
      : segmentsOf(token.key, stems).map((key) => ({ key, surface: key })),
  )
}

/** The best translations of a sentence, at most `most`. */
export function translationsOf(
  tokens: readonly Token[],
  direction: DirectionModel,
  most: number,
  signal?: AbortSignal,
): Found[] {
  const walls = tokens.flatMap(({ isWall }, at) => (isWall ? [at] : []))
  const isCrossing = ({ start, end }: Option): boolean =>
    end - start > 1 && walls.some((wall) => start <= wall && wall < end)
  const options = optionsFor(tokens, direction).filter((option) => !isCrossing(option))
  return search(
    options,
    tokens.length,
    direction.model,
    direction.weights,
    { ...direction.settings, walls },
    most,
    signal,
  )
}

/** A translation as text: figures and protected parts back in place, the first letter a capital where the source's is. */
export function written(tokens: readonly Token[], found: Found): string {
  const words = found.options.flatMap((option) => {
    const figures = tokens.slice(option.start, option.end).filter(({ key }) => key === FIGURE)
    return option.words.map((word) => (word === FIGURE ? (figures.shift()?.surface ?? '') : word))
  })
  const text = sentenceOf(joinedSegments(words.filter(Boolean)))
    // Older Amharic texts have two word separators for a full stop, and one between words.
    .replace(/\s*፡\s*፡/gu, '።')
    .replace(/\s*፡\s*/gu, ' ')
  const first = tokens.find(({ key }) => /\p{L}/u.test(key))
  const isCapital = first && first.key !== first.key.toLowerCase()
  const hasCase = first && first.key.toLowerCase() !== first.key.toUpperCase()
  return isCapital || !hasCase
    ? text.replace(/\p{L}/u, (letter, at: number) =>
        /[\uE000-\uE0FF\d]/u.test(text.slice(0, at)) ? letter : letter.toUpperCase(),
      )
    : text
}

function optionsFor(
  tokens: readonly Token[],
  { phrases, source, target, weights }: DirectionModel,
): Option[] {
  const isBare = source === 'yo' && !tokens.some(({ key }) => /\p{M}/u.test(key.normalize('NFD')))
  const words = tokens.map(({ key }, at) => {
    const lower = key.toLowerCase()
    // In Yoruba without marks a word that is known may still be another one: the most frequent is the likeliest.
    if (isBare) return phrases.unmarked(lower) ?? lower
    if (phrases.knows(lower)) return lower
    const variants = variantsOf(lower, source)
    return (
      variants.find((word) => phrases.knows(word)) ??
      [lower, ...(source === 'yo' ? variants : [])]
        .map((word) => phrases.unmarked(word))
        .find(Boolean) ??
      // A capital within a sentence is that of a name.
      (key === lower || at === 0 ? synonymOf([lower, ...variants]) : undefined) ??
      lower
    )
  })
  const options: Option[] = []
  const hasOwn = new Uint8Array(tokens.length)
  phrases.lookUp(words).forEach((byLength, start) => {
    byLength.forEach((found, longer) => {
      const phrase = words.slice(start, start + longer + 1)
      const isName = longer === 0 && isNameAt(start)
      const fitting = found.filter(
        (option) =>
          bringsNoSigns(option.words, phrase) &&
          hasSameFigures(option.words, phrase) &&
          !(isName && losesName(option, phrase[0] ?? '', target)),
      )
      const all = fitting.map((option) => ({
        ...{ start, end: start + longer + 1, words: option.words },
        features: [...option.scores, -1, 0, option.words.length],
      }))
      const score = (features: readonly number[]): number =>
        features.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
      all.sort((a, b) => score(b.features) - score(a.features))
      options.push(...all.slice(0, MOST_OPTIONS))
      if (longer === 0 && all.length > 0) hasOwn[start] = 1
    })
  })
  tokens.forEach(({ key }, start) => {
    if (!hasOwn[start]) options.push({ start, end: start + 1, ...alone(key, words[start] ?? key) })
  })
  return options

  /** A capital within a sentence is that of a name, and so are two capitals. */
  function isNameAt(at: number): boolean {
    const key = tokens[at]?.key ?? ''
    return at > 0 && /^\p{Lu}/u.test(key)
  }

  function synonymOf(forms: readonly string[]): string | undefined {
    return forms.map((form) => phrases.synonymOf(form)).find((word) => word !== undefined)
  }

  /** What becomes of a token that has no translation of its own: function words are left out, all others copied. */
  function alone(key: string, word: string): Pick<Option, 'words' | 'features'> {
    const isSign = key === FIGURE || JOINED.has(key) || !/\p{L}/u.test(key)
    if (isSign) return { words: [key], features: [0, 0, 0, 0, -1, 0, 1] }
    if (phrases.isFunctionWord(word)) return { words: [], features: [0, 0, 0, 0, -1, 0, 0] }
    return { words: [copied(key, source, target)], features: [0, 0, 0, 0, -1, -1, 1] }
  }
}

/** Whether a phrase and its translation have as many figures; one that stands in the table itself ("2,") is none of the source's. */
function hasSameFigures(words: readonly string[], phrase: readonly string[]): boolean {
  const count = (all: readonly string[]): number => all.filter((word) => word === FIGURE).length
  const hasOwn = words.some((word) => word !== FIGURE && /\d/u.test(word) && !phrase.includes(word))
  return !hasOwn && count(words) === count(phrase)
}

/** So sure a translation of a name has to be that is spelled quite differently: both probabilities, multiplied. */
const SURE_NAME = 0.01

/** Whether a seldom seen name was taken for another word, such as an article. */
function losesName(
  { words, scores: [forward, backward] }: PhraseOption,
  name: string,
  target: LanguageCode,
): boolean {
  if (forward + backward >= Math.log(SURE_NAME)) return false
  const latin = (word: string): string =>
    folded(target === 'am' ? inLatin(word) : word).toLowerCase()
  return !words.some((word) => isAlike(folded(name), latin(word), target === 'am'))
}

/** Signs that a translation may not bring with it: what ends a sentence, quotation marks and brackets. */
const SIGNS = [/^[.?!።]$/u, /^[?]$/u, /^!$/u, /^"$/u, /^[([]$/u, /^[)\]]$/u]

function bringsNoSigns(words: readonly string[], phrase: readonly string[]): boolean {
  return SIGNS.every((sign) => {
    const count = (all: readonly string[]): number => all.filter((word) => sign.test(word)).length
    return count(words) <= count(phrase)
  })
}
