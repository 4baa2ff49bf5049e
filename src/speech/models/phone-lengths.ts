/** Phone classes with a duration of their own. */
type PhoneClass =
  | 'vowel'
  | 'reduced'
  | 'nasal'
  | 'liquid'
  | 'glide'
  | 'stop'
  | 'voiced stop'
  | 'double stop'
  | 'glottalic'
  | 'affricate'
  | 'fricative'
  | 'voiced fricative'

/**
 * Seconds at an average rate of about five syllables a second, in the middle of a phrase. Order of magnitude as
 * measured for syllable-timed languages of the region (Connell & Ladd 1990 for Yoruba; Lindau 1984 for implosives and
 * ejectives of Hausa; Demeke 2012 for Amharic).
 */
const SECONDS: Readonly<Record<PhoneClass, number>> = {
  vowel: 0.098,
  reduced: 0.06,
  nasal: 0.068,
  liquid: 0.05,
  glide: 0.06,
  stop: 0.085,
  'voiced stop': 0.072,
  'double stop': 0.1,
  glottalic: 0.1,
  affricate: 0.11,
  fricative: 0.098,
  'voiced fricative': 0.072,
}

/** Duration of a long vowel or a geminate over a short one. */
const LENGTH_FACTOR = 1.7
/** A syllabic nasal carries a tone like a vowel. */
const SYLLABIC_SECONDS = 0.095
/**
 * Seconds of a phone at an average rate of about five syllables a second, in the middle of a phrase; `ipa` as in `Phone.ipa`.
 * @example `averageSeconds('aː')` is 1.7 times `averageSeconds('a')`.
 */
export function averageSeconds(ipa: string): number {
  const plain = ipa.normalize('NFD')
  const base = plain.includes('\u0329') ? SYLLABIC_SECONDS : SECONDS[classOf(plain)]
  return base * (plain.includes('ː') ? LENGTH_FACTOR : 1)
}

export const isVowel = (ipa: string): boolean => /^[aɑæeɛəiɪɨoɔuʊʌ]/.test(ipa.normalize('NFD'))

/** In order: the first that matches decides. */
const CLASSES: readonly (readonly [RegExp, PhoneClass])[] = [
  [/^[ɨə]/, 'reduced'],
  [/^[aɑæeɛiɪoɔuʊʌɜɝɚ]/, 'vowel'],
  [/ʼ|^[ɓɗʄʔ]|^j̰|^ʔʲ/, 'glottalic'],
  [/^(k͡?p|[ɡg]͡?b)/, 'double stop'],
  [/^(t͡?[ʃs]|d͡?[ʒz])/, 'affricate'],
  [/^[mnɲŋɱ]/, 'nasal'],
  [/^[ɾrɹlɽ]/, 'liquid'],
  [/^[jwɥ]/, 'glide'],
  [/^[ptkcq]/, 'stop'],
  [/^[bdɡgɟ]/, 'voiced stop'],
  [/^[fsʃθhɸxħ]/, 'fricative'],
  [/^[vzʒðɣɦβ]/, 'voiced fricative'],
]

function classOf(plain: string): PhoneClass {
  return CLASSES.find(([pattern]) => pattern.test(plain))?.[1] ?? 'vowel'
}
