import { type Language, PLAIN_LATIN } from '#speech/languages/language.ts'
import { scriptFilter } from '#speech/text/scripts.ts'
import { readAmharic } from './normalisation/amharic.ts'
import { PHRASE_BREAKS } from './normalisation/phrase-breaks.ts'
import { createAmharicPhonemizer } from './phonemes/amharic.ts'

export const AMHARIC: Language = {
  code: 'am',
  script: scriptFilter('Ethiopic', 'Latin'),
  latinLetters: PLAIN_LATIN,
  normalise: readAmharic,
  ordinal: (figure) => `${figure}ኛ`,
  placeholder: 'አዳ',
  sentenceProbes: ['አበበ ነው', '5 ሰዎች', 'The boy', '«አዎ'],
  phraseBreaks: PHRASE_BREAKS,
  createPhonemizer: createAmharicPhonemizer,
  phonology: {
    hasStress: false,
    hasDiphthongs: false,
    hasDoubleStops: false,
    hasOpenSyllables: false,
  },
  hints: {},
  switchesToEnglish: false,
  tempo: 1.08,
  greetings: ['ሰላም፣ ስሜ % ነው። ዛሬ ምን ላንብብልዎ?', 'ጤና ይስጥልኝ፣ እኔ % ነኝ። አብረን እናንብብ።'],
  hello: 'እንደምን አደራችሁ።',
  defaultVoice: 'hana',
}
