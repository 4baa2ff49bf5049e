import { IN_WORD, type StyleRules, withCaseOf, wordsPattern } from './style-rules.ts'

/** Forms that can mean only "you", of a man and of a woman, with those of several. */
const FORMS: Readonly<Record<string, string>> = {
  kana: 'kuna',
  kina: 'kuna',
  kake: 'kuke',
  kike: 'kuke',
  kin: 'kun',
  zaka: 'zaku',
  maka: 'muku',
  miki: 'muku',
  naka: 'naku',
}
/** Words before "ka" or "ki" that tell its tense, and the form of several that they take (Newman 2000, "The Hausa Language"). */
const BEFORE: readonly (readonly [string, string])[] = [
  ['za', 'ku'],
  ['kada', 'ku'],
  ['kar', 'ku'],
  ['kamata', 'ku'],
  ['domin', 'ku'],
  ['don', 'ku'],
  ['gare', 'ku'],
  ['idan', 'kun'],
  ['in', 'kun'],
  ['da', 'kuka'],
  ['inda', 'kuka'],
  ['sa', 'kuka'],
  ['yaya', 'kuka'],
]
/** Nouns with "your": sunanka, motarki. Others that end so are no possessives: sarki (king), barka, ɗinki (sewing). */
const POSSESSED =
  'suna|gida|aiki|uba|ɗa|ɗan’uwa|iyali|hannu|kuɗi|abi|wuri|littafi|yaro|baki|shekaru|ra’ayi|mata|abokai|aboki|mota|uwa|ƙasa|lafiya|waya|jaka|ƙungiya|gona|tambaya|buƙata'

const KNOWN = wordsPattern(Object.keys(FORMS))
const TENSED = new RegExp(
  `(?<!${IN_WORD})(${BEFORE.map(([word]) => word).join('|')})(\\s+)(?:ka|ki)(?!${IN_WORD})`,
  'giu',
)
const POLITE_REQUEST = new RegExp(
  `(?<=^\\s*|[.!?,]\\s+)(?:ka|ki)(\\s+(?:yi haƙuri|yi hakuri|gafarta))(?!${IN_WORD})`,
  'giu',
)
const WITH_YOU = new RegExp(`(?<!${IN_WORD})(tare da )(?:kai|ke)(?!${IN_WORD})`, 'giu')
const YOURS = new RegExp(`(?<!${IN_WORD})((?:${POSSESSED})[nr])k[ai](?!${IN_WORD})`, 'giu')
/** Forms of address that are left, which nobody can turn without knowing the sentence. */
const UNCLEAR = wordsPattern(['ka', 'ki', 'kai', 'ke', 'kanka', 'kanki'])
const SENTENCE = /[^.!?\n]+[.!?\n]*/g

/**
 * Hausa: one person is addressed with respect as several, with ku, kun, kuna and kuke, and nouns end in -ku. A sentence in
 * which a "ka" or "ki" would be left, because its tense cannot be told, stays as it is.
 */
export const hausaStyle: StyleRules = ({ formality }) =>
  formality === 'formal' ? polite : undefined

function polite(text: string) {
  let isUsed = true
  const styled = text.replace(SENTENCE, (sentence) => {
    const changed = plural(sentence)
    if (changed.search(UNCLEAR) < 0) return changed
    isUsed = false
    return sentence
  })
  return { text: styled, isUsed }
}

function plural(sentence: string): string {
  return sentence
    .replace(KNOWN, (word) => withCaseOf(word, FORMS[word.toLowerCase()] ?? word))
    .replace(POLITE_REQUEST, (found, rest: string) => withCaseOf(found, `ku${rest}`))
    .replace(TENSED, (_, before: string, space: string) => {
      const form = BEFORE.find(([word]) => word === before.toLowerCase())?.[1] ?? ''
      return `${before}${space}${form}`
    })
    .replace(WITH_YOU, '$1ku')
    .replace(YOURS, '$1ku')
}
