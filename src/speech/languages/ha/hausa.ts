import { HAUSA_INFO } from '#shared/languages/hausa.ts'
import { type Language, TWO_TONES, ZH_AS_J } from '#speech/languages/common/language.ts'
import { namesOfConsonants, namesOfVowels } from '#speech/languages/common/letter-names.ts'
import { type PhraseBreaks, wordSet } from '#speech/languages/common/phrase-breaks.ts'
import { LATIN } from '#speech/languages/common/scripts.ts'
import { HAUSA_INTONATION } from './intonation.ts'
import { readHausa } from './normalisation/hausa.ts'
import { createHausaPhonemizer } from './phonemes/hausa.ts'

/** Words before which a speaker may take a breath. */
const PHRASE_BREAKS: PhraseBreaks = {
  longestGroup: 14,
  conjunctions: wordSet(
    'kuma amma sai domin don saboda idan in sannan wanda wadda wacce waɗanda wadanda inda lokacin kafin har ko',
    'cewa yayin kamar tun yadda balle ballantana wato face kodayake',
  ),
  prepositions: wordSet(
    'a daga zuwa cikin kan ga da tare bisa tsakanin ƙarƙashin karkashin gaban bayan wajen game ta dangane',
  ),
  numerals: wordSet(
    "ɗari dari dubu miliyan biliyan goma ashirin talatin arba'in hamsin sittin saba'in tamanin casa'in",
    'ɗaya daya biyu uku huɗu hudu biyar shida bakwai takwas tara sha sifili ɗigo digo',
  ),
}

export const HAUSA: Language = {
  ...HAUSA_INFO,
  readableScripts: LATIN,
  latinLetters: {
    own: new Set('ɓɗƙƴɖʠđæœøßŋɲɛɔəǝıłþðɽ'),
    nearest: { ...ZH_AS_J, ɣ: 'g', ƣ: 'g', ʧ: 'c', ɕ: 'sh' },
  },
  // "a ba ca da" (abacada).
  letterNames: {
    ...namesOfVowels('a e i o u'),
    ...namesOfConsonants("b ɓ c d ɗ f g h j k ƙ l m n r s sh t ts w y ƴ 'y z", 'a'),
  },
  normalise: readHausa,
  ordinal: (figure) => `na ${figure}`,
  placeholder: 'Ada',
  sentenceProbes: ['Yaron ya', 'da kuma', 'Musa ya', '5 ne', '"Eh'],
  phraseBreaks: PHRASE_BREAKS,
  intonation: HAUSA_INTONATION,
  createPhonemizer: createHausaPhonemizer,
  tones: { unmarked: 'H', levels: TWO_TONES },
  phonology: {
    hasStress: false,
    hasDiphthongs: false,
    hasDoubleStops: false,
    hasOpenSyllables: false,
  },
  hints: {
    words: wordSet(
      'da ta ba shi ita kuma cikin wannan domin amma idan suna yana tana ina kana mutane sannan wani wata daga',
    ),
  },
  switchesToEnglish: true,
  tempo: 1.05,
  greetings: [
    'Sannu, sunana %. Me kake so in karanta maka yau?',
    'Barka da safiya, wannan muryar % ce. Mu fara karatu.',
  ],
  hello: 'Ina kwana.',
  defaultVoice: 'amina',
}
