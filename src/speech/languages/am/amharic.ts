import { AMHARIC_INFO } from '#shared/languages/amharic.ts'
import { type Language, PLAIN_LATIN } from '#speech/languages/common/language.ts'
import { type PhraseBreaks, wordSet } from '#speech/languages/common/phrase-breaks.ts'
import { scriptFilter } from '#speech/languages/common/scripts.ts'
import { AMHARIC_INTONATION } from './intonation.ts'
import { readAmharic } from './normalisation/amharic.ts'
import { createAmharicPhonemizer } from './phonemes/amharic.ts'

/** Words before which a speaker may take a breath. */
const PHRASE_BREAKS: PhraseBreaks = {
  longestGroup: 14,
  conjunctions: wordSet(
    'እና ወይም ወይስ ግን ነገር ይሁንና ሆኖም ምክንያቱም ስለዚህ ስለሆነም በመሆኑም ነገርግን ይሁን ዳሩ እንዲሁም እንደዚሁም ደግሞም',
    'በተጨማሪም በተጨማሪ ከዚያ ከዚያም ከዚህም ቢሆንም ምንም አለበለዚያ ማለትም በተለይ በተለይም በሌላ ለምሳሌ',
  ),
  prepositions: wordSet('ስለ ወደ እስከ እንደ ያለ በተመለከተ'),
  numerals: wordSet(
    'አንድ ሁለት ሦስት ሶስት አራት አምስት ስድስት ሰባት ስምንት ዘጠኝ አሥር አስር አሥራ አስራ ሃያ ሠላሳ ሰላሳ አርባ ሃምሳ ስልሳ ስድሳ ሰባ ሰማንያ ዘጠና መቶ ሺህ ሚሊዮን ቢሊዮን ትሪሊዮን ነጥብ',
  ),
}

export const AMHARIC: Language = {
  ...AMHARIC_INFO,
  readableScripts: scriptFilter('Ethiopic', 'Latin'),
  latinLetters: PLAIN_LATIN,
  normalise: readAmharic,
  ordinal: (figure) => `${figure}ኛ`,
  placeholder: 'አዳ',
  sentenceProbes: ['አበበ ነው', '5 ሰዎች', 'The boy', '«አዎ'],
  phraseBreaks: PHRASE_BREAKS,
  intonation: AMHARIC_INTONATION,
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
