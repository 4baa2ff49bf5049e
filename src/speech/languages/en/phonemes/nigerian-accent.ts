import type { Phone, Syllable, Word } from '#speech/utterance.ts'
import { isAfricanName } from './african-names.ts'
import { englishPhone } from './english-phone.ts'
import { type NigerianVowel, nigerianVowel, nigerianVowelAt } from './nigerian-vowels.ts'
import { spellingsOf } from './spelling-of-vowels.ts'

const VOWEL = /^[aeiouæɑɔəɚɛɝɪʊʌ]/
const OBSTRUENT = /^(?:[pbkɡfvszʃ]|tʃ|dʒ)$/
const R: Phone = englishPhone('ɹ')
const Y: Phone = englishPhone('j')

const STOPS_FOR_TH: Readonly<Record<string, Phone>> = {
  θ: englishPhone('t'),
  ð: englishPhone('d'),
}

/** What a newsreader says and what is said in the street. */
interface Manner {
  readonly consonants: Readonly<Record<string, Phone>>
  /** Whether the last t and d of "next" and "asked" are heard. */
  readonly keepsLastStop: boolean
}
const STANDARD: Manner = { consonants: STOPS_FOR_TH, keepsLastStop: true }
const BROAD: Manner = {
  consonants: { ...STOPS_FOR_TH, ʒ: englishPhone('ʃ') },
  keepsLastStop: false,
}

/** Function words keep their full vowels; these, and a few others, are not said as they are spelled. One vowel per syllable. */
const SAID = new Map<string, readonly NigerianVowel[]>([
  ...allWith('a', 'a an and am are as at can had has have shall sir than that her hers'),
  ...allWith('ɔ', 'but does for from must of or some us was what your'),
  ...allWith('u', 'could do should to would you'),
  ...allWith('i', 'been the he she we me be it is in if'),
  ...allWith('ɛ', 'said them then their there were where'),
  ['because', ['i', 'ɔ']],
  ['into', ['i', 'u']],
  ['again', ['a', 'e']],
  ['against', ['a', 'e']],
])

function allWith(vowel: NigerianVowel, words: string): [string, readonly NigerianVowel[]][] {
  return words.split(' ').map((word) => [word, [vowel]])
}

/** A phone of a word and where it stands. */
interface Place {
  readonly phone: Phone
  readonly syllable: number
  readonly isStressed: boolean
}

/**
 * English words as a newsreader in Lagos says them: seven vowels without length or schwa, FACE and GOAT without a
 * glide, every vowel full and coloured by its spelling, no r after a vowel, t and d for th (Jibril 1982; Gut 2008; Udofot
 * 2004). Stress stays; words of other languages stay as they are.
 */
export function standardNigerianAccent(words: readonly Word[]): readonly Word[] {
  return accented(words, STANDARD)
}

/**
 * English words as Pidgin and Igbo have borrowed them: as `standardNigerianAccent`, but the last t and d are lost after
 * another obstruent, and ʒ is ʃ.
 */
export function broadNigerianAccent(words: readonly Word[]): readonly Word[] {
  return accented(words, BROAD)
}

function accented(words: readonly Word[], manner: Manner): readonly Word[] {
  return words.map((word) =>
    word.language === 'en' ? { ...word, syllables: syllablesOf(word, manner) } : word,
  )
}

function syllablesOf(word: Word, { consonants, keepsLastStop }: Manner): readonly Syllable[] {
  const places = word.syllables.flatMap(({ phones, stress }, syllable) =>
    phones.map((phone): Place => ({ phone, syllable, isStressed: stress > 0 })),
  )
  const vowels = vowelsOf(word, places)
  const said = word.syllables.map((): Phone[][] => [[]])
  for (const [index, { phone, syllable }] of places.entries()) {
    const parts = said[syllable] ?? []
    const vowel = vowels[index]
    if (vowel !== undefined) parts.at(-1)?.push(...yodBefore(places, index, word), vowel)
    else if (isSaid(places, index, keepsLastStop))
      parts.at(-1)?.push(consonants[phone.ipa] ?? phone)
    if (hasCentringGlide(places, index)) parts.push([nigerianVowel('a')])
    if (isRhotic(places[index]) && isVowel(places[index + 1])) startNext(said, syllable)
  }
  return said.flatMap((parts, syllable) => {
    const stress = word.syllables[syllable]?.stress ?? 0
    return parts.map((phones, part): Syllable => ({ phones, stress: part === 0 ? stress : 0 }))
  })
}

/** The r of "memory" begins the syllable after its vowel. */
function startNext(said: readonly Phone[][][], syllable: number): void {
  const next = said[syllable + 1]?.[0] ?? said[syllable]?.at(-1)
  next?.push(R)
}

function vowelsOf(word: Word, places: readonly Place[]): readonly (Phone | undefined)[] {
  const fixed = SAID.get(word.text)
  const spellings = spellingsOf(
    word.text,
    places.map((place) => ({ ipa: place.phone.ipa, isVowel: isVowel(place) })),
  )
  const last = places.findLastIndex(isVowel)
  const isName = isAfricanName(word.text)
  return places.map((place, index) => {
    if (!isVowel(place)) return undefined
    if (isCure(places, index)) return nigerianVowel('ɔ')
    const vowel =
      fixed?.[place.syllable] ??
      nigerianVowelAt({
        ipa: place.phone.ipa,
        spelling: spellings[index] ?? '',
        isStressed: place.isStressed,
        // "Nwachi" has the a of "father", not that of "watch".
        before: isName ? '' : (places[index - 1]?.phone.ipa ?? ''),
        after: places[index + 1]?.phone.ipa ?? '',
        isLastSyllable: index === last,
      })
    return vowel === undefined ? place.phone : nigerianVowel(vowel)
  })
}

function isVowel(place: Place | undefined): boolean {
  return place !== undefined && VOWEL.test(place.phone.ipa)
}

function isRhotic(place: Place | undefined): boolean {
  return place !== undefined && /^[ɚɝ]$/.test(place.phone.ipa)
}

/** An r that no vowel follows. */
function isCodaR(places: readonly Place[], index: number): boolean {
  return places[index]?.phone.ipa === 'ɹ' && !isVowel(places[index + 1])
}

/** "poor", "sure". */
function isCure(places: readonly Place[], index: number): boolean {
  return /^[ʊu]$/.test(places[index]?.phone.ipa ?? '') && isCodaR(places, index + 1)
}

/** "here" is said in two syllables, and so are "fire" and "hour". */
function hasCentringGlide(places: readonly Place[], index: number): boolean {
  return /^(?:ɪ|i|aɪ|aʊ)$/.test(places[index]?.phone.ipa ?? '') && isCodaR(places, index + 1)
}

/** "student", "new": as in Britain, with a y that America has lost. */
function yodBefore(places: readonly Place[], index: number, word: Word): readonly Phone[] {
  if (places[index]?.phone.ipa !== 'u' || !/^[tdn]$/.test(places[index - 1]?.phone.ipa ?? ''))
    return []
  const before = /[tdn](?:u|ew|eu)/.test(word.text) && !/oo|[tdn]o/.test(word.text)
  return before ? [Y] : []
}

/** Not an r after a vowel; the t or d of "next" and "asked" where they are kept. */
function isSaid(places: readonly Place[], index: number, keepsLastStop: boolean): boolean {
  if (isCodaR(places, index)) return false
  if (keepsLastStop) return true
  const isLastStop = index === places.length - 1 && /^[td]$/.test(places[index]?.phone.ipa ?? '')
  return !(isLastStop && OBSTRUENT.test(places[index - 1]?.phone.ipa ?? ''))
}
