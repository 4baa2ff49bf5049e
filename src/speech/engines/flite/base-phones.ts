import type { Phone, Sentence, Syllable, Word } from '#speech/utterance.ts'

/** A phone, and for English ones the phone of flite's US English set that stands for it. */
export interface MappedPhone extends Phone {
  readonly base?: string
}

interface MappedSyllable extends Syllable {
  readonly phones: readonly MappedPhone[]
}

interface MappedWord extends Word {
  readonly syllables: readonly MappedSyllable[]
}

export interface MappedSentence extends Sentence {
  readonly words: readonly MappedWord[]
}

/** Phone labels of flite's voices (ARPAbet, small letters) by IPA of General American. */
const ARPABET = {
  ...{
    b: 'b',
    tʃ: 'ch',
    d: 'd',
    ð: 'dh',
    f: 'f',
    ɡ: 'g',
    h: 'hh',
    dʒ: 'jh',
    k: 'k',
    l: 'l',
    m: 'm',
  },
  ...{ n: 'n', ŋ: 'ng', p: 'p', ɹ: 'r', s: 's', ʃ: 'sh', t: 't', θ: 'th', v: 'v', w: 'w', j: 'y' },
  ...{ z: 'z', ʒ: 'zh', ɑ: 'aa', a: 'aa', æ: 'ae', ʌ: 'ah', ə: 'ax', ɔ: 'ao', aʊ: 'aw', aɪ: 'ay' },
  ...{
    ɛ: 'eh',
    ɝ: 'er',
    ɚ: 'er',
    e: 'ey',
    eɪ: 'ey',
    ɪ: 'ih',
    i: 'iy',
    o: 'ow',
    oʊ: 'ow',
    ɔɪ: 'oy',
  },
  ...{ ʊ: 'uh', u: 'uw' },
}
const ARPABET_OF: ReadonlyMap<string, string> = new Map(Object.entries(ARPABET))

/** Words whose schwa is "ah" in flite's lexicon and in the labels of its recordings. */
const FULL_SCHWA: ReadonlySet<string> = new Set('but does from must of some us'.split(' '))

/** Adds flite's phone to every English phone of a sentence. */
export function withBasePhones(sentence: Sentence): MappedSentence {
  return {
    ...sentence,
    words: sentence.words.map((word) => ({
      ...word,
      syllables: word.syllables.map((syllable) => ({
        ...syllable,
        phones: syllable.phones.map((phone) => withBasePhone(phone, word)),
      })),
    })),
  }
}

function withBasePhone(phone: Phone, { text }: Word): MappedPhone {
  if (phone.language !== 'en') return phone
  if (phone.ipa === 'ə' && FULL_SCHWA.has(text)) return { ...phone, base: 'ah' }
  const base = ARPABET_OF.get(phone.ipa) ?? ARPABET_OF.get(lettersOf(phone.ipa))
  return base === undefined ? phone : { ...phone, base }
}

/** Removes length, nasality and creaky voice, which flite's English does not distinguish. */
function lettersOf(ipa: string): string {
  return ipa
    .normalize('NFD')
    .replace(/[\u0303\u0330ː]/g, '')
    .normalize('NFC')
}
