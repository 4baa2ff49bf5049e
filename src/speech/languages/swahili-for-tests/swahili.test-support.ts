import type { LanguageCode } from '#shared/languages/languages.ts'
import { breaksAfter } from '#speech/languages/common/break-after.ts'
import { type Language, PLAIN_LATIN } from '#speech/languages/common/language.ts'
import type { Phonemizer, PhonemizerParts } from '#speech/languages/common/phonemizer.ts'
import { wordSet } from '#speech/languages/common/phrase-breaks.ts'
import { LATIN } from '#speech/languages/common/scripts.ts'
import { numberWords } from './number-words.test-support.ts'

/** A seventh language, as somebody would add it: nothing outside this folder knows of it. */
const CODE = 'sw' as LanguageCode

/** Spelling to IPA, the longest first (Ashton 1944, "Swahili Grammar"). */
const SOUNDS: readonly (readonly [string, string])[] = [
  ["ng'", 'ŋ'],
  ['ng', 'ŋɡ'],
  ['ny', 'ɲ'],
  ['ch', 'tʃ'],
  ['sh', 'ʃ'],
  ['th', 'θ'],
  ['dh', 'ð'],
  ['gh', 'ɣ'],
  ['j', 'dʒ'],
  ['y', 'j'],
  ['r', 'ɾ'],
  ['g', 'ɡ'],
  ['e', 'ɛ'],
  ['o', 'ɔ'],
]
const SPELLING = new RegExp(`${SOUNDS.map(([letters]) => letters).join('|')}|\\p{L}`, 'gu')

/** Every vowel is a syllable; the last but one is stressed. */
function ipaOf(word: string): string {
  const ipa = word.replace(SPELLING, (letters) => new Map(SOUNDS).get(letters) ?? letters)
  const syllables = ipa.match(/[^aɛiɔu]*[aɛiɔu](?:[^aɛiɔu]+$)?/gu) ?? [ipa]
  return syllables.map((one, n) => (n === syllables.length - 2 ? `ˈ${one}` : one)).join('.')
}

const createSwahiliPhonemizer = ({ readIpa }: PhonemizerParts): Phonemizer => ({
  async phonemize({ text, end, endsParagraph }) {
    const words = Array.from(text.matchAll(/[\p{L}']+/gu), (match) => ({
      text: match[0],
      language: CODE,
      syllables: readIpa(ipaOf(match[0].toLowerCase())).flatMap(({ syllables }) => syllables),
      breakAfter: breaksAfter(text, match.index + match[0].length),
    }))
    return { words, end, endsParagraph }
  },
})

export const SWAHILI: Language = {
  code: CODE,
  name: 'Swahili',
  aliases: ['swa', 'swh'],
  script: 'Latin',
  letters: '',
  restoresDiacritics: false,
  readingSentences: [
    'Asubuhi hii nilikwenda sokoni kununua samaki, ndizi na mafuta ya nazi.',
    'Watoto wanacheza chini ya mti mkubwa huku bibi akiwasimulia hadithi ya sungura na simba.',
    'Mvua ikiacha kunyesha, tutatengeneza mlango wa nyumba kisha tutapika wali na maharagwe.',
  ],
  readableScripts: LATIN,
  latinLetters: PLAIN_LATIN,
  normalise: (text) =>
    text.toLowerCase().replace(/\d+/g, (figure) => numberWords(Number(figure)) ?? figure),
  placeholder: 'Ada',
  sentenceProbes: ['Mtoto huyo', 'na kisha', 'Juma alisema', '5 ni', '"Ndiyo'],
  phraseBreaks: {
    longestGroup: 16,
    conjunctions: new Set('na lakini kwa kwamba ili kama'.split(' ')),
    prepositions: new Set('kwa katika kutoka hadi ya wa la'.split(' ')),
  },
  createPhonemizer: createSwahiliPhonemizer,
  phonology: {
    hasStress: true,
    hasDiphthongs: false,
    hasDoubleStops: false,
    hasOpenSyllables: false,
  },
  hints: {
    words: wordSet('habari asubuhi lakini kwamba watoto sana hii hiyo yake wao sisi'),
  },
  switchesToEnglish: false,
  tempo: 1.05,
  greetings: ['Habari, jina langu ni %.'],
  hello: 'Habari za asubuhi.',
  defaultVoice: 'lucy',
}
