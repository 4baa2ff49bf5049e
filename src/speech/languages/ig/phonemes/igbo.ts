import type { Phonemizer, PhonemizerParts } from '#speech/languages/common/phonemizer.ts'
import type { Syllable, Word } from '#speech/utterance.ts'
import { igboOfEnglish, letterName, looksForeign } from './english-words.ts'
import { openToneLexicon, type ToneLexicon } from './lexicon.ts'
import { syllablesOf } from './syllables.ts'
import { tonesOf } from './tones.ts'
import { type IgboToken, wordsOf } from './words.ts'

/**
 * Opens the reader of Igbo: eight vowels, syllabic nasals, and a tone on every syllable, from the marks in the text,
 * else from the tone lexicons, else by the rules of verbs and compounds, else by default.
 */
export function createIgboPhonemizer(parts: PhonemizerParts): Phonemizer {
  let opened: Promise<ToneLexicon> | undefined
  return {
    async phonemize({ text, end, endsParagraph }) {
      opened ??= openToneLexicon(parts.lexiconFolder)
      const lexicon = await opened
      const tokens = wordsOf(text)
      const english = await readEnglish(tokens, lexicon, parts)
      const said = tokens.map((token) => ({
        token,
        loan: token.isLetter ? letterName(token.bare) : english.get(token.bare),
        written: syllablesOf(token.text),
      }))
      const tones = tonesOf(
        said.map(({ token, loan, written }) => ({
          text: token.bare,
          syllables: loan ? [] : written,
          breakAfter: token.breakAfter,
          ...(loan ? { fixed: loan.map((syllable) => syllable.tone ?? 'L') } : {}),
        })),
        end,
        lexicon,
      )
      const words = said.map(({ token, loan, written }, index): Word => {
        const syllables = (loan ?? written).map((syllable, at): Syllable => {
          const phones = syllable.phones.map((phone) =>
            typeof phone === 'string' ? { ipa: phone } : phone,
          )
          return { phones, stress: 0, tone: tones[index]?.[at] ?? 'L' }
        })
        return { text: token.text, language: 'ig', syllables, breakAfter: token.breakAfter }
      })
      return { words: words.filter(({ syllables }) => syllables.length > 0), end, endsParagraph }
    },
  }
}

/** The English words of the sentence, by Igbo sounds. */
async function readEnglish(
  tokens: readonly IgboToken[],
  lexicon: ToneLexicon,
  { english }: PhonemizerParts,
): Promise<ReadonlyMap<string, readonly Syllable[]>> {
  const foreign = [...new Set(tokens.map(({ bare }) => bare))].filter(
    (word) => looksForeign(word) && lexicon.word(word) === undefined,
  )
  const known = await Promise.all(foreign.map((word) => english.knows(word)))
  const isRead = (word: string, index: number): boolean => known[index] || !/[aeiou]/.test(word)
  const words = foreign.filter(isRead).filter((word) => /^[a-z']+$/.test(word))
  const syllables = words.length === 0 ? [] : await english.read(words)
  return new Map(words.map((word, index) => [word, igboOfEnglish(word, syllables[index] ?? [])]))
}
