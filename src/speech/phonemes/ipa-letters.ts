/** Letters and marks of the International Phonetic Alphabet as `ipa-words.ts` reads them (IPA chart, 2020). */
export const VOWELS: ReadonlySet<string> = new Set('iɪeɛæaɑɒɐɔoʊuʌəɚɝɜɨʉøœyɯɤɘɵɞ')
export const CONSONANTS: ReadonlySet<string> = new Set(
  'pbtdkɡqcɟʔmnɲŋɳɱfvszʃʒθðhɦxɣχʁħʕɸβçʝʂʐrɹɾɽʀlɭʎɫɬɮjwɥɰʍɓɗɠʄʋ',
)
export const NASALS: ReadonlySet<string> = new Set('mnɲŋɳɱ')
const LIQUIDS_AND_GLIDES: ReadonlySet<string> = new Set('lɫɹrɾɽjwɥ')
const OBSTRUENTS: ReadonlySet<string> = new Set('pbtdkɡcfvθðszʃhɸβx')

/** Other characters that people type for IPA letters. */
export const SAME_LETTER: Readonly<Record<string, string>> = { g: 'ɡ', ε: 'ɛ', ɩ: 'ɪ', ʋ: 'ʋ' }

/** Marks above and below a letter. */
export const TIES = /^[\u0361\u035c]$/u
export const NASALISED = '\u0303'
export const SYLLABIC = /^[\u0329\u030d]$/u
export const NOT_SYLLABIC = /^[\u032f\u0311]$/u
/** Creaky voice, which distinguishes Hausa 'y from y. */
export const CREAKY = '\u0330'
/**
 * Dental, apical, more open or closed, fronted, backed, voiceless, devoiced…: finer distinctions than the voices make.
 */
export const TOO_FINE =
  /^[\u032a\u033a-\u033c\u031c-\u0320\u031d\u031e\u0325\u030a\u032c\u0308\u033d\u0339\u0324]$/u

/** Modifiers after a letter: labialised, palatalised, aspirated; ejective; long. */
export const SECONDARY = /^[ʷʲʰ]$/u
export const EJECTIVE = /^[ʼ'’]$/u
export const LONG = /^[ː:]$/u
/** Half-long, no audible release, rhotic hook, linking, downstep and upstep: ignored. */
export const PASSED_OVER = /^(?:\u031a|[ˑ˞‿ꜜꜛ])$/u

export const TONE_MARKS: Readonly<Record<string, 'H' | 'M' | 'L' | 'HL' | 'LH'>> = {
  '\u0301': 'H',
  '\u030b': 'H',
  '\u0304': 'M',
  '\u0300': 'L',
  '\u030f': 'L',
  '\u0302': 'HL',
  '\u030c': 'LH',
}
/** Chao's tone letters, as heights from 5 to 1. */
export const TONE_LETTERS = '˩˨˧˦˥'

/** Two letters that are one phone even without a tie bar. */
export const AFFRICATES: ReadonlySet<string> = new Set(['tʃ', 'dʒ'])
export const DOUBLE_STOPS: ReadonlySet<string> = new Set(['kp', 'ɡb'])
export const DIPHTHONGS: ReadonlySet<string> = new Set(['aɪ', 'aʊ', 'ɔɪ', 'eɪ', 'oʊ', 'əʊ'])

/**
 * Whether two consonants form a syllable onset ("pl", "kw", "tj").
 * @example `startTogether('t', 'ɹ')` is `true`.
 */
export function startTogether(first: string, second: string): boolean {
  return OBSTRUENTS.has(first) && LIQUIDS_AND_GLIDES.has(second)
}
