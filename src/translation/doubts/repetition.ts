import { FUNCTION_WORDS } from './function-words.ts'
import { type Finding, type SentencePair, wordsOf } from './sentence-pair.ts'

/** Languages in which a word said twice is a word of its own: "sannu sannu", "small small", "díẹ̀ díẹ̀". */
const DOUBLING = new Set(['ha', 'ig', 'pcm', 'yo'])
const LONGEST = 6

/** Pieces that the translation says twice in a row, and words that it says three times more often than the source. */
export function repetitionFindings({ source, text, to }: SentencePair): readonly Finding[] {
  const words = wordsOf(text).map(({ lower }) => lower)
  const asked = wordsOf(source).map(({ lower }) => lower)
  const found = new Set<string>()
  for (let size = 1; size <= LONGEST; size++)
    for (let at = 0; at + 2 * size <= words.length; at++) {
      const piece = words.slice(at, at + size).join(' ')
      if (piece !== words.slice(at + size, at + 2 * size).join(' ')) continue
      if (size === 1 && (isDoubled(asked) || isWordOfItsOwn(piece))) continue
      found.add(piece)
    }
  const count = (all: readonly string[], word: string): number =>
    all.filter((one) => one === word).length
  const most = Math.max(1, ...asked.map((word) => count(asked, word)))
  for (const word of new Set(words))
    if (!FUNCTION_WORDS[to].has(word) && count(words, word) >= most + 2) found.add(word)
  return [...found].map((piece) => ({ source: '', text: `${piece} … ${piece}` }))

  function isWordOfItsOwn(word: string): boolean {
    return DOUBLING.has(to) && word.length > 2 && !FUNCTION_WORDS[to].has(word)
  }
}

function isDoubled(words: readonly string[]): boolean {
  return words.some((word, at) => word === words[at + 1])
}
