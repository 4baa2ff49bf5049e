import type { Syllable, Tone } from '#speech/utterance.ts'
import type { FullSyllable } from './defaults.ts'

/** Letters and sequences that Hausa spelling does not have. */
const FOREIGN_LETTERS =
  /[pqvx]|ck|gh|ph|th|wh|kn|^wr|ee|oo|ea|ou|oa|oe|ie|io|ia|eo|ei|ey|ii|[^aeiou]y$|c[klrt]|tch|^[^aeiouɓɗƙƴ'](?![hwy]|s[aeiou'])[^aeiou]|^[^aeiou]{3}|[^aeiou]{4}|[^aeiouhw]{2}$|[bdgjkptvwz]$|er$|om[pb]|[st]ion|ness$|less$|ng$/
/** Words of English figures and addresses whose letters could be Hausa. */
const ENGLISH_WORDS = new Set([
  ...[
    'zero',
    'one',
    'nine',
    'ten',
    'nineteen',
    'and',
    'minus',
    'dot',
    'dash',
    'plus',
    'com',
    'net',
  ],
  ...['org', 'star', 'slash', 'point', 'percent', 'billion', 'million'],
])

/** English phones as bilingual speakers of Hausa say them; r after a vowel is silent, as in Nigerian English. */
const VOWELS: Readonly<Record<string, readonly [vowel: string, long: boolean]>> = {
  ɑ: ['a', true],
  æ: ['a', false],
  ʌ: ['a', false],
  ə: ['a', false],
  ɔ: ['o', false],
  aʊ: ['au', false],
  aɪ: ['ai', false],
  ɛ: ['e', false],
  ɝ: ['a', true],
  ɚ: ['a', false],
  eɪ: ['e', true],
  ɪ: ['i', false],
  i: ['i', true],
  oʊ: ['o', true],
  ɔɪ: ['oi', false],
  ʊ: ['u', false],
  u: ['u', true],
}
const CONSONANTS: Readonly<Record<string, string>> = {
  tʃ: 't͡ʃ',
  dʒ: 'd͡ʒ',
  ʒ: 'd͡ʒ',
  θ: 't',
  ð: 'd',
  v: 'b',
  ɹ: 'r',
}

/** Whether the letters of an unknown word are a reason to look it up in English. */
export function looksEnglish(key: string): boolean {
  return ENGLISH_WORDS.has(key) || (!/[ɓɗƙƴ]/.test(key) && FOREIGN_LETTERS.test(key))
}

/** English syllables in Hausa sounds: the stressed ones are high, the others low; a single syllable that is closed falls, as in loans. */
export function hausaFromEnglish(
  written: string,
  english: readonly Syllable[],
): readonly FullSyllable[] {
  const syllables = written.includes('o') ? english.map(withBritishO) : english
  const spoken = syllables.filter(({ phones }) => phones.some(({ ipa }) => VOWELS[ipa]))
  return spoken.map((syllable, index) => adapt(syllable, index, spoken))
}

/** The American ɑ of "hospital" and "doctor" is an o in Nigeria; that of "market" is not. */
function withBritishO(syllable: Syllable): Syllable {
  const phones = syllable.phones.map((phone, index) => {
    const isO = phone.ipa === 'ɑ' && syllable.phones[index + 1]?.ipa !== 'ɹ'
    return isO ? { ipa: 'ɔ' } : phone
  })
  return { ...syllable, phones }
}

function adapt(syllable: Syllable, index: number, all: readonly Syllable[]): FullSyllable {
  const ipas = syllable.phones.map(({ ipa }) => ipa)
  const at = ipas.findIndex((ipa) => VOWELS[ipa])
  const [vowel, isLong] = VOWELS[ipas[at] ?? ''] ?? ['a', false]
  const onset = [...linkedR(all[index - 1]), ...ipas.slice(0, at)].map(consonant)
  const coda = ipas
    .slice(at + 1)
    .filter((ipa) => ipa !== 'ɹ')
    .map(consonant)
  return {
    onset: onset.length === 0 ? [index === 0 ? 'ʔ' : 'j'] : labial(onset),
    vowel,
    coda,
    long: isLong && coda.length === 0 && (syllable.stress > 0 || index === all.length - 1),
    tone: toneOf(syllable, all, coda),
  }
}

function toneOf(syllable: Syllable, all: readonly Syllable[], coda: readonly string[]): Tone {
  if (all.length === 1) return coda.length > 0 ? 'HL' : 'H'
  return syllable.stress > 0 ? 'H' : 'L'
}

/** The r of "Mary", which English puts into the vowel before or at the end of its syllable, begins the next one. */
function linkedR(before: Syllable | undefined): readonly string[] {
  const last = before?.phones.at(-1)?.ipa
  return last === 'ɝ' || last === 'ɚ' ? ['ɹ'] : []
}

function consonant(ipa: string): string {
  return CONSONANTS[ipa] ?? ipa
}

function labial(onset: readonly string[]): readonly string[] {
  const joined = onset.join(' ').replace(/^k w$/, 'kʷ').replace(/^ɡ w$/, 'ɡʷ')
  return joined.split(' ')
}
