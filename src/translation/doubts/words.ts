import { inLatin } from '#translation/statistical/ethiopic.ts'
import { isAlike } from '#translation/statistical/spelling.ts'
import { folded } from '#translation/statistical/unknown-words.ts'
import { FUNCTION_WORDS } from './function-words.ts'
import { isNegation } from './negation.ts'
import { numberOf } from './number-words.ts'
import {
  type Finding,
  pairedFindings,
  type SentencePair,
  type Word,
  wordsOf,
} from './sentence-pair.ts'

/** How two words translate each other: the probability of either, given the other. */
export interface WordPair {
  readonly words: readonly string[]
  readonly forward: number
  readonly backward: number
}

/** Translations of single words, as a translator has learned them. */
export type Lexicon = (word: string) => readonly WordPair[]

/** The least product of both probabilities with which a pair of words counts. */
export type Certainty = number

/** Words with a meaning of their own that have no counterpart on the other side, by the words that the translator has learned. */
export function wordFindings(
  pair: SentencePair,
  lexicon: Lexicon,
  certainty: Certainty,
): readonly Finding[] {
  const { source, text, from, to } = pair
  const given = wordsOf(text)
  const isOtherScript = from === 'am' || to === 'am'
  const explained = new Set<string>()
  const missing: string[] = []
  for (const word of wordsOf(source)) {
    const found = accountsFor(word)
    if (found.length === 0 && hasMeaning(word, from)) missing.push(word.surface)
    for (const one of found) explained.add(one)
  }
  const added = given
    .filter((word) => hasMeaning(word, to) && !explained.has(word.lower))
    .map(({ surface }) => surface)
  return pairedFindings(missing, added)

  /** The words of the translation that a word of the source accounts for. */
  function accountsFor(word: Word): readonly string[] {
    const alike = given.filter(
      ({ lower, bare }) =>
        lower === word.lower ||
        (!FUNCTION_WORDS[to].has(lower) &&
          (isAlike(word.bare, bare, false) || (isOtherScript && isSameName(word.bare, bare)))),
    )
    const learned = lexicon(word.lower)
      .filter(({ forward, backward }) => forward * backward >= certainty && backward >= 0.01)
      .flatMap(({ words }) => {
        const parts = words.map((one) => one.toLowerCase()).filter((one) => /\p{L}/u.test(one))
        const own = parts.filter((one) => !FUNCTION_WORDS[to].has(one))
        const wanted = own.length > 0 ? own : parts
        if (wanted.length === 0 || own.length > 2) return []
        const said = wanted.map((one) => given.filter(({ lower }) => isForm(one, lower)))
        return said.every((forms) => forms.length > 0) ? said.flat() : []
      })
    return [...alike, ...learned].map(({ lower }) => lower)
  }
}

/** Whether a word has to be accounted for. Numbers and negations have checks of their own. */
function hasMeaning({ lower, bare }: Word, language: SentencePair['from']): boolean {
  return (
    lower.length > 1 &&
    /\p{L}/u.test(lower) &&
    !/\d/u.test(lower) &&
    !FUNCTION_WORDS[language].has(lower) &&
    numberOf(bare, language) === undefined &&
    !isNegation(lower, language)
  )
}

/** Whether two words, one of them in Ethiopic letters, are the same name. */
function isSameName(one: string, other: string): boolean {
  const [a, b] = [one, other].map((word) => folded(inLatin(word).toLowerCase()))
  const [short = '', long = ''] = [a ?? '', b ?? ''].sort((x, y) => x.length - y.length)
  return short.length >= 4 && isAlike(short, long, true)
}

/** Whether two words of one language are forms of the same word. */
function isForm(one: string, other: string): boolean {
  if (one === other) return true
  const most = Math.max(one.length, other.length)
  let same = 0
  while (same < Math.min(one.length, other.length) && one[same] === other[same]) same++
  return same >= 4 && same >= most * 0.6
}
