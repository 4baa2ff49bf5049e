import type { Timing } from '#shared/audio.ts'
import type { PhoneSegment, SegmentTable } from './phone-segments.ts'

/**
 * Phone classes whose members a vocal tract shapes alike, and the segments in each, as libraries name them: letters of the
 * IPA, of stops the closure (<) and the release (>).
 */
const PHONE_CLASSES = {
  front: 'i ɪ e j',
  open: 'ɛ æ a',
  back: 'ɔ o ʊ u w',
  central: 'ʌ ə ɨ ɚ',
  nasal: 'm n ɲ ŋ',
  glide: 'l ɹ r',
  sibilant: 's z ʃ ʒ',
  voicelessFricative: 'f θ h',
  voicedFricative: 'v ð ɣ',
  closure: 'p< b< t< d< k< ɡ< ʔ',
  release: 'p> b> t> d> k> ɡ>',
}

const PHONE_CLASS_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(PHONE_CLASSES).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind] as const),
  ),
)

/** Letters of the IPA that sound nearly as one of the segments, whatever the phone's length, tone or nasality. */
const NEAREST: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ g: 'ɡ', ɓ: 'b', ɗ: 'd', ʄ: 'd', c: 'k', ɟ: 'ɡ', q: 'k', ɱ: 'm', ɾ: 'r', ɽ: 'r', ɥ: 'j' },
    ...{ ɑ: 'a', ɒ: 'ɔ', ɜ: 'ɚ', ɝ: 'ɚ', y: 'i', ø: 'e', œ: 'ɛ', ʉ: 'u', ɯ: 'ɨ', ɐ: 'ʌ' },
    ...{ ɸ: 'f', β: 'v', x: 'h', χ: 'h', ħ: 'h', ɦ: 'h', ç: 'ʃ', ʁ: 'ɣ', ɬ: 'ʃ' },
  }),
)

/** Segments of phones in any language, for the neural engine and the recogniser of segments. A phone without a known letter has none. */
export const IPA_SEGMENTS: SegmentTable = {
  names: [...PHONE_CLASS_OF.keys()],
  classOf: (name) => PHONE_CLASS_OF.get(name) ?? 'central',
  segmentsOf: (phones) => phones.flatMap(segmentsOfPhone),
}

/** Equal parts: one for each letter, and two for a stop, of which an affricate's first letter has only the closure. */
function segmentsOfPhone({ text, start, end }: Timing): readonly PhoneSegment[] {
  const letters = [...text.normalize('NFD')].flatMap((sign) => {
    const letter = NEAREST.get(sign) ?? sign
    return PHONE_CLASS_OF.has(letter) || PHONE_CLASS_OF.has(`${letter}<`) ? [letter] : []
  })
  const names = letters.flatMap((letter, place) => {
    if (PHONE_CLASS_OF.has(letter)) return [letter]
    return place < letters.length - 1 ? [`${letter}<`] : [`${letter}<`, `${letter}>`]
  })
  const length = (end - start) / names.length
  return names.map((name, part) => ({
    name,
    start: start + part * length,
    end: start + (part + 1) * length,
  }))
}
