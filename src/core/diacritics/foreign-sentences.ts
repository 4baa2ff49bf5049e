import type { Token } from './tokens.ts'

/** Whether a sentence is surely in another language than Yoruba. */
export type IsForeign = (sentence: string) => boolean

/** Fewer words tell no language. */
const LEAST_WORDS = 3

/** The words that stand in sentences of another language. */
export function foreignWords(tokens: readonly Token[], isForeign: IsForeign): ReadonlySet<Token> {
  const foreign = new Set<Token>()
  for (const sentence of sentencesOf(tokens)) {
    const words = sentence.filter(({ isWord }) => isWord)
    const text = sentence.map((token) => token.text).join('')
    if (words.length >= LEAST_WORDS && isForeign(text)) for (const word of words) foreign.add(word)
  }
  return foreign
}

function sentencesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const sentences: Token[][] = [[]]
  for (const token of tokens) {
    sentences.at(-1)?.push(token)
    if (!token.isWord && /[.?!\n]/.test(token.text)) sentences.push([])
  }
  return sentences
}
