import { PIDGIN_INFO } from '#shared/languages/pidgin.ts'
import { ENGLISH_PROBES, type Language, ZH_AS_J } from '#speech/languages/common/language.ts'
import { type PhraseBreaks, wordSet } from '#speech/languages/common/phrase-breaks.ts'
import { LATIN } from '#speech/languages/common/scripts.ts'
import { prepareEnglish } from '#speech/languages/en/normalisation/english.ts'
import { PIDGIN_INTONATION } from './intonation.ts'
import { readPidgin } from './normalisation/pidgin.ts'
import { createPidginPhonemizer } from './phonemes/pidgin.ts'

/** Words before which a speaker may take a breath. */
const PHRASE_BREAKS: PhraseBreaks = {
  longestGroup: 24,
  conjunctions: wordSet(
    'and but bot or abi wey say sey while where who which because becos bikos bicos cos if wen when before bifor after afta until till since so make den then even although',
  ),
  prepositions: wordSet('for with wit from like inside ontop on under without to about by'),
  numerals: wordSet(
    'hundred thousand million billion trillion',
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    'twenty thirty forty fifty sixty seventy eighty ninety point',
  ),
}

export const PIDGIN: Language = {
  ...PIDGIN_INFO,
  readableScripts: LATIN,
  latinLetters: { own: new Set(), nearest: ZH_AS_J },
  prepare: prepareEnglish,
  normalise: readPidgin,
  placeholder: 'Ada',
  sentenceProbes: ENGLISH_PROBES,
  phraseBreaks: PHRASE_BREAKS,
  intonation: PIDGIN_INTONATION,
  createPhonemizer: createPidginPhonemizer,
  // High and low are about as many.
  tones: { unmarked: undefined, levels: { H: 0.36, M: 0.14, L: -0.36 } },
  phonology: {
    hasStress: true,
    hasDiphthongs: true,
    hasDoubleStops: false,
    hasOpenSyllables: false,
  },
  hints: {
    words: wordSet(
      'dey wetin una abeg wey dem dis dat dia sabi comot pikin oga don im sef wahala abi oya waka fit nor',
    ),
  },
  lexifier: 'en',
  switchesToEnglish: false,
  tempo: 1.05,
  greetings: [
    'How far, my name na %. Wetin you wan make I read for you?',
    'Una well done, na me be %. Make we start to dey read.',
  ],
  hello: 'How you dey?',
  defaultVoice: 'justice',
}
