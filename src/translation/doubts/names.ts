import type { LanguageCode } from '#shared/languages/languages.ts'
import { inLatin } from '#translation/statistical/ethiopic.ts'
import { isAlike } from '#translation/statistical/spelling.ts'
import { folded } from '#translation/statistical/unknown-words.ts'
import { FUNCTION_WORDS } from './function-words.ts'
import { isOrdinary, knownForms } from './known-names.ts'
import {
  type Finding,
  pairedFindings,
  type SentencePair,
  type Word,
  wordsOf,
} from './sentence-pair.ts'

/** Names of the source that the translation lacks, and names that it adds. */
export function nameFindings(pair: SentencePair): readonly Finding[] {
  const { source, text, from, to } = pair
  const [asked, given] = [wordsOf(source), wordsOf(text)]
  const missing = namesIn(asked, from).filter(
    (name) => !given.some((word) => isSameName(name, word, from, to)),
  )
  const added = namesIn(given, to).filter(
    (name) => !asked.some((word) => isSameName(name, word, to, from)),
  )
  // An ordinary word that only one of the languages writes with a capital is no name: as many as in the other are expected.
  const room = from === 'am' ? 0 : titlesIn(asked, given)
  const surfaces = (words: readonly Word[]) => words.map(({ surface }) => surface)
  return pairedFindings(surfaces(missing), surfaces(added.slice(room)))
}

/** How many ordinary words of the source have a capital and do not stand in the translation as they are. */
function titlesIn(asked: readonly Word[], given: readonly Word[]): number {
  const said = new Set(given.map(({ bare }) => bare))
  return asked.filter(
    ({ isCapital, isFirst, bare }) => isCapital && !isFirst && isOrdinary(bare) && !said.has(bare),
  ).length
}

/** Words with a capital within a sentence, initials, and a known name at the beginning. */
function namesIn(words: readonly Word[], language: LanguageCode): readonly Word[] {
  return words.filter((word) => {
    const { isCapital, isFirst, lower, surface } = word
    if (!isCapital || /\d/u.test(surface) || lower.length < 2) return false
    const bare = withoutEnding(word.bare)
    if (isInitials(surface, words)) return true
    if (isOrdinary(bare) || FUNCTION_WORDS[language].has(lower)) return false
    if (!isFirst) return true
    return knownForms(bare, language, language === 'en' ? 'ha' : 'en') !== undefined
  })
}

/** Whether a word is capitals alone among words that are not: the "US" is not "us". */
function isInitials(surface: string, words: readonly Word[]): boolean {
  const isShouted = (word: string): boolean => /^\p{Lu}{2,}$/u.test(word)
  return (
    isShouted(surface) && words.filter((word) => isShouted(word.surface)).length * 2 <= words.length
  )
}

function isSameName(name: Word, word: Word, from: LanguageCode, to: LanguageCode): boolean {
  const [one, other] = [withoutEnding(latin(name, from)), withoutEnding(latin(word, to))]
  if (isAlike(one, other, from === 'am' || to === 'am')) return true
  const forms = knownForms(withoutEnding(name.bare), from, to)
  if (!forms) return false
  return to === 'am'
    ? [...forms].some((form) => word.bare.includes(form))
    : [...forms].some((form) => isAlike(form, other, false))
}

function withoutEnding(bare: string): string {
  return bare.replace(/'s$|s'$/u, '')
}

/** A word in Latin letters. Amharic particles are written together with the name. */
function latin({ bare }: Word, language: LanguageCode): string {
  if (language !== 'am') return bare
  return folded(inLatin(bare).toLowerCase())
}
