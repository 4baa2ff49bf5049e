import type { Token } from './tokens.ts'

/** Whether a sentence is surely in another language than Yoruba. */
export type IsForeign = (sentence: string) => boolean

/** Fewer words tell no language. */
const LEAST_WORDS = 3

/** The numbers of the words that stand in sentences of another language, counted through the text. */
export function foreignWords(tokens: readonly Token[], isForeign: IsForeign): ReadonlySet<number> {
  const foreign = new Set<number>()
  let word = 0
  for (const sentence of sentencesOf(tokens)) {
    const count = sentence.filter(({ isWord }) => isWord).length
    const text = sentence.map((token) => token.text).join('')
    if (count >= LEAST_WORDS && isForeign(text))
      for (let index = 0; index < count; index++) foreign.add(word + index)
    word += count
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
