import type { BasedPhone } from './base-phones.ts'

/**
 * How every phone of the six languages is made from what flite can say. A recipe names the base phones that flite is
 * asked for and which parts of them are kept, in order; an effect then gives a part what the base lacks:
 *
 * - k͡p, ɡ͡b: the closure of the velar, then the release of the labial, as the two gestures overlap in speech
 *   (Ladefoged 1968); ɡ͡b is voiced throughout.
 * - ɓ, ɗ: a closure whose voicing grows towards the release, whose burst is skipped over and what is left of it
 *   softened (Lindau 1984). On the spectrogram ɓ has none; ɗ keeps a faint one between 2 and 4 kHz.
 * - kʼ, tʼ, pʼ, t͡ʃʼ, sʼ: a loud release and 25 to 30 ms of silence, in which the glottis is closed, before the vowel
 *   (Lindau 1984; Demeke 2012). The voice quality of the vowel after it is left as it is.
 * - nasal vowels: a low nasal resonance and a gap in the spectrum near 900 Hz (Chen 1997).
 * - e, o: the first half of the English diphthong, held.
 * - ɲ: n that turns into y. ɣ: g without its closure, a murmur with friction. ɨ: ih with its second formant lowered.
 * - ʔ: silence. ɾ, ɽ: one tap. r: two.
 * - Double consonants: the closure, or the whole of a fricative or nasal, is held and the release is not.
 */
export interface Recipe {
  /** Phones for flite, in order. */
  readonly bases: readonly string[]
  readonly parts: readonly Part[]
}

export interface Part {
  /** Which of the bases; left out for silence. */
  readonly base?: number
  /** From where to where of it, 0 to 1. */
  readonly from: number
  readonly to: number
  /** Its part of the phone's duration; the shares of a recipe add up to 1. */
  readonly share: number
  readonly effect?: Effect
}

export type Effect = 'murmur' | 'implosion' | 'soft' | 'burst' | 'nasal' | 'spirant' | 'central'

const part = (base: number, from: number, to: number, share: number, effect?: Effect): Part =>
  effect === undefined ? { base, from, to, share } : { base, from, to, share, effect }
const silence = (share: number): Part => ({ from: 0, to: 0, share })
const whole = (base: string, effect?: Effect): Recipe => ({
  bases: [base],
  parts: [part(0, 0, 1, 1, effect)],
})
/** A closure that can be held and a release that cannot. */
const stop = (base: string): Recipe => ({
  bases: [base],
  parts: [part(0, 0, 0.5, 0.5), part(0, 0.5, 1, 0.5)],
})
const implosive = (base: string): Recipe => ({
  bases: [base],
  parts: [part(0, 0, 0.65, 0.75, 'implosion'), part(0, 0.7, 1, 0.25, 'soft')],
})
const ejective = (base: string): Recipe => ({
  bases: [base],
  parts: [part(0, 0, 0.5, 0.5), part(0, 0.5, 0.8, 0.2, 'burst'), silence(0.3)],
})
const ejectiveFricative = (base: string): Recipe => ({
  bases: [base],
  parts: [part(0, 0, 0.85, 0.75, 'burst'), silence(0.25)],
})
const glided = (base: string, glide: string): Recipe => ({
  bases: [base, glide],
  parts: [part(0, 0, 1, 0.7), part(1, 0, 0.7, 0.3)],
})

/** By IPA without length, nasality and syllabicity. */
const RECIPES: Readonly<Record<string, Recipe>> = {
  a: whole('aa'),
  ɑ: whole('aa'),
  æ: whole('ae'),
  e: { bases: ['ey'], parts: [part(0, 0.08, 0.5, 1)] },
  ɛ: whole('eh'),
  ə: whole('ah'),
  ɨ: whole('ih', 'central'),
  i: whole('iy'),
  ɪ: whole('ih'),
  o: { bases: ['ow'], parts: [part(0, 0.08, 0.45, 1)] },
  ɔ: whole('ao'),
  u: whole('uw'),
  ʊ: whole('uh'),
  ʌ: whole('ah'),
  ɜ: whole('er'),
  ɝ: whole('er'),
  ɚ: whole('er'),
  ai: whole('ay'),
  au: whole('aw'),
  oi: whole('oy'),
  ui: { bases: ['uw', 'iy'], parts: [part(0, 0, 1, 0.6), part(1, 0, 1, 0.4)] },
  aɪ: whole('ay'),
  aʊ: whole('aw'),
  eɪ: whole('ey'),
  oʊ: whole('ow'),
  ɔɪ: whole('oy'),
  b: stop('b'),
  d: stop('d'),
  f: whole('f'),
  g: stop('g'),
  h: whole('hh'),
  j: whole('y'),
  k: stop('k'),
  l: whole('l'),
  m: whole('m'),
  n: whole('n'),
  ŋ: whole('ng'),
  p: stop('p'),
  s: whole('s'),
  t: stop('t'),
  v: whole('v'),
  w: whole('w'),
  z: whole('z'),
  ʃ: whole('sh'),
  ʒ: whole('zh'),
  θ: whole('th'),
  ð: whole('dh'),
  ɸ: whole('f'),
  ɹ: whole('r'),
  ɾ: whole('dx'),
  ɽ: whole('dx'),
  r: { bases: ['dx'], parts: [part(0, 0, 1, 0.5), part(0, 0, 1, 0.5)] },
  tʃ: stop('ch'),
  dʒ: stop('jh'),
  c: glided('k', 'y'),
  ɟ: glided('g', 'y'),
  cʼ: {
    bases: ['k', 'y'],
    parts: [
      part(0, 0, 0.5, 0.4),
      part(0, 0.5, 0.8, 0.15, 'burst'),
      silence(0.2),
      part(1, 0, 0.7, 0.25),
    ],
  },
  ts: { bases: ['t', 's'], parts: [part(0, 0, 0.8, 0.45), part(1, 0.3, 1, 0.55)] },
  ɲ: { bases: ['n', 'y'], parts: [part(0, 0, 1, 0.6), part(1, 0, 0.6, 0.4)] },
  ɣ: whole('g', 'spirant'),
  x: whole('hh'),
  kp: { bases: ['k', 'p'], parts: [part(0, 0, 0.55, 0.55), part(1, 0.55, 0.9, 0.45)] },
  gb: { bases: ['g', 'b'], parts: [part(0, 0, 0.6, 0.6, 'murmur'), part(1, 0.5, 1, 0.4)] },
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
    parts: [part(0, 0, 0.7, 0.35), part(1, 0.3, 0.9, 0.4, 'burst'), silence(0.25)],
  },
  ʃʼ: ejectiveFricative('sh'),
  ʔ: { bases: [], parts: [silence(1)] },
  ʔʲ: { bases: ['y'], parts: [silence(0.35), part(0, 0, 1, 0.65)] },
  j̰: { bases: ['y'], parts: [silence(0.35), part(0, 0, 1, 0.65)] },
}

/** Secondary articulations: the consonant, then the glide. */
const GLIDES: readonly (readonly [string, string])[] = [
  ['ʷ', 'w'],
  ['ʲ', 'y'],
]

const NASAL = '\u0303'
/** Tie bars, length, syllabicity: they do not change what the sound is made of. */
const IGNORED = /[\u0361\u035c]|ː|\u0329|\u030d|\u032f|\u031a/g

/** The recipe of a phone; a phone that is in no table is made from its first known letter. */
export function recipeOf({ base, ipa }: BasedPhone): Recipe {
  // "e" and "o" are the vowels of Nigerian English, which do not glide as flite's ey and ow do.
  if (base !== undefined && ipa !== 'e' && ipa !== 'o') return whole(base)
  const decomposed = ipa.normalize('NFD').replace(/ɡ/g, 'g').replace(IGNORED, '')
  const isNasal = decomposed.includes(NASAL) && /^[aeɛioɔuɪʊə]/.test(decomposed)
  const plain = decomposed.replaceAll(NASAL, '').normalize('NFC')
  const recipe = RECIPES[plain] ?? withGlide(plain) ?? RECIPES[[...plain][0] ?? ''] ?? whole('ax')
  if (isNasal) return nasalised(recipe)
  return ipa.includes('ː') ? held(recipe) : recipe
}

/** How much longer a double consonant is than a single one; prosody gives it that time. */
const HELD = 1.7

/** The same with only its first part drawn out: a double stop is a long closure before an ordinary release. */
function held({ bases, parts }: Recipe): Recipe {
  const [first, ...others] = parts
  if (!first || others.length === 0) return { bases, parts }
  const rest = others.map((piece) => ({ ...piece, share: piece.share / HELD }))
  const share = 1 - rest.reduce((sum, piece) => sum + piece.share, 0)
  return { bases, parts: [{ ...first, share }, ...rest] }
}

/** What is left of a phone before another like it (its closure), and after one (its release). */
export function joined(recipe: Recipe, side: 'before' | 'after'): Recipe {
  const { bases, parts } = recipe
  const [first, ...others] = parts
  if (!first || others.length === 0) return recipe
  if (side === 'before') return { bases, parts: [{ ...first, share: 1 }] }
  const sum = others.reduce((total, { share }) => total + share, 0)
  return { bases, parts: others.map((piece) => ({ ...piece, share: piece.share / sum })) }
}

function withGlide(plain: string): Recipe | undefined {
  for (const [mark, glide] of GLIDES) {
    if (!plain.includes(mark)) continue
    const recipe = RECIPES[plain.replace(mark, '')]
    const [base] = recipe?.bases ?? []
    if (!recipe || base === undefined) return undefined
    if (recipe.parts.length === 1) return glided(base, glide)
    const parts = recipe.parts.map((piece) => ({ ...piece, share: piece.share * 0.7 }))
    return {
      bases: [...recipe.bases, glide],
      parts: [...parts, part(recipe.bases.length, 0, 0.7, 0.3)],
    }
  }
  return undefined
}

function nasalised({ bases, parts }: Recipe): Recipe {
  return { bases, parts: parts.map((piece) => ({ ...piece, effect: 'nasal' })) }
}
