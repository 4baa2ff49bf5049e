/** Igbo letters to syllables: V, CV, or a nasal alone (Emenanjo 2015, chapter 2; Ikekeonwu 1999 for the IPA). */
import type { Tone } from '#speech/utterance.ts'

/** Eight vowels in two sets of harmony: e i o u against a ị ọ ụ. */
const VOWELS: Readonly<Record<string, string>> = {
  ...{ a: 'a', e: 'e', i: 'i', ị: 'ɪ', o: 'o', ọ: 'ɔ', u: 'u', ụ: 'ʊ' },
}
const CONSONANTS = new Map(
  Object.entries({
    ...{ b: 'b', d: 'd', f: 'f', g: 'ɡ', h: 'h', j: 'd͡ʒ', k: 'k', l: 'l', m: 'm', n: 'n', ṅ: 'ŋ' },
    ...{ p: 'p', r: 'ɹ', s: 's', t: 't', v: 'v', w: 'w', y: 'j', z: 'z', c: 'k', q: 'k', x: 'ks' },
    ...{ ch: 't͡ʃ', gb: 'ɡ͡b', gh: 'ɣ', gw: 'ɡʷ', kp: 'k͡p', kw: 'kʷ', nw: 'ŋʷ', ny: 'ɲ', sh: 'ʃ' },
    ...{ ts: 't͡s', dz: 'd͡z', hw: 'hʷ', ph: 'f', ck: 'k', ṅw: 'ŋʷ' },
  }),
)
const TONES: Readonly<Record<string, Tone>> = {
  '\u0301': 'H',
  '\u0300': 'L',
  '\u0304': 'M',
  '\u0302': 'HL',
  '\u030c': 'LH',
}
const TONE_MARK = /[\u0300-\u0302\u0304\u030c]/
const TONE_MARKS = /[\u0300-\u0302\u0304\u030c]/g
const NASAL = /^[mnṅ]$/

/** A syllable as it is written: its phones, and the tone where the writing marks one. */
export interface WrittenSyllable {
  readonly letters: string
  readonly phones: readonly string[]
  readonly tone: Tone | undefined
}

interface Letter {
  readonly letter: string
  readonly tone: Tone | undefined
}

/** The word without its tone marks, in NFC: what the lexicons are asked for. */
export function withoutTones(word: string): string {
  return word.normalize('NFD').replace(TONE_MARKS, '').normalize('NFC')
}

/** The syllables of a word in lower case Igbo letters with or without tone marks. Consonants before another join the syllable after them. */
export function syllablesOf(word: string): readonly WrittenSyllable[] {
  const letters = lettersOf(word)
  const syllables: WrittenSyllable[] = []
  let onset: { readonly letters: string; readonly phones: readonly string[] }[] = []
  for (let at = 0; at < letters.length; ) {
    const { letter, tone } = letters[at] ?? { letter: '', tone: undefined }
    const vowel = VOWELS[letter]
    const length = vowel ? 1 : consonantLength(letters, at)
    const written = letters
      .slice(at, at + length)
      .map((one) => one.letter)
      .join('')
    if (vowel !== undefined) {
      syllables.push(syllable([...onset, { letters: written, phones: [vowel] }], tone))
      onset = []
    } else if (isSyllabic(letters, at, length, onset.length > 0)) {
      syllables.push({ letters: written, phones: [syllabicNasal(letters, at)], tone })
    } else {
      const ipa = written === 'x' ? ['k', 's'] : [CONSONANTS.get(written) ?? '']
      onset.push({ letters: written, phones: ipa })
    }
    at += length
  }
  return withCoda(syllables, onset)
}

function lettersOf(word: string): readonly Letter[] {
  return word
    .normalize('NFD')
    .split(/(?=\P{M})/u)
    .map((cluster): Letter => {
      const mark = TONE_MARK.exec(cluster)?.[0]
      const letter = cluster.replace(TONE_MARKS, '').normalize('NFC')
      return { letter, tone: mark === undefined ? undefined : TONES[mark] }
    })
    .filter(({ letter }) => letter in VOWELS || CONSONANTS.has(letter))
}

function consonantLength(letters: readonly Letter[], at: number): number {
  const [first, second, third] = letters.slice(at, at + 3).map(({ letter }) => letter)
  if (letters[at]?.tone !== undefined || !CONSONANTS.has(`${first}${second}`)) return 1
  // "nw" and "ny" are one sound only before a vowel.
  const isPair = !/^n[wy]$/.test(`${first}${second}`) || (third !== undefined && third in VOWELS)
  return isPair ? 2 : 1
}

/** m, n or ṅ alone before a consonant, or at the end of a word. */
function isSyllabic(
  letters: readonly Letter[],
  at: number,
  length: number,
  hasOnset: boolean,
): boolean {
  const { letter, tone } = letters[at] ?? { letter: '', tone: undefined }
  if (length > 1 || hasOnset || !NASAL.test(letter)) return false
  const next = letters[at + 1]?.letter
  return tone !== undefined || next === undefined || !(next in VOWELS)
}

/** A nasal is made where the consonant after it is: m before b, ŋ before k and g. */
function syllabicNasal(letters: readonly Letter[], at: number): string {
  const letter = letters[at]?.letter
  if (letter === 'm') return 'm̩'
  if (letter === 'ṅ') return 'ŋ̩'
  return /^[kg]$/.test(letters[at + 1]?.letter ?? '') ? 'ŋ̩' : 'n̩'
}

function syllable(
  parts: readonly { readonly letters: string; readonly phones: readonly string[] }[],
  tone: Tone | undefined,
): WrittenSyllable {
  const phones = parts.flatMap((part) => part.phones)
  return { letters: parts.map((part) => part.letters).join(''), phones, tone }
}

/** Consonants at the end, which only loans have, join the last syllable. */
function withCoda(
  syllables: readonly WrittenSyllable[],
  coda: readonly { readonly letters: string; readonly phones: readonly string[] }[],
): readonly WrittenSyllable[] {
  const last = syllables.at(-1)
  if (coda.length === 0) return syllables
  const rest = syllable(coda, undefined)
  if (!last) return [rest]
  const joined = {
    letters: last.letters + rest.letters,
    phones: [...last.phones, ...rest.phones],
    tone: last.tone,
  }
  return [...syllables.slice(0, -1), joined]
}
