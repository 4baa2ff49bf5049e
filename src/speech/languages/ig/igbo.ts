import { IGBO_INFO } from '#shared/languages/igbo.ts'
import { type Language, TWO_TONES, ZH_AS_J } from '#speech/languages/common/language.ts'
import { namesOfConsonants, namesOfVowels } from '#speech/languages/common/letter-names.ts'
import { type PhraseBreaks, wordSet } from '#speech/languages/common/phrase-breaks.ts'
import { LATIN } from '#speech/languages/common/scripts.ts'
import { IGBO_INTONATION } from './intonation.ts'
import { readIgbo } from './normalisation/igbo.ts'
import { createIgboPhonemizer } from './phonemes/igbo.ts'

/** Words before which a speaker may take a breath. */
const PHRASE_BREAKS: PhraseBreaks = {
  longestGroup: 14,
  conjunctions: wordSet(
    "ma mana maọbụ ka nke ndị ebe mgbe tupu makana nakwa tutu kama yabụ bụrụ dịka wee maka kemgbe n'ihi n'agbanyeghị",
  ),
  prepositions: wordSet(
    "na n'ime n'elu n'okpuru n'etiti n'ihu n'azụ site gbasara banyere ruo n'ala n'ụlọ n'obodo n'oge n'afọ n'ụbọchị",
  ),
  numerals: wordSet(
    'iri narị puku nde ijeri efu otu abụọ atọ anọ ise isii asaa asatọ itoolu ntụpọ',
  ),
}

export const IGBO: Language = {
  ...IGBO_INFO,
  readableScripts: LATIN,
  latinLetters: {
    own: new Set('æœøßɓɗƙƴɔɛŋʊɩɪ'),
    nearest: { ...ZH_AS_J, ɒ: 'ọ', ʌ: 'ọ', ɯ: 'ụ', ɨ: 'ị', ɕ: 'sh' },
  },
  // "a bị chị dị" (abịchịdị).
  letterNames: {
    ...namesOfVowels('a e i ị o ọ u ụ'),
    ...namesOfConsonants('b ch d f g gb gh gw h j k kp kw l m n ṅ nw ny p r s sh t v w y z', 'ị'),
  },
  normalise: readIgbo,
  ordinal: (figure) => `nke ${figure}`,
  placeholder: 'Ada',
  sentenceProbes: ['Nwa ahụ', 'na ihe', 'Okafor kwuru', '5 ka', '"Ee'],
  phraseBreaks: PHRASE_BREAKS,
  intonation: IGBO_INTONATION,
  createPhonemizer: createIgboPhonemizer,
  tones: { unmarked: 'H', levels: TWO_TONES },
  phonology: {
    hasStress: false,
    hasDiphthongs: false,
    hasDoubleStops: true,
    hasOpenSyllables: true,
  },
  hints: {
    words: wordSet(
      'nke ndi bu ihe onye maka mana anyi unu ike ndu oge otu niile ahu nwere ga nwa ebe kedu',
    ),
  },
  switchesToEnglish: true,
  tempo: 1,
  greetings: [
    'Ndewo, aha m bụ %. Gịnị ka ị chọrọ ka m gụọ taa?',
    'Ụtụtụ ọma, a bụ m %. Ka anyị malite ịgụ akwụkwọ.',
  ],
  hello: 'Ụtụtụ ọma.',
  defaultVoice: 'ngozi',
}
