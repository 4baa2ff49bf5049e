import type { MappedPhone } from './base-phones.ts'

/**
 * Phones of flite that replace a phone of one of the six languages. A mapping names the base phones that flite
 * synthesizes and the parts of them that are kept, in order; an effect adds what the base lacks:
 *
 * - k͡p, ɡ͡b: the closure of the velar, then the release of the labial, as the two gestures overlap in speech
 *   (Ladefoged 1968); ɡ͡b is voiced throughout.
 * - ɓ, ɗ: a closure whose voicing grows towards the release; the burst is left out and what follows is attenuated
 *   (Lindau 1984). On the spectrogram ɓ has no burst; ɗ keeps a faint one between 2 and 4 kHz.
 * - kʼ, tʼ, pʼ, t͡ʃʼ, sʼ: a loud release and 25 to 30 ms of silence, in which the glottis is closed, before the vowel
 *   (Lindau 1984; Demeke 2012). The voice quality of the following vowel is unchanged.
 * - nasal vowels: a low nasal resonance and a spectral zero near 900 Hz (Chen 1997).
 * - e, o: the first half of the English diphthong, lengthened.
 * - ɲ: n followed by y. ɣ: g without its closure, voicing with friction. ɨ: ih with a lower second formant.
 * - ʔ: silence. ɾ, ɽ: one tap. r: two.
 * - Geminates: the closure, or the whole of a fricative or nasal, is lengthened and the release is not.
 */
export interface PhoneMapping {
  /** Phones for flite, in order. */
  readonly bases: readonly string[]
  readonly parts: readonly PhonePart[]
}

export interface PhonePart {
  /** Index into the base phones of the mapping; left out for silence. */
  readonly base?: number
  /** Start and end of the kept part within the base phone, 0 to 1. */
  readonly from: number
  readonly to: number
  /** Share of the phone's duration; the shares of a mapping add up to 1. */
  readonly share: number
  readonly effect?: Effect
}

export type Effect =
  | 'voice-bar'
  | 'implosion'
  | 'attenuation'
  | 'loud-burst'
  | 'nasalisation'
  | 'frication'
  | 'centralisation'

const part = (base: number, from: number, to: number, share: number, effect?: Effect): PhonePart =>
  effect === undefined ? { base, from, to, share } : { base, from, to, share, effect }
const silence = (share: number): PhonePart => ({ from: 0, to: 0, share })
const wholePhone = (base: string, effect?: Effect): PhoneMapping => ({
  bases: [base],
  parts: [part(0, 0, 1, 1, effect)],
})
/** Closure and release separately, because a geminate lengthens only the closure. */
const stop = (base: string): PhoneMapping => ({
  bases: [base],
  parts: [part(0, 0, 0.5, 0.5), part(0, 0.5, 1, 0.5)],
})
const implosive = (base: string): PhoneMapping => ({
  bases: [base],
  parts: [part(0, 0, 0.65, 0.75, 'implosion'), part(0, 0.7, 1, 0.25, 'attenuation')],
})
const ejective = (base: string): PhoneMapping => ({
  bases: [base],
  parts: [part(0, 0, 0.5, 0.5), part(0, 0.5, 0.8, 0.2, 'loud-burst'), silence(0.3)],
})
const ejectiveFricative = (base: string): PhoneMapping => ({
  bases: [base],
  parts: [part(0, 0, 0.85, 0.75, 'loud-burst'), silence(0.25)],
})
const consonantWithGlide = (base: string, glide: string): PhoneMapping => ({
  bases: [base, glide],
  parts: [part(0, 0, 1, 0.7), part(1, 0, 0.7, 0.3)],
})

/** Mappings by IPA without length, nasality and syllabicity. */
const PHONE_MAPPINGS: Readonly<Record<string, PhoneMapping>> = {
  a: wholePhone('aa'),
  ɑ: wholePhone('aa'),
  æ: wholePhone('ae'),
  e: { bases: ['ey'], parts: [part(0, 0.08, 0.5, 1)] },
  ɛ: wholePhone('eh'),
  ə: wholePhone('ah'),
  ɨ: wholePhone('ih', 'centralisation'),
  i: wholePhone('iy'),
  ɪ: wholePhone('ih'),
  o: { bases: ['ow'], parts: [part(0, 0.08, 0.45, 1)] },
  ɔ: wholePhone('ao'),
  u: wholePhone('uw'),
  ʊ: wholePhone('uh'),
  ʌ: wholePhone('ah'),
  ɜ: wholePhone('er'),
  ɝ: wholePhone('er'),
  ɚ: wholePhone('er'),
  ai: wholePhone('ay'),
  au: wholePhone('aw'),
  oi: wholePhone('oy'),
  ui: { bases: ['uw', 'iy'], parts: [part(0, 0, 1, 0.6), part(1, 0, 1, 0.4)] },
  aɪ: wholePhone('ay'),
  aʊ: wholePhone('aw'),
  eɪ: wholePhone('ey'),
  oʊ: wholePhone('ow'),
  ɔɪ: wholePhone('oy'),
  b: stop('b'),
  d: stop('d'),
  f: wholePhone('f'),
  g: stop('g'),
  h: wholePhone('hh'),
  j: wholePhone('y'),
  k: stop('k'),
  l: wholePhone('l'),
  m: wholePhone('m'),
  n: wholePhone('n'),
  ŋ: wholePhone('ng'),
  p: stop('p'),
  s: wholePhone('s'),
  t: stop('t'),
  v: wholePhone('v'),
  w: wholePhone('w'),
  z: wholePhone('z'),
  ʃ: wholePhone('sh'),
  ʒ: wholePhone('zh'),
  θ: wholePhone('th'),
  ð: wholePhone('dh'),
  ɸ: wholePhone('f'),
  ɹ: wholePhone('r'),
  ɾ: wholePhone('dx'),
  ɽ: wholePhone('dx'),
  r: { bases: ['dx'], parts: [part(0, 0, 1, 0.5), part(0, 0, 1, 0.5)] },
  tʃ: stop('ch'),
  dʒ: stop('jh'),
  c: consonantWithGlide('k', 'y'),
  ɟ: consonantWithGlide('g', 'y'),
  cʼ: {
    bases: ['k', 'y'],
    parts: [
      part(0, 0, 0.5, 0.4),
      part(0, 0.5, 0.8, 0.15, 'loud-burst'),
      silence(0.2),
      part(1, 0, 0.7, 0.25),
    ],
  },
  ts: { bases: ['t', 's'], parts: [part(0, 0, 0.8, 0.45), part(1, 0.3, 1, 0.55)] },
  ɲ: { bases: ['n', 'y'], parts: [part(0, 0, 1, 0.6), part(1, 0, 0.6, 0.4)] },
  ɣ: wholePhone('g', 'frication'),
  x: wholePhone('hh'),
  kp: { bases: ['k', 'p'], parts: [part(0, 0, 0.55, 0.55), part(1, 0.55, 0.9, 0.45)] },
  gb: { bases: ['g', 'b'], parts: [part(0, 0, 0.6, 0.6, 'voice-bar'), part(1, 0.5, 1, 0.4)] },
  ɓ: implosive('b'),
  ɗ: implosive('d'),
  ʄ: implosive('jh'),
  kʼ: ejective('k'),
  tʼ: ejective('t'),
  pʼ: ejective('p'),
  tʃʼ: ejectiveFricative('ch'),
  sʼ: ejectiveFricative('s'),
  tsʼ: {
    bases: ['t', 's'],
    parts: [part(0, 0, 0.7, 0.35), part(1, 0.3, 0.9, 0.4, 'loud-burst'), silence(0.25)],
  },
  ʃʼ: ejectiveFricative('sh'),
  ʔ: { bases: [], parts: [silence(1)] },
  ʔʲ: { bases: ['y'], parts: [silence(0.35), part(0, 0, 1, 0.65)] },
  j̰: { bases: ['y'], parts: [silence(0.35), part(0, 0, 1, 0.65)] },
}

/** Modifier letters of secondary articulations, and the glide that stands for each. */
const SECONDARY_ARTICULATIONS: readonly (readonly [string, string])[] = [
  ['ʷ', 'w'],
  ['ʲ', 'y'],
]

const NASAL = '\u0303'
/** Tie bars, length, syllabicity: they do not change which base phones are used. */
const UNMAPPED_MARKS = /[\u0361\u035c]|ː|\u0329|\u030d|\u032f|\u031a/g

/** Mapping of a phone. A phone that is in no table is mapped by its first known letter. */
export function mappingOf({ base, ipa }: MappedPhone): PhoneMapping {
  // "e" and "o" are the vowels of Nigerian English, which do not glide as flite's ey and ow do.
  if (base !== undefined && ipa !== 'e' && ipa !== 'o') return wholePhone(base)
  const decomposed = ipa.normalize('NFD').replace(/ɡ/g, 'g').replace(UNMAPPED_MARKS, '')
  const isNasal = decomposed.includes(NASAL) && /^[aeɛioɔuɪʊə]/.test(decomposed)
  const plain = decomposed.replaceAll(NASAL, '').normalize('NFC')
  const mapping =
    PHONE_MAPPINGS[plain] ??
    secondaryArticulation(plain) ??
    PHONE_MAPPINGS[[...plain][0] ?? ''] ??
    wholePhone('ax')
  if (isNasal) return nasalised(mapping)
  return ipa.includes('ː') ? geminated(mapping) : mapping
}

/** Duration of a geminate over that of a single consonant, as in the prosody stage. */
const GEMINATE_RATIO = 1.7

/** Lengthens the first part alone: a geminate stop is a long closure before an ordinary release. */
function geminated({ bases, parts }: PhoneMapping): PhoneMapping {
  const [first, ...others] = parts
  if (!first || others.length === 0) return { bases, parts }
  const rest = others.map((other) => ({ ...other, share: other.share / GEMINATE_RATIO }))
  const share = 1 - rest.reduce((sum, other) => sum + other.share, 0)
  return { bases, parts: [{ ...first, share }, ...rest] }
}

/** Closure of the first of two identical consonants ('before'), or release of the second ('after'). */
export function geminateHalf(mapping: PhoneMapping, side: 'before' | 'after'): PhoneMapping {
  const { bases, parts } = mapping
  const [first, ...others] = parts
  if (!first || others.length === 0) return mapping
  if (side === 'before') return { bases, parts: [{ ...first, share: 1 }] }
  const sum = others.reduce((total, { share }) => total + share, 0)
  return { bases, parts: others.map((other) => ({ ...other, share: other.share / sum })) }
}

function secondaryArticulation(plain: string): PhoneMapping | undefined {
  for (const [mark, glide] of SECONDARY_ARTICULATIONS) {
    if (!plain.includes(mark)) continue
    const mapping = PHONE_MAPPINGS[plain.replace(mark, '')]
    const [base] = mapping?.bases ?? []
    if (!mapping || base === undefined) return undefined
    if (mapping.parts.length === 1) return consonantWithGlide(base, glide)
    const parts = mapping.parts.map((other) => ({ ...other, share: other.share * 0.7 }))
    return {
      bases: [...mapping.bases, glide],
      parts: [...parts, part(mapping.bases.length, 0, 0.7, 0.3)],
    }
  }
  return undefined
}

function nasalised({ bases, parts }: PhoneMapping): PhoneMapping {
  return { bases, parts: parts.map((other) => ({ ...other, effect: 'nasalisation' })) }
}
