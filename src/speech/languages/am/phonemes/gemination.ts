import type { Slot } from './fidel.ts'

/**
 * Long consonants that follow from a word's form, as far as common verb and noun forms go. Writing does not show them; what
 * no form tells is in the lexicon or stays short.
 */
const ONE_LETTER = 1
/** "ሚኒስትር", "ሚስት", "ሚሊዮን" after የ are no verbs. */
const NOUN_AFTER_YE = /^የሚ(?:ኒስ|ስት|ሊ|ዲያ|ካኤል|ዛን|ና|ክር)/
const RELATIVE = /^የ(?:ሚ|ማይ|ምት|ምን)./
const NEAR_END = 4

type Test = (slots: readonly Slot[], at: number, letters: string) => boolean

/** Of inflection, which few words of a dictionary show: what is learned from one does not overrule them. */
const CERTAIN: readonly Test[] = [
  isPluralEnding,
  isPossessiveEnding,
  isImperfectEnding,
  isRelativeMark,
  isPassiveImperfect,
]
const LIKELY: readonly Test[] = [
  isPalatalNasal,
  isAbstractEnding,
  isNa,
  isEndearment,
  isPerfectiveMiddle,
]

/** The same slots with the long consonants that the form of the word gives it. `letters`: one for each slot. */
export function geminate(slots: readonly Slot[], letters: string): readonly Slot[] {
  return slots.map((slot, at) => {
    if (slot.settled || slot.geminate) return slot
    const holds = (test: Test): boolean => test(slots, at, letters)
    if (CERTAIN.some(holds)) return { ...slot, geminate: true, hasKnownLength: true }
    return LIKELY.some(holds) ? { ...slot, geminate: true } : slot
  })
}

/** ɲ is long wherever it does not begin a word: "ɨɲːa", "zətʼəɲː", "hulətːəɲːa". */
function isPalatalNasal(slots: readonly Slot[], at: number): boolean {
  return at > 0 && slots[at]?.consonant === 'ɲ'
}

/** The plural: "betot͡ʃː". */
function isPluralEnding(slots: readonly Slot[], at: number): boolean {
  const isEnding = at >= slots.length - NEAR_END && at > 1
  return isEnding && slots[at]?.consonant === 't͡ʃ' && slots[at - 1]?.vowel === 'o'
}

/** "betat͡ʃːɨn" our house, "betat͡ʃːɨhu" your house, "betat͡ʃːəw" their house. */
function isPossessiveEnding(_slots: readonly Slot[], at: number, letters: string): boolean {
  return (
    at > 0 &&
    /^(?:ችሁ|ችን|ቸው)[ንምና]{0,2}$/u.test(letters.slice(at, at + 5)) &&
    at >= letters.length - 5
  )
}

/** "səwɨnːət": the ending of abstract nouns, not the last syllable of "ʔɨmnət". */
function isAbstractEnding(slots: readonly Slot[], at: number, letters: string): boolean {
  const isEnding = /^ነ(?:ት|ቱ|ቴ|ታ|ቶ|ትዋ?)[ችቸውንምና]{0,4}$/u.test(letters.slice(at)) && at >= 2
  const hasFullVowel = slots.slice(0, at).some(({ vowel }) => vowel !== undefined)
  return isEnding && (hasFullVowel || at > 2) && !/^እ?(?:ው|ም)?$/.test(letters.slice(0, at))
}

/** "betɨnːa" and a house, "sɨnfɨnːa": the last ና of a word, after a consonant. */
function isNa(slots: readonly Slot[], at: number, letters: string): boolean {
  return (
    at > 1 && at === slots.length - 1 && letters.endsWith('ና') && slots[at - 1]?.vowel === undefined
  )
}

/** "təsfajːe", "sətɨjːo": the last ዬ or ዮ of a word. */
function isEndearment(slots: readonly Slot[], at: number, letters: string): boolean {
  if (at < 2 || at !== slots.length - 1) return false
  return letters.endsWith('ዬ') || (letters.endsWith('ዮ') && slots[at - 1]?.vowel === undefined)
}

/** "ʔɨhedalːəhu" I go, "ʔɨnhedalːən" we go, "tɨhedalːat͡ʃːɨhu" you go, "tɨhedalːəh". */
function isImperfectEnding(slots: readonly Slot[], at: number, letters: string): boolean {
  if (at < 2 || slots[at]?.consonant !== 'l' || slots[at - 1]?.vowel !== 'a') return false
  const ending = letters.slice(at)
  if (ending === 'ለሁ') return /^(?:እ|አ|ል)/.test(letters)
  if (ending === 'ለን') return /^(?:እን|አን)/.test(letters)
  return /^[ትታ]/.test(letters) && /^(?:ላችሁ|ለህ|ለሽ)$/.test(ending)
}

/** "jəmːihed": who goes. */
function isRelativeMark(_slots: readonly Slot[], at: number, letters: string): boolean {
  return at === ONE_LETTER && RELATIVE.test(letters) && !NOUN_AFTER_YE.test(letters)
}

/** Endings after the last root consonant of a verb in the perfective. */
const PERFECTIVE_ENDING = /^(?:ች|ኝ)?[ንምና]{0,2}$/u
/** With የ before it, a verb may end as a noun does: "jənəbːəɾəw". */
const RELATIVE_ENDING = /^(?:ች|ው|ት|ችው|ችበት|በት|ባቸው)?[ንምና]{0,2}$/u

/** "fəlːəɡə", "tənaɡːəɾə", "kəfːətət͡ʃ": the last but one root consonant of the perfective. */
function isPerfectiveMiddle(slots: readonly Slot[], at: number, letters: string): boolean {
  const last = slots[at + 1]
  if (at < 1 || slots[at]?.vowel !== 'ə' || last?.vowel !== 'ə') return false
  const before = slots[at - 1]?.vowel
  const isVerb = before === 'ə' || (before === 'a' && at + 2 >= slots.length)
  const ending = letters.slice(at + 2)
  const isEnding = letters.startsWith('የ')
    ? RELATIVE_ENDING.test(ending)
    : PERFECTIVE_ENDING.test(ending)
  return isVerb && isEnding && last.consonant !== 't͡ʃ'
}

const PASSIVE_PREFIX = /^(?:የሚ|እንዲ|ሊ|ሲ|ቢ|ይ|ት)/
const IMPERFECT_ENDING = /^(?:ል|ሉ|ለች|ለን)?[ንምና]?$/u

/** "jɨkːəfːətal": the passive imperfect has its first two root consonants long. */
function isPassiveImperfect(slots: readonly Slot[], at: number, letters: string): boolean {
  const prefix = PASSIVE_PREFIX.exec(letters)?.[0].length
  if (prefix === undefined || (at !== prefix && at !== prefix + 1)) return false
  const [first, second, third] = slots.slice(prefix, prefix + 3)
  if (first?.vowel !== 'ə' || second?.vowel !== 'ə' || third === undefined) return false
  const ending = letters.slice(prefix + 3)
  const isVerb =
    third.vowel === 'a' ? ending !== '' : third.vowel === undefined || third.vowel === 'u'
  return isVerb && IMPERFECT_ENDING.test(ending)
}
