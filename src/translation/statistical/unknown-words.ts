import type { LanguageCode } from '#shared/languages/languages.ts'
import { inEthiopic, inLatin } from './ethiopic.ts'

/** Other forms under which a lower-case word that a table does not have may stand in it, the likeliest first. */
export function variantsOf(word: string, language: LanguageCode): string[] {
  if (language === 'am') return amharicStems(word)
  if (language === 'yo') return yorubaForms(word)
  if (language !== 'en' && language !== 'pcm') return []
  return ENGLISH_ENDINGS.flatMap(([ending, others]) =>
    word.length > ending.length + 2 && word.endsWith(ending)
      ? others.map((other) => word.slice(0, -ending.length) + other)
      : [],
  )
}

/** Without a last vowel that is only longer before the next word (ìlúu for ìlú), and without a preposition of one letter (tìbẹ̀rù: ti ìbẹ̀rù). */
function yorubaForms(word: string): string[] {
  const letters = [...word.normalize('NFD').matchAll(/\P{M}\p{M}*/gu)].map(([letter]) => letter)
  const base = (at: number): string => letters.at(at)?.[0] ?? ''
  const isVowel = (at: number): boolean => /[aeiou]/.test(base(at))
  const joined = (kept: readonly string[]): string => kept.join('').normalize('NFC')
  const isLong = isVowel(-1) && base(-1) === base(-2)
  const short = isLong ? letters.slice(0, -1) : letters
  const forms = isLong ? [joined(short)] : []
  if (letters.length > 4 && /[tlns]/.test(base(0)) && isVowel(1)) forms.push(joined(short.slice(1)))
  return forms
}

/** Endings of English inflection, and what may stand without them. */
const ENGLISH_ENDINGS: readonly (readonly [string, readonly string[]])[] = [
  ['ies', ['y']],
  ['es', ['', 'e']],
  ['s', ['']],
  ['ied', ['y']],
  ['ed', ['', 'e', 'ing', 's']],
  ['ing', ['', 'e', 'ed', 's']],
  ['ly', ['']],
  ['er', ['', 'e']],
  ['est', ['', 'e']],
  ['isation', ['ization']],
  ['ization', ['isation']],
  ['ise', ['ize']],
  ['ize', ['ise']],
  ['our', ['or']],
  ['or', ['our']],
]

/** Prepositions and other particles that are written together with the next word, and endings (Leslau 1995). */
const PREFIXES = ['እንደ', 'ስለ', 'ወደ', 'እስከ', 'የ', 'በ', 'ለ', 'ከ', 'ያ', 'እየ']
const SUFFIXES = ['ዎችን', 'ዎች', 'ንም', 'ና', 'ም', 'ን', 'ው', 'ዋ', 'ስ']

function amharicStems(word: string): string[] {
  const begun = [
    word,
    ...PREFIXES.filter((part) => word.startsWith(part)).map((part) => word.slice(part.length)),
  ]
  return begun
    .flatMap((start) => [
      start,
      ...SUFFIXES.filter((part) => start.endsWith(part)).map((part) =>
        start.slice(0, -part.length),
      ),
    ])
    .filter((stem) => stem !== word && stem.length > 1)
}

/** A word without marks and hooks, under which people who cannot type these look it up. */
export function folded(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ɓ', 'b')
    .replaceAll('ɗ', 'd')
    .replaceAll('ƙ', 'k')
    .replaceAll('ƴ', 'y')
}

/** What stands for a word that nobody knows: names are written in the other script, everything else stays. */
export function copied(word: string, source: LanguageCode, target: LanguageCode): string {
  if (source === 'am' && target !== 'am') return inLatin(word)
  // English writes Yoruba and Igbo names without their marks.
  if ((source === 'yo' || source === 'ig') && target === 'en')
    return word.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
  if (target === 'am' && /^\p{Lu}\p{Ll}/u.test(word)) return inEthiopic(word)
  return word
}
