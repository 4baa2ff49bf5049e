import type { Phone } from '#core/utterance.ts'

/** The nearest phones of flite for what a language has and English has not, by IPA without length and nasality. */
const NEAREST: Readonly<Record<string, string>> = {
  a: 'aa',
  ɑ: 'aa',
  e: 'ey',
  ɛ: 'eh',
  i: 'iy',
  ɪ: 'ih',
  o: 'ow',
  ɔ: 'ao',
  u: 'uw',
  ʊ: 'uh',
  ə: 'ax',
  ɨ: 'ih',
  ʌ: 'ah',
  æ: 'ae',
  b: 'b',
  ɓ: 'b',
  d: 'd',
  ɗ: 'd',
  f: 'f',
  ɸ: 'f',
  ɡ: 'g',
  g: 'g',
  ɣ: 'g',
  h: 'hh',
  ɦ: 'hh',
  j: 'y',
  k: 'k',
  kʼ: 'k',
  l: 'l',
  m: 'm',
  n: 'n',
  ɲ: 'n',
  ŋ: 'ng',
  p: 'p',
  pʼ: 'p',
  ɾ: 'd',
  r: 'r',
  ɹ: 'r',
  ɽ: 'd',
  s: 's',
  sʼ: 's',
  ʃ: 'sh',
  t: 't',
  tʼ: 't',
  v: 'v',
  w: 'w',
  z: 'z',
  ʒ: 'zh',
  θ: 'th',
  ð: 'dh',
  k͡p: 'p',
  ɡ͡b: 'b',
  t͡ʃ: 'ch',
  d͡ʒ: 'jh',
  t͡ʃʼ: 'ch',
  tʃ: 'ch',
  dʒ: 'jh',
  ʔ: 't',
}

/** The phone of the base synthesizer that a phone is made from. */
export function baseOf({ base, ipa }: Phone): string {
  if (base !== undefined) return base
  const plain = ipa
    .normalize('NFD')
    .replace(/ː|\u0303|\u0329/g, '')
    .normalize('NFC')
  return NEAREST[plain] ?? NEAREST[[...plain][0] ?? ''] ?? 'ax'
}
