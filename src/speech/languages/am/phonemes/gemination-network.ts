import {
  bothWays,
  readLayer,
  rowTimes,
  weightReader,
} from '#speech/languages/common/recurrent-layers.ts'
import type { Slot } from './fidel.ts'

/** Consonants that the network tells apart, in the order of their codes; any other is as none. */
const CONSONANTS = [
  ...['h', 'l', 'm', 's', 'ɾ', 'ʃ', 'kʼ', 'b', 'v', 't', 't͡ʃ', 'n', 'ɲ', 'ʔ', 'k', 'w', 'z', 'ʒ'],
  ...['j', 'd', 'd͡ʒ', 'ɡ', 'tʼ', 't͡ʃʼ', 'pʼ', 'sʼ', 'f', 'p', 'kʼʷ', 'hʷ', 'kʷ', 'ɡʷ'],
] as const
const VOWELS = ['ə', 'u', 'i', 'a', 'e', 'ɨ', 'o'] as const
const RULES = ['short', 'likely', 'certain'] as const

const CONSONANT_CODES = CONSONANTS.length + 1
const VOWEL_CODES = VOWELS.length + 1
const RULE_CODES = RULES.length + 1
const CONSONANT_SIZE = 24
const VOWEL_SIZE = 12
const RULE_SIZE = 4
const INPUT_SIZE = CONSONANT_SIZE + VOWEL_SIZE + RULE_SIZE
const HIDDEN = 64

/** What the network sees of a letter: the codes of its consonant, its vowel, and of what the rules say; 0 of a word's edge. */
export type LetterCodes = readonly [consonant: number, vowel: number, rule: number]

/** The letters of a word as codes. `ruled`: `slots` as the rules have them. */
export function letterCodesOf(
  slots: readonly Slot[],
  ruled: readonly Slot[],
): readonly LetterCodes[] {
  return slots.map(({ consonant, vowel }, at) => [
    codeOf(CONSONANTS, consonant) || codeOf(CONSONANTS, consonant.replace('ʷ', '')),
    codeOf(VOWELS, vowel ?? 'ɨ'),
    codeOf(RULES, ruleOf(ruled[at])),
  ])
}

function codeOf(names: readonly string[], name: string): number {
  return names.indexOf(name) + 1
}

function ruleOf(slot: Slot | undefined): (typeof RULES)[number] {
  if (!slot?.geminate) return 'short'
  return slot.hasKnownLength ? 'certain' : 'likely'
}

/** Log odds that each letter of a word is long. */
export type GeminationNetwork = (letters: readonly LetterCodes[]) => readonly number[]

/**
 * The network with these weights (models/amharic-gemination/network.bin): two layers of long short-term memory over the
 * letters of a word and its two edges. Throws an Error where there are more or fewer weights than that.
 */
export function createGeminationNetwork(bytes: Int8Array): GeminationNetwork {
  const reader = weightReader(bytes, 'The network of Amharic gemination')
  const tables = [
    [reader.next(CONSONANT_CODES * CONSONANT_SIZE), CONSONANT_SIZE],
    [reader.next(VOWEL_CODES * VOWEL_SIZE), VOWEL_SIZE],
    [reader.next(RULE_CODES * RULE_SIZE), RULE_SIZE],
  ] as const
  const layers = [INPUT_SIZE, 2 * HIDDEN].map((size) => readLayer(reader, size, HIDDEN))
  const output = reader.next(2 * HIDDEN)
  const outputBias = reader.next(1)[0] ?? 0
  reader.end()
  return (letters) => {
    const edge: LetterCodes = [0, 0, 0]
    const embedded = [edge, ...letters, edge].map((codes) => embed(codes, tables))
    const states = layers.reduce(bothWays, embedded)
    return states.slice(1, -1).map((state) => outputBias + rowTimes(output, 0, state))
  }
}

function embed(
  codes: LetterCodes,
  tables: readonly (readonly [Float32Array, number])[],
): Float32Array {
  const parts = tables.map(([table, size], which) => {
    const code = codes[which] ?? 0
    return table.subarray(code * size, (code + 1) * size)
  })
  return Float32Array.from(parts.flatMap((part) => [...part]))
}
