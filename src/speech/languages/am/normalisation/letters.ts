/** The Ethiopic letters stand in rows of eight: seven vowels of one consonant, the sixth of them without one. */
const FIRST = 0x1200
const ROW = 8
const U = 1
const SIXTH = 5
const O = 6

/** A preposition that is written as one with the word after it, alone. */
export const PREFIX = /^(?:እንደ|እስከ|ስለ|ወደ|ከነ|ባለ|በየ|ለየ|ከየ|የየ|እየ|ያለ|ለነ|እነ|የ|በ|ለ|ከ)$/u
/** Context before a word that may be joined to a preposition. */
export const WORD_START = '(?<![\\p{L}\\p{M}\\d])(?:እንደ|እስከ|ስለ|ወደ|በየ|ለየ|ከየ|እየ|ያለ|የ|በ|ለ|ከ)?'

function place(letter: string): number {
  return (letter.codePointAt(0) ?? 0) - FIRST
}

function isSixth(letter: string): boolean {
  return place(letter) % ROW === SIXTH
}

function withOrder(letter: string, order: number): string {
  return String.fromCodePoint(FIRST + Math.floor(place(letter) / ROW) * ROW + order)
}

/** A word with an ending, its last letter taking the ending's vowel: "ሁለት" + "ቱ" → ሁለቱ, "መቶ" + "ዎቹ" → መቶዎቹ. */
export function withEnding(words: string, ending: string): string {
  const last = words.slice(-1)
  const first = ending.charAt(0)
  if (!isSixth(last)) return words + (first === 'ቱ' ? `ው${ending.slice(1)}` : ending)
  const stem = words.slice(0, -1)
  if (Math.floor(place(last) / ROW) === Math.floor(place(first) / ROW) && !isSixth(first)) {
    return stem + ending
  }
  if (first === 'ው' || first === 'ቱ') return stem + withOrder(last, U) + ending.slice(1)
  return first === 'ዎ' ? stem + withOrder(last, O) + ending.slice(1) : words + ending
}

/** "ስምንት" → ስምንተ, before the ending of ordinals; other vowels stay. */
export function withFirstOrder(words: string): string {
  const last = words.slice(-1)
  return isSixth(last) ? words.slice(0, -1) + withOrder(last, 0) : words
}
