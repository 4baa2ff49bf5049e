import type { LanguageCode } from '#shared/languages/languages.ts'

/** One of the languages, or `other`. */
export type DetectedLanguage = LanguageCode | 'other'

/** Slots for the weights of hashed features, a power of two. */
export const SLOTS = 1 << 19
/** Classes that the model was trained on, in the order of the weights of a slot. Other languages are told by their hints. */
export const CLASSES: readonly DetectedLanguage[] = ['en', 'am', 'ha', 'ig', 'yo', 'pcm', 'other']

/** UTF-16 units of a text that are read. */
const MOST_READ = 2_000
const LONGEST_GRAM = 5
const LONGEST_WORD = 32
/** A text of so few words is a feature of its own, as most greetings are. */
const LONGEST_PHRASE = 4
const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193
const WORD = /[\p{L}\p{M}]+(?:['’ʼ‘][\p{L}\p{M}]+)*/gu

/** A word in the form used for features, and its place in the text in UTF-16 units; `end` is exclusive. */
export interface PlacedWord {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** Words of the beginning of a text in the form used for features: small letters, NFC, one kind of apostrophe. */
export function wordsOf(text: string): readonly string[] {
  return wordsIn(text.slice(0, MOST_READ)).map(({ word }) => word)
}

/** All words of a text with their places. */
export function wordsIn(text: string): readonly PlacedWord[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index: start }) => {
    return { word: asSeen(word), start, end: start + word.length }
  })
}

function asSeen(word: string): string {
  const letters = word.toLowerCase().normalize('NFC').replace(/[’ʼ‘]/g, "'")
  return letters.slice(0, LONGEST_WORD)
}

/**
 * Slots of hashed features: each word, each pair of words, each character n-gram of length 1 to 5 with word edges, and the whole of a
 * text of few words.
 */
export function featuresOf(words: readonly string[]): readonly number[] {
  const slots: number[] = []
  if (words.length > 0 && words.length <= LONGEST_PHRASE)
    slots.push(slotOf(fnv(words.join(' '), FNV_START ^ 2)))
  let before = fnv('<', FNV_START)
  for (const word of words) {
    const whole = fnv(word, FNV_START ^ 1)
    slots.push(slotOf(whole), slotOf(Math.imul(before, FNV_PRIME) ^ whole))
    before = whole
    const edged = `<${word}>`
    for (let start = 0; start < edged.length; start++) {
      let value = FNV_START
      const end = Math.min(edged.length, start + LONGEST_GRAM)
      for (let at = start; at < end; at++) {
        value = Math.imul(value ^ edged.charCodeAt(at), FNV_PRIME)
        slots.push(slotOf(value))
      }
    }
  }
  return slots
}

function fnv(text: string, start: number): number {
  let value = start
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), FNV_PRIME)
  return value
}

/** The lower bits of FNV-1a alone mix badly: the upper ones are folded in. */
function slotOf(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return ((mixed ^ (mixed >>> 13)) >>> 0) & (SLOTS - 1)
}
