import { AMHARIC_INFO } from '#shared/languages/amharic.ts'
import { type Language, PLAIN_LATIN } from '#speech/languages/common/language.ts'
import { scriptFilter } from '#speech/languages/common/scripts.ts'
import { readAmharic } from './normalisation/amharic.ts'
import { PHRASE_BREAKS } from './normalisation/phrase-breaks.ts'
import { createAmharicPhonemizer } from './phonemes/amharic.ts'

export const AMHARIC: Language = {
  ...AMHARIC_INFO,
  readableScripts: scriptFilter('Ethiopic', 'Latin'),
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
  voiceNames: { Hana: 'ሃና', Haile: 'ኃይሌ', Tesfaye: 'ተስፋዬ', Tena: 'ጤና' },
  greetings: ['ሰላም፣ ስሜ % ነው። ዛሬ ምን ላንብብልዎ?', 'ጤና ይስጥልኝ፣ እኔ % ነኝ። አብረን እናንብብ።'],
  hello: 'እንደምን አደራችሁ።',
  defaultVoice: 'hana',
}
