import type { NormaliseOrder, WordReader } from '#speech/speaker.ts'
import { type OwnWordsStores, ownWordsIn } from './own-words.ts'

interface NormaliserParts extends OwnWordsStores {
  readonly words: Pick<WordReader, 'normalise'>
}

/** A text and how it is to be read; the person's dictionary and accepted marks are added to it. */
export type TextToNormalise = Pick<NormaliseOrder, 'text' | 'language' | 'numbers' | 'requester'>

/** Puts a text into the words that are spoken, as `WordReader` does, with the dictionary and the accepted marks of a person. */
export type Normalise = (order: TextToNormalise, signal: AbortSignal) => Promise<string>

/** The words of a text as they are spoken here: by the rules of its language, the dictionary and the accepted marks. */
export function normaliserWith({ words, ...stores }: NormaliserParts): Normalise {
  const ownWords = ownWordsIn(stores)
  return async (order, signal) =>
    words.normalise({ ...order, ...(await ownWords(order.text, undefined)) }, signal)
}
