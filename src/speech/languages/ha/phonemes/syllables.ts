import type { Tone } from '#speech/utterance.ts'
import { type HausaLetter, isVowel, readSpelling, type Spelling } from './spelling.ts'

/** A syllable whose tone and length are known only where the spelling shows them. */
export interface OpenSyllable {
  readonly onset: readonly string[]
  /** a, e, i, o, u, ai, au, ui, oi. */
  readonly vowel: string
  readonly coda: readonly string[]
  readonly tone?: Tone
  readonly long?: boolean
}

export const DIPHTHONGS = new Set(['ai', 'au', 'ui', 'oi'])

/** Consonants as they are spelled, with their IPA: the longest spelling wins. Labial and palatal velars only before vowels. */
const CONSONANTS: Readonly<Record<string, string>> = {
  b: 'b',
  c: 't͡ʃ',
  d: 'd',
  f: 'f',
  g: 'ɡ',
  h: 'h',
  j: 'd͡ʒ',
  k: 'k',
  l: 'l',
  m: 'm',
  n: 'n',
  p: 'p',
  q: 'kʼ',
  s: 's',
  t: 't',
  v: 'b',
  w: 'w',
  x: 's',
  y: 'j',
  z: 'z',
  ɓ: 'ɓ',
  ɗ: 'ɗ',
  ƙ: 'kʼ',
  ƴ: 'j̰',
  "'": 'ʔ',
  sh: 'ʃ',
  ts: 't͡sʼ',
  ch: 't͡ʃ',
  kh: 'h',
  gh: 'ɡ',
  th: 't',
  dh: 'd',
  ph: 'f',
  kw: 'kʷ',
  gw: 'ɡʷ',
  ƙw: 'kʷʼ',
  ky: 'c',
  gy: 'ɟ',
  ƙy: 'cʼ',
  fy: 'fʲ',
  cw: 't͡ʃʷ',
}
/** Two letters that are one consonant only with a vowel behind them. */
const BEFORE_VOWEL = new Set(['kw', 'gw', 'ƙw', 'ky', 'gy', 'ƙy', 'fy', 'cw'])
const GLIDES: Readonly<Record<string, string>> = { i: 'j', e: 'j', u: 'w', o: 'w', a: 'ʔ' }

type Segment =
  | { readonly kind: 'consonant'; readonly ipa: string }
  | {
      readonly kind: 'vowel'
      readonly vowel: string
      readonly tone?: Tone
      readonly long?: boolean
    }

/** The syllables of a word as it is spelled; none for a word without a vowel. */
export function syllablesOf(spelling: Spelling): readonly OpenSyllable[] {
  return split(assimilate(segmentsOf(spelling)))
}

/** The syllables of a word in scholarly spelling, where what is not marked is high and short. */
export function markedSyllablesOf(word: string): readonly OpenSyllable[] {
  return syllablesOf({ ...readSpelling(word), marksTone: true, marksLength: true, marksRoll: true })
}

function segmentsOf(spelling: Spelling): readonly Segment[] {
  const { letters, key } = spelling
  const segments: Segment[] = []
  let at = 0
  while (at < letters.length) {
    const letter = letters[at]
    if (!letter) break
    const isNucleus = isVowel(letter.letter)
    const size = isNucleus ? vowelSize(letters, at) : consonantSize(key, at)
    if (isNucleus) {
      const last = segments.at(-1)
      const glide = last?.kind === 'vowel' ? (GLIDES[last.vowel.slice(-1)] ?? 'ʔ') : 'ʔ'
      if (last?.kind !== 'consonant') segments.push({ kind: 'consonant', ipa: glide })
      segments.push(vowelOf(letters.slice(at, at + size), spelling))
    } else segments.push(...consonantsAt(spelling, at, size))
    at += size
  }
  return segments
}

/** "ai" and "au" are one vowel, unless the second letter has marks of its own. */
function vowelSize(letters: readonly HausaLetter[], at: number): number {
  const [first, second] = [letters[at], letters[at + 1]]
  const pair = `${first?.letter}${second?.letter}`
  return DIPHTHONGS.has(pair) && !first?.long && !second?.long ? 2 : 1
}

function vowelOf(letters: readonly HausaLetter[], { marksTone, marksLength }: Spelling): Segment {
  const vowel = letters.map(({ letter }) => letter).join('')
  const tone = letters.find((letter) => letter.tone)?.tone ?? (marksTone ? 'H' : undefined)
  const long = marksLength ? letters.some((letter) => letter.long) : undefined
  return { kind: 'vowel', vowel, ...(tone && { tone }), ...(long !== undefined && { long }) }
}

/**
 * Number of letters from `at` that spell one consonant; the first letter of a doubled digraph ("ssh", "tts") counts
 * alone.
 */
function consonantSize(key: string, at: number): number {
  const pair = key.slice(at, at + 2)
  if (pair.length < 2 || CONSONANTS[pair] === undefined) return 1
  return BEFORE_VOWEL.has(pair) && !isVowel(key[at + 2]) ? 1 : 2
}

function consonantsAt(
  { key, letters, marksRoll }: Spelling,
  at: number,
  size: number,
): readonly Segment[] {
  const written = key.slice(at, at + size)
  if (written === 'x') return [consonant('k'), consonant('s')]
  if (written === 'r')
    return [consonant(letters[at]?.rolled || (!marksRoll && isRolled(key, at)) ? 'r' : 'ɽ')]
  const doubled = key[at] === key[at + 1] && consonantSize(key, at + 1) === 2
  const spelled = doubled ? key.slice(at + 1, at + 3) : written
  return [consonant(CONSONANTS[spelled] ?? 'ʔ')]
}

function consonant(ipa: string): Segment {
  return { kind: 'consonant', ipa }
}

/**
 * Writing does not show which r is meant. The flap is the old Hausa sound: it begins words and stands between the vowels
 * of short ones and of those with ɓ, ɗ, ƙ or ts. The roll ends syllables and is that of loans, which are longer and have
 * other letters.
 */
function isRolled(key: string, at: number): boolean {
  if (at === 0) return false
  if (!isVowel(key[at - 1]) || !isVowel(key[at + 1])) return true
  const vowels = key.match(/[aeiou]+/g)?.length ?? 0
  if (vowels >= 4) return true
  return vowels === 3 && /[fhlnjp'xv]/.test(key) && !/[ɓɗƙ]|ts/.test(key)
}

/** n takes the place of what follows it: ŋ before k and g, m before b and p. */
function assimilate(segments: readonly Segment[]): readonly Segment[] {
  return segments.map((segment, index) => {
    const next = segments[index + 1]
    if (segment.kind !== 'consonant' || segment.ipa !== 'n' || next?.kind !== 'consonant')
      return segment
    if (/^[kɡcɟ]/.test(next.ipa)) return consonant('ŋ')
    return /^[bɓp]/.test(next.ipa) ? consonant('m') : segment
  })
}

/** One consonant begins a syllable, the others before it end the one before; all of them at the edges of the word. */
function split(segments: readonly Segment[]): readonly OpenSyllable[] {
  const nuclei = segments.flatMap(({ kind }, index) => (kind === 'vowel' ? [index] : []))
  const starts = nuclei.map((nucleus, order) => (order === 0 ? 0 : nucleus - 1))
  return nuclei.flatMap((nucleus, order) => {
    const segment = segments[nucleus]
    if (segment?.kind !== 'vowel') return []
    const { kind: _, ...vowel } = segment
    const onset = consonantsOf(segments.slice(starts[order], nucleus))
    return [{ onset, ...vowel, coda: consonantsOf(segments.slice(nucleus + 1, starts[order + 1])) }]
  })
}

function consonantsOf(segments: readonly Segment[]): readonly string[] {
  return segments.flatMap((segment) => (segment.kind === 'consonant' ? [segment.ipa] : []))
}
