import type { Phonemizer, PhonemizerParts } from '#speech/languages/common/phonemizer.ts'
import type { Syllable } from '#speech/utterance.ts'
import { spreadTones } from './contours.ts'
import { openEnglish } from './english-in-yoruba.ts'
import { lettersOf, type YorubaLetter } from './letters.ts'
import { assimilateNasals } from './nasals.ts'
import { type IsOwnWord, readOwnWords } from './own-words.ts'
import { syllablesOf } from './sounds.ts'
import { wordsOf, type YorubaToken } from './words.ts'

/**
 * Reads Yoruba as it is spelled: tones from the marks, mid where a vowel has none, so restore the marks of unmarked text
 * before. English words are found by their letters and come out as a Yoruba speaker says them. Errors of the English
 * reader reach the caller.
 */
export function createYorubaPhonemizer({ english, lexiconFolder }: PhonemizerParts): Phonemizer {
  let opened: Promise<IsOwnWord> | undefined
  const ownWords = (): Promise<IsOwnWord> => {
    opened ??= readOwnWords(lexiconFolder)
    return opened
  }
  const readEnglish = openEnglish(english, ownWords)
  return {
    async phonemize({ text, end, endsParagraph }) {
      const tokens = wordsOf(text)
      const plain = tokens.map((token) => ownSyllables(token))
      const loans = await readEnglish(tokens.map((token) => token.text))
      const words = tokens.map(({ text, breakAfter }, index) => {
        const own = assimilateNasals(plain[index] ?? [], breakAfter ? [] : plain[index + 1])
        const syllables = loans[index] ?? spreadTones(own)
        return { text, language: 'yo' as const, syllables, breakAfter }
      })
      return { words: words.filter(({ syllables }) => syllables.length > 0), end, endsParagraph }
    },
  }
}

/** Syllables by the Yoruba rules; a word of consonants alone is spelled. */
function ownSyllables({ text }: YorubaToken): readonly Syllable[] {
  const letters = lettersOf(text)
  const syllables = syllablesOf(letters)
  return syllables.length > 0 ? syllables : letterNames(letters)
}

/** Consonants have their sound and an i on high tone for a name: bí, dí, fí, gbí. */
function letterNames(letters: readonly YorubaLetter[]): readonly Syllable[] {
  const names = letters.length === 2 ? [letters] : letters.map((letter) => [letter])
  return names.flatMap((name) => syllablesOf([...name, { letter: 'i', tone: 'H' }]))
}
