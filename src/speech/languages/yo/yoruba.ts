import { YORUBA_INFO } from '#shared/languages/yoruba.ts'
import { type Language, ZH_AS_J } from '#speech/languages/common/language.ts'
import { namesOfConsonants, namesOfVowels } from '#speech/languages/common/letter-names.ts'
import { type PhraseBreaks, wordSet } from '#speech/languages/common/phrase-breaks.ts'
import { LATIN } from '#speech/languages/common/scripts.ts'
import { YORUBA_INTONATION } from './intonation.ts'
import { readYoruba } from './normalisation/yoruba.ts'
import { createYorubaPhonemizer } from './phonemes/yoruba.ts'

/** Each word with its marks and as it is typed without them. */
function withAndWithoutMarks(line: string): ReadonlySet<string> {
  const plain = line.normalize('NFD').replace(/\p{M}/gu, '')
  return wordSet(line.normalize('NFC'), plain.normalize('NFC'))
}

/** Words before which a speaker may take a breath. "ti", "ni", "si" and "bi" are left out: without marks they are too much else. */
const PHRASE_BREAKS: PhraseBreaks = {
  longestGroup: 18,
  conjunctions: withAndWithoutMarks(
    'àti tàbí ṣùgbọ́n àmọ́ nítorí nítorípé torí nígbà nígbàtí kí tó pé wípé bótilẹ̀jẹ́pé bíótilẹ̀jẹ́pé àfi yálà ìdí nítorínáà',
  ),
  prepositions: withAndWithoutMarks(
    'láti fún pẹ̀lú nínú lórí lábẹ́ láàárín láàrin níwájú lẹ́yìn sínú sórí títí gẹ́gẹ́ nípa lára lọ́wọ́ lọ́dọ̀ sọ́dọ̀',
  ),
  numerals: withAndWithoutMarks(
    'ẹgbẹ̀rún lọ́nà ọgọ́rùn ún igba mílíọ̀nù bílíọ̀nù tírílíọ̀nù méjì mẹ́ta mẹ́rin márùn mẹ́fà méje mẹ́jọ mẹ́sàn án mẹ́wàá pọ́íǹtì ẹgbẹ̀rin ẹgbẹ̀ta àádọ́ta ọgọ́ta àádọ́rin ọgọ́rin àádọ́rùn àádọ́fà ogún ọgbọ̀n ogójì',
  ),
}

export const YORUBA: Language = {
  ...YORUBA_INFO,
  readableScripts: LATIN,
  latinLetters: {
    own: new Set('ɛɔǝəʃŋɓɖɗđðƙƴłøœæßþıɩʋ'),
    nearest: { ...ZH_AS_J, ɒ: 'ọ', ʌ: 'ọ', ɜ: 'ẹ', ʊ: 'ụ', ɪ: 'ị', ɕ: 'ṣ' },
  },
  // "á bí dí".
  letterNames: {
    ...namesOfVowels('a e ẹ i o ọ u', {
      ...{ a: 'á', e: 'é', ẹ: 'ẹ́', i: 'í', o: 'ó', ọ: 'ọ́', u: 'ú' },
    }),
    ...namesOfConsonants('b d f g gb h j k l m n p r s ṣ t w y', 'í'),
  },
  normalise: readYoruba,
  placeholder: 'Ada',
  sentenceProbes: ['Ọmọ náà', 'àti pé', 'Adé sọ', '5 ni', '"Bẹ́ẹ̀'],
  phraseBreaks: PHRASE_BREAKS,
  intonation: YORUBA_INTONATION,
  createPhonemizer: createYorubaPhonemizer,
  tones: { unmarked: 'M', levels: { H: 0.5, M: 0, L: -0.5 } },
  phonology: {
    hasStress: false,
    hasDiphthongs: false,
    hasDoubleStops: true,
    hasOpenSyllables: true,
  },
  hints: {
    words: wordSet(
      'awon naa ninu fun won ati pelu nitori lati sugbon mo wa gbogbo kan si ti ni je ojo ile owo omo',
    ),
  },
  switchesToEnglish: true,
  tempo: 1,
  voiceNames: { Sade: 'Ṣadé', Funmi: 'Fúnmi', Segun: 'Ṣégun', Femi: 'Fẹ́mi' },
  greetings: [
    'Ẹ káàárọ̀, orúkọ mi ni %. Kí ni ẹ fẹ́ kí n kà fún yín lónìí?',
    'Ẹ kú ilé, èmi ni %. Ẹ jẹ́ ká bẹ̀rẹ̀ ìwé kíkà.',
  ],
  hello: 'Ẹ káàárọ̀.',
  defaultVoice: 'sade',
}
