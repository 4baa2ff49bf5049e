import type { EnglishReader } from '#speech/languages/common/phonemizer.ts'
import type { Syllable } from '#speech/utterance.ts'
import { inYoruba } from './english-words.ts'
import { looksForeign, mayHaveSilentE } from './foreign.ts'
import { lettersOf } from './letters.ts'
import type { IsOwnWord } from './own-words.ts'
import { isVowel } from './sounds.ts'

/** Figures that are said in English and are spelled as a Yoruba word could be. */
const FIGURES = new Set(['one', 'nine', 'ten', 'nineteen', 'seven', 'seventeen', 'hundred', 'zero'])

/** Syllables of the words that are English, undefined for the others. */
export type EnglishWords = (
  words: readonly string[],
) => Promise<readonly (readonly Syllable[] | undefined)[]>

/**
 * Finds the English words of a Yoruba sentence: unmarked, spelled as Yoruba cannot be or with a silent e, not a word of
 * Yoruba, and in an English lexicon.
 */
export function openEnglish(
  english: EnglishReader,
  ownWords: () => Promise<IsOwnWord>,
): EnglishWords {
  const isEnglish = async (word: string): Promise<boolean> => {
    if (!/^[a-z][a-z']+$/.test(word) || !hasVowel(word)) return false
    if (FIGURES.has(word)) return true
    const isForeign = looksForeign(lettersOf(word))
    if (!isForeign && !mayHaveSilentE(word)) return false
    if (!isForeign && (await ownWords())(word)) return false
    return english.knows(word)
  }
  return async (words) => {
    const chosen = await Promise.all(words.map(isEnglish))
    const asked = words.filter((_, index) => chosen[index])
    const read = asked.length === 0 ? [] : await english.read(asked)
    let next = 0
    return words.map((word, index) => {
      if (!chosen[index]) return undefined
      const syllables = read[next++] ?? []
      const isAmbiguous = !FIGURES.has(word) && !looksForeign(lettersOf(word))
      return isAmbiguous && endsInVowel(syllables) ? undefined : inYoruba(word, syllables)
    })
  }
}

function hasVowel(word: string): boolean {
  return lettersOf(word).some(({ letter }) => isVowel(letter))
}

/** A final e that English says too ("Tope") is no reason to take a word for English. */
function endsInVowel(syllables: readonly Syllable[]): boolean {
  const last = syllables.at(-1)?.phones.at(-1)?.ipa ?? ''
  return /^[aeiouɑæʌəɔɛɪʊɚɝ]/.test(last)
}
