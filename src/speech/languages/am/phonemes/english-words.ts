import type { Phone, Syllable } from '#speech/utterance.ts'

/** English phones as Amharic speakers say them: no diphthongs, no dental fricatives, a tapped r. */
const AS_SPOKEN: Readonly<Record<string, readonly string[]>> = {
  ...{ ɑ: ['a'], æ: ['a'], ʌ: ['a'], ə: ['ə'], ɔ: ['o'], ɛ: ['e'], ɪ: ['i'], ʊ: ['u'] },
  ...{ aʊ: ['a', 'w'], aɪ: ['a', 'j'], ɔɪ: ['o', 'j'], eɪ: ['e'], oʊ: ['o'] },
  ...{ ɝ: ['ə', 'ɾ'], ɚ: ['ə', 'ɾ'], ɹ: ['ɾ'], θ: ['t'], ð: ['d'], ŋ: ['n', 'ɡ'] },
  ...{ tʃ: ['t͡ʃ'], dʒ: ['d͡ʒ'] },
}
const VELAR = /^[kɡ]/

/** The syllables of an English word with the phones of Amharic; the stress stays where English has it. */
export function asAmharic(syllables: readonly Syllable[]): readonly Syllable[] {
  return syllables.map(({ phones, stress }, index) => {
    const next = syllables[index + 1]?.phones[0]
    const said = phones.flatMap((phone, at) => adapt(phone, phones[at + 1] ?? next))
    return { phones: said.map((ipa) => ({ ipa })), stress: stress === 1 ? 1 : 0 }
  })
}

/** Before k and g the velar nasal is the n of "ʔɨnɡɨdih"; elsewhere its g is heard. */
function adapt(phone: Phone, next: Phone | undefined): readonly string[] {
  if (phone.ipa === 'ŋ' && next && VELAR.test(next.ipa)) return ['n']
  return AS_SPOKEN[phone.ipa] ?? [phone.ipa]
}
