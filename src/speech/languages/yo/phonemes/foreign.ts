import type { YorubaLetter } from './letters.ts'
import { isVowel } from './sounds.ts'

const FOREIGN_LETTERS = /^[cqvxz]$/
const DIGRAPHS = new Set(['gb', 'kp', 'sh', 'gh', 'gw', 'kw'])

/**
 * Whether no Yoruba word is spelled so: letters that Yoruba does not use, consonants side by side, a consonant at the
 * end. A word with any mark is Yoruba.
 */
export function looksForeign(letters: readonly YorubaLetter[]): boolean {
  if (hasMarks(letters)) return false
  return letters.some(({ letter }, at) => {
    if (FOREIGN_LETTERS.test(letter)) return true
    const next = letters[at + 1]?.letter
    if (isVowel(letter) || (next !== undefined && isVowel(next))) return false
    if (letter === 'n') return false
    if (letter === 'm') return next === undefined
    return next === undefined || !DIGRAPHS.has(letter + next)
  })
}

/** Tone marks or under-dots: nobody marks an English word. */
export function hasMarks(letters: readonly YorubaLetter[]): boolean {
  return letters.some(({ letter, tone }) => tone !== undefined || /[ẹọṣịụ]/.test(letter))
}

/** A spelling that both languages allow, but with an e that English would not say: "game", "online". */
export function mayHaveSilentE(word: string): boolean {
  return /^[a-z]*[aiou][bdfgklmnpst]e$/.test(word)
}
