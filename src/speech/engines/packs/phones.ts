import type { Phone } from '#speech/utterance.ts'

const TIES = /[\u035c\u0361]/gu
const NASAL = '\u0303'

/** A phone without tie bars, length and nasality, which are told apart. */
export interface PlainPhone {
  /** Its letters with those marks that make it another sound: "kp", "tʃʼ", "j̰". */
  readonly letters: string
  readonly isLong: boolean
  readonly isNasal: boolean
  readonly isVowel: boolean
}

export function plainPhone({ ipa }: Pick<Phone, 'ipa'>): PlainPhone {
  const whole = ipa.normalize('NFD').replace(TIES, '')
  const letters = whole.replaceAll(NASAL, '').replace(/ː|\u0329/gu, '')
  return {
    letters,
    isLong: whole.includes('ː'),
    isNasal: whole.includes(NASAL),
    isVowel: isVowelPhone(letters),
  }
}

function isVowelPhone(letters: string): boolean {
  return /^[aɑɐɒæeɛəɚɜɝiɪɨoɔuʊʌyø]/u.test(letters)
}

/** English sounds that are nearest to those of other languages. What is not named here is near enough to itself. */
const NEAREST_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  ...{ ɓ: ['b'], ɗ: ['d'], ʄ: ['dʒ'], kʼ: ['k'], tʼ: ['t'], pʼ: ['p'], sʼ: ['s'] },
  ...{ tsʼ: ['t', 's'], ts: ['t', 's'], tʃʼ: ['tʃ'], kp: ['k', 'p'], ɡb: ['ɡ', 'b'] },
  ...{ j̰: ['j'], ʔj: ['j'], ɲ: ['n', 'j'], ɽ: ['ɹ'], r: ['ɹ'], ɾ: ['ɹ'], ɫ: ['l'] },
  ...{ x: ['h'], ħ: ['h'], ɦ: ['h'], χ: ['h'], ç: ['h'], ɣ: ['ɡ'], β: ['b'], ɸ: ['f'] },
  ...{ ʔ: [], ʕ: [], c: ['k'], ɟ: ['ɡ'], kʷ: ['k', 'w'], ɡʷ: ['ɡ', 'w'], xʷ: ['h', 'w'] },
  ...{ hʷ: ['h', 'w'], ŋʷ: ['ŋ', 'w'], kʼʷ: ['k', 'w'], kʷʼ: ['k', 'w'], qʷ: ['k', 'w'], q: ['k'] },
  ...{ a: ['ɑ'], ɐ: ['ʌ'], ɒ: ['ɑ'], e: ['eɪ'], o: ['oʊ'], ɨ: ['ɪ'], ɜ: ['ɝ'], y: ['i'], ø: ['ɛ'] },
}

/**
 * The English sounds with which an English voice says a phone; none for one that it leaves out.
 * @example `nearestEnglish({ ipa: 'k͡p' })` is `['k', 'p']`.
 */
export function nearestEnglish(phone: Pick<Phone, 'ipa'>): readonly string[] {
  const { letters, isNasal } = plainPhone(phone)
  const sounds = NEAREST_ENGLISH[letters] ?? [withoutModifiers(letters)]
  return isNasal ? [...sounds, 'n'] : sounds
}

function withoutModifiers(letters: string): string {
  return letters.replace(/[ʷʲʰʼ]|\u0330/gu, '')
}
