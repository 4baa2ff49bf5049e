import type { Phone, Sentence, Syllable, Word } from '#speech/utterance.ts'

/** A phone, and where it is English the phone of flite's US English set that says it. */
export interface BasedPhone extends Phone {
  readonly base?: string
}

interface BasedSyllable extends Syllable {
  readonly phones: readonly BasedPhone[]
}

interface BasedWord extends Word {
  readonly syllables: readonly BasedSyllable[]
}

export interface BasedSentence extends Sentence {
  readonly words: readonly BasedWord[]
}

/** General American in IPA to the phones that flite's voices were labelled with. */
const BASES = {
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
const BASE_OF: ReadonlyMap<string, string> = new Map(Object.entries(BASES))

/** Their schwa is "ah" in flite's lexicon and in the labels of its recordings. */
const FULL_SCHWA: ReadonlySet<string> = new Set('but does from must of some us'.split(' '))

/** The same sentence, its English phones with the phones of flite's set that say them. */
export function withBasePhones(sentence: Sentence): BasedSentence {
  return {
    ...sentence,
    words: sentence.words.map((word) => ({
      ...word,
      syllables: word.syllables.map((syllable) => ({
        ...syllable,
        phones: syllable.phones.map((phone) => withBase(phone, word)),
      })),
    })),
  }
}

function withBase(phone: Phone, { text }: Word): BasedPhone {
  if (phone.language !== 'en') return phone
  if (phone.ipa === 'ə' && FULL_SCHWA.has(text)) return { ...phone, base: 'ah' }
  const base = BASE_OF.get(phone.ipa) ?? BASE_OF.get(lettersOf(phone.ipa))
  return base === undefined ? phone : { ...phone, base }
}

/** Without what says that it is long, nasal or creaky, which flite's English has not. */
function lettersOf(ipa: string): string {
  return ipa
    .normalize('NFD')
    .replace(/[\u0303\u0330ː]/g, '')
    .normalize('NFC')
}
