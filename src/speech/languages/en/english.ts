import { ENGLISH_INFO } from '#shared/languages/english.ts'
import { ENGLISH_PROBES, type Language, PLAIN_LATIN } from '#speech/languages/common/language.ts'
import { type PhraseBreaks, wordSet } from '#speech/languages/common/phrase-breaks.ts'
import { LATIN } from '#speech/languages/common/scripts.ts'
import { ENGLISH_INTONATION } from './intonation.ts'
import { prepareEnglish, readEnglish } from './normalisation/english.ts'
import { americanPhone } from './phonemes/american-phone.ts'
import { createEnglishPhonemizer } from './phonemes/english-reader.ts'
import { standardNigerianAccent } from './phonemes/nigerian-accent.ts'

/** A new clause begins with these: the best place for a breath where there is no mark. */
const CONJUNCTIONS = wordSet(
  'and but or nor so yet because although though while whereas unless until since if when whenever where wherever',
  'which who whom whose that before after as than whether however therefore',
)

/** A phrase begins with these. */
const PREPOSITIONS = wordSet(
  'in on at by for from with to into onto of about above across against along among around behind below beneath beside',
  'between beyond despite during except inside near over past through throughout toward towards under upon within without',
)

const PHRASE_BREAKS: PhraseBreaks = {
  longestGroup: 30,
  conjunctions: CONJUNCTIONS,
  prepositions: PREPOSITIONS,
  numerals: wordSet(
    'hundred thousand million billion trillion',
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    'twenty thirty forty fifty sixty seventy eighty ninety point',
  ),
}

export const ENGLISH: Language = {
  ...ENGLISH_INFO,
  readableScripts: LATIN,
  latinLetters: PLAIN_LATIN,
  prepare: prepareEnglish,
  normalise: readEnglish,
  placeholder: 'Ada',
  sentenceProbes: ENGLISH_PROBES,
  phraseBreaks: PHRASE_BREAKS,
  intonation: ENGLISH_INTONATION,
  createPhonemizer: createEnglishPhonemizer,
  phonology: {
    hasStress: true,
    hasDiphthongs: true,
    hasDoubleStops: false,
    hasOpenSyllables: false,
    neverInitial: new Set(['ŋ']),
    hasSClusters: true,
    phoneOfIpa: americanPhone,
  },
  dialects: [{ tag: 'en-NG', pronounce: standardNigerianAccent, isSyllableTimed: true }],
  hints: {
    words: wordSet(
      'the and of is are was were this that these with from have has had will would they their there which you your when what been because',
    ),
  },
  switchesToEnglish: false,
  tempo: 1,
  greetings: [
    'Hello, I am %. Tell me what you would like to hear.',
    'Good morning, this is %, reading to you from your own computer.',
  ],
  hello: 'Good morning.',
  defaultVoice: 'lina',
}
