import type { Phonemizer, PhonemizerParts } from '#speech/languages/common/phonemizer.ts'
import type { Phone, Syllable, Word } from '#speech/utterance.ts'
import { isFidel, type Slot, slotsOf } from './fidel.ts'
import { geminate } from './gemination.ts'
import { createGeminationTagger, type GeminationTagger } from './gemination-tagger.ts'
import { type AmharicLexicon, openAmharicLexicon } from './lexicon.ts'
import { syllablesOf } from './syllables.ts'
import { type AmharicToken, wordsOf } from './words.ts'

/**
 * Reads Amharic: letters to consonants and vowels, long consonants from the lexicon, from marks over the letters,
 * from the form of the word and from a learned model, ɨ by the rules of the syllable. Words in Latin letters are read as English.
 */
export function createAmharicPhonemizer(parts: PhonemizerParts): Phonemizer {
  let opened: Promise<Knowledge> | undefined
  return {
    async phonemize({ text, end, endsParagraph }) {
      opened ??= open(parts)
      const knowledge = await opened
      const tokens = wordsOf(text)
      const english = await readEnglish(tokens, parts)
      const words = tokens.map(
        (token): Word => ({
          text: token.text.toLowerCase(),
          language: 'am',
          syllables: english.get(token) ?? readWord(token, knowledge),
          breakAfter: token.breakAfter,
        }),
      )
      return { words: words.filter(({ syllables }) => syllables.length > 0), end, endsParagraph }
    },
  }
}

interface Knowledge {
  readonly lexicon: AmharicLexicon
  /** Knows long consonants of words that the lexicon lacks. */
  readonly tagger: GeminationTagger | undefined
}

async function open({ lexiconFolder, readWeights }: PhonemizerParts): Promise<Knowledge> {
  const [lexicon, features, network] = await Promise.all([
    openAmharicLexicon(lexiconFolder),
    readWeights('amharic-gemination', 'weights.bin'),
    readWeights('amharic-gemination', 'network.bin'),
  ])
  return { lexicon, tagger: features && network && createGeminationTagger({ features, network }) }
}

/** All Latin words of a sentence in one run of the English rules. */
async function readEnglish(
  tokens: readonly AmharicToken[],
  { english }: PhonemizerParts,
): Promise<ReadonlyMap<AmharicToken, readonly Syllable[]>> {
  const latin = tokens.filter(({ script }) => script === 'latin')
  const speakable = latin.map((token) => [token, plainLetters(token.text)] as const)
  const readable = speakable.filter(([, letters]) => letters !== '')
  const read = readable.length === 0 ? [] : await english.read(readable.map(([, word]) => word))
  const silent = latin.map((token) => [token, []] as const)
  const said = readable.map(([token], index) => [token, asAmharic(read[index] ?? [])] as const)
  return new Map<AmharicToken, readonly Syllable[]>([...silent, ...said])
}

/** Reduces a word to the letters of the English reader: a to z and apostrophes. */
function plainLetters(word: string): string {
  return word
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z']/g, '')
    .replace(/^'+|'+$/g, '')
}

function readWord(token: AmharicToken, { lexicon, tagger }: Knowledge): readonly Syllable[] {
  const marked = slotsOf(token.text)
  const letters = Array.from(token.text).filter(isFidel).join('')
  const isMarked = marked.some((slot) => slot.geminate)
  const known = (isMarked ? undefined : lexicon(letters)) ?? marked
  const ruled = geminate(known, letters)
  const slots = isMarked || !tagger ? ruled : tagger(known, ruled)
  return syllablesOf(token.joined ? afterEnglish(slots) : slots)
}

/** An ending that is one consonant cannot stand alone: "Facebookን" ends in ɨn. */
function afterEnglish(slots: readonly Slot[]): readonly Slot[] {
  return slots.length === 1 && slots[0]?.vowel === undefined
    ? [{ consonant: 'ʔ', vowel: 'ɨ', geminate: false }, ...slots]
    : slots
}

/** English phones as Amharic speakers say them: no diphthongs, no dental fricatives, a tapped r. */
const AS_SPOKEN: Readonly<Record<string, readonly string[]>> = {
  ...{ ɑ: ['a'], æ: ['a'], ʌ: ['a'], ə: ['ə'], ɔ: ['o'], ɛ: ['e'], ɪ: ['i'], ʊ: ['u'] },
  ...{ aʊ: ['a', 'w'], aɪ: ['a', 'j'], ɔɪ: ['o', 'j'], eɪ: ['e'], oʊ: ['o'] },
  ...{ ɝ: ['ə', 'ɾ'], ɚ: ['ə', 'ɾ'], ɹ: ['ɾ'], θ: ['t'], ð: ['d'], ŋ: ['n', 'ɡ'] },
  ...{ tʃ: ['t͡ʃ'], dʒ: ['d͡ʒ'] },
}
const VELAR = /^[kɡ]/

/** The syllables of an English word with the phones of Amharic; the stress stays where English has it. */
function asAmharic(syllables: readonly Syllable[]): readonly Syllable[] {
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
