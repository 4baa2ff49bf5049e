import type { NormaliseOrder, WordReader } from '#speech/speaker.ts'
import type { DiacriticOverrides } from './diacritic-overrides.ts'
import type { Dictionary } from './dictionary.ts'

interface NormaliserParts {
  readonly words: Pick<WordReader, 'normalise'>
  readonly pronunciations: Pick<Dictionary, 'entriesFor'>
  readonly diacriticOverrides: Pick<DiacriticOverrides, 'among'>
}

/** A text and how it is to be read; the person's dictionary and accepted marks are added to it. */
export type TextToNormalise = Pick<NormaliseOrder, 'text' | 'language' | 'numbers'>

/** Puts a text into the words that are spoken, as `WordReader` does, with the dictionary and the accepted marks of a person. */
export type Normalise = (order: TextToNormalise, signal: AbortSignal) => Promise<string>

/** The words of a text as they are spoken here: by the rules of its language, the dictionary and the accepted marks. */
export function normaliserWith({
  words,
  pronunciations,
  diacriticOverrides,
}: NormaliserParts): Normalise {
  return async (order, signal) => {
    const { text } = order
    const [entries, accepted] = await Promise.all([
      pronunciations.entriesFor(text, undefined),
      diacriticOverrides.among(text, undefined),
    ])
    const own = { pronunciations: entries, accepted }
    return words.normalise({ ...order, ...own }, signal)
  }
}
