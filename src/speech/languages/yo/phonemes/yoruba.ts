import type { Phonemizer, PhonemizerParts } from '#speech/languages/common/phonemizer.ts'
import type { Syllable, Tone } from '#speech/utterance.ts'
import { openEnglish } from './english-in-yoruba.ts'
import { lettersOf, type YorubaLetter } from './letters.ts'
import { assimilateNasals } from './nasals.ts'
import { type IsOwnWord, readOwnWords } from './own-words.ts'
import { syllablesOf } from './sounds.ts'

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

/**
 * Tone spreading within a word: high after low rises, low after high falls (Akinlabi & Liberman 2001). Mid neither
 * spreads nor changes; written contours stay.
 */
function spreadTones(syllables: readonly Syllable[]): readonly Syllable[] {
  return syllables.map((syllable, index) => {
    const before = syllables[index - 1]?.tone
    return { ...syllable, tone: spread(before, syllable.tone ?? 'M') }
  })
}

function spread(before: Tone | undefined, tone: Tone): Tone {
  if (tone === 'H' && (before === 'L' || before === 'HL')) return 'LH'
  if (tone === 'L' && (before === 'H' || before === 'LH')) return 'HL'
  return tone
}

/** A written word of a sentence. */
interface YorubaToken {
  /** Small letters with their marks, composed. */
  readonly text: string
  /** A comma, semicolon, colon or dash follows. */
  readonly breakAfter: boolean
}

const LONGEST_WORD = 60
const WORD = /\p{L}[\p{L}\p{M}'’ʼ]*/gu
const BREAK = /^[\s"”)\]]*[,;:—–]/
const TOO_MANY_MARKS = /(\p{M}{4})\p{M}+/gu

/** The words of a sentence in order, without surplus marks and outer apostrophes; very long ones in pieces. */
function wordsOf(text: string): readonly YorubaToken[] {
  const tokens: YorubaToken[] = []
  for (const match of text.replace(TOO_MANY_MARKS, '$1').matchAll(WORD)) {
    const written = match[0]
      .toLowerCase()
      .normalize('NFC')
      .replace(/['’ʼ]+$/, '')
    const end = match.index + match[0].length
    const breakAfter = BREAK.test(match.input.slice(end, end + 8))
    const pieces = written.match(new RegExp(`[^]{1,${LONGEST_WORD}}`, 'gu')) ?? []
    for (const [index, piece] of pieces.entries())
      tokens.push({ text: piece, breakAfter: breakAfter && index === pieces.length - 1 })
  }
  return tokens
}
