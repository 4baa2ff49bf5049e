import { type ArpabetPhone, parseSounds } from './arpabet.ts'

/** Beginnings that no English word has, and the two consonants with two places that only names of West Africa have. */
const FOREIGN = /^(?:m[bcdfgjklpqstvwxz]|n[bcdfgjklpqrstvwxz]|bw|tch)|gb|kp/

const CONSONANTS: Readonly<Record<string, string>> = {
  ...{ gb: 'G B', kp: 'K P', gh: 'G', ch: 'CH', sh: 'SH', ph: 'F', kh: 'K', th: 'T', dh: 'D' },
  ...{ tch: 'CH', ck: 'K', b: 'B', c: 'CH', d: 'D', f: 'F', g: 'G', h: 'HH', j: 'JH', k: 'K' },
  ...{ l: 'L', m: 'M', n: 'N', p: 'P', q: 'K', r: 'R', s: 'S', t: 'T', v: 'V', w: 'W', x: 'SH' },
  ...{ y: 'Y', z: 'Z' },
}
const VOWELS: Readonly<Record<string, string>> = {
  ...{ ai: 'AY', au: 'AW', ei: 'EY', oi: 'OY', aa: 'AA', ee: 'IY', ii: 'IY', oo: 'OW', uu: 'UW' },
  ...{ a: 'AA', e: 'EH', i: 'IY', o: 'AO', u: 'UW' },
}
/** At the end of a name e and o are close. */
const LAST_VOWELS: Readonly<Record<string, string>> = { e: 'EY', o: 'OW' }

const PART = /tch|gb|kp|gh|ch|sh|ph|kh|th|dh|ck|ai|au|ei|oi|aa|ee|ii|oo|uu|([a-z])\1|[a-z]/g

/** Whether a word that no lexicon has is a name of West Africa by its letters. */
export function isAfricanName(word: string): boolean {
  return FOREIGN.test(word) && /^[a-z]*[aeiou][a-z]*$/.test(word)
}

/**
 * A name of West Africa as Nigerians say it in English: a sound for a letter, five full vowels, stress on the last
 * syllable but one.
 * @example `africanName('nwabueze')` begins with `N W AA`.
 */
export function africanName(word: string): readonly ArpabetPhone[] {
  const parts = word.match(PART) ?? []
  const sounds = parts.map((part, index): string => {
    const last = index === parts.length - 1 ? LAST_VOWELS[part] : undefined
    const single = part.length === 2 && part[0] === part[1] ? (part[0] ?? part) : part
    return last ?? VOWELS[part] ?? CONSONANTS[part] ?? VOWELS[single] ?? CONSONANTS[single] ?? ''
  })
  const vowels = parts.flatMap((part, index) => (/^[aeiou]/.test(part) ? [index] : []))
  const stressed = vowels.at(-2) ?? vowels.at(-1)
  return parseSounds(
    sounds
      .map((sound, index) =>
        vowels.includes(index) ? `${sound}${index === stressed ? 1 : 0}` : sound,
      )
      .join(' '),
  )
}
