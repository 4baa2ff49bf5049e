import { hashOf } from '#speech/languages/common/hashed-features.ts'
import type { Slot } from './fidel.ts'

/** Consonants farther from an end of the word are all alike. */
const FAR = 5
const LONGEST_EDGE = 5
/** Consonants that often stand for a vowel of the pattern, or fall out. */
const WEAK = /^[wjhʔ]/
/** What stands before the stem of verbs and nouns: particles, persons, stem-forming t, ʔ, ʔas. */
const PREFIX =
  /^(?:jə|bə|lə|kə|sɨ|ʔɨndə|sɨlə|wədə|ʔɨskə)?(?:mi|ma|mɨ)?(?:ʔal|ʔaj|li|bi|si|ʔɨndi)?(?:ʔɨn|jɨ|ja|tɨ|ta|ʔɨ|mə|ma)?(?:ʔastə|tə|ʔa|ʔas|sɨ)?/
/** What stands behind it: persons, objects, plurals, articles, "and", "also". */
const SUFFIX =
  /(?:t͡ʃɨhu|t͡ʃəw|t͡ʃɨn|t͡ʃɨ|hu|hɨ|ʃɨ|nə|u|wa|wɨ|wi|al|alə|o|otʃɨ|nətɨ|ɲa|ɲɨ|tɨ|ɨ|ə|a|e|i)?(?:nɨ|mɨ|na|sɨ)?$/

interface Sound {
  readonly consonant: string
  readonly vowel: string
}

/**
 * Hashes of what is known of each consonant of a word before its length is: its place, its sounds and those beside it,
 * the vowels of the word (its pattern), the consonants around it (its root), how the word begins and ends, and whether
 * the rules have it long.
 */
export function geminationFeatures(
  slots: readonly Slot[],
  ruled: readonly Slot[],
): readonly (readonly number[])[] {
  const sounds = slots.map(({ consonant, vowel }) => ({ consonant, vowel: vowel ?? 'ɨ' }))
  return slots.map((_, at) => {
    const rule = ruled[at]?.geminate ? 'long' : 'short'
    return Array.from(namesOf(sounds, at, rule), hashOf)
  })
}

function* namesOf(sounds: readonly Sound[], at: number, rule: string): Generator<string> {
  const letters = sounds.map(({ consonant, vowel }) => consonant + vowel)
  const consonant = (index: number): string => sounds[index]?.consonant ?? '#'
  const vowel = (index: number): string => sounds[index]?.vowel ?? '#'
  const letter = (index: number): string => letters[index] ?? '#'
  const fromEnd = Math.min(FAR, sounds.length - 1 - at)
  const fromStart = Math.min(FAR, at)
  const pattern = sounds.map(patternOf)
  yield 'bias'
  yield `r ${rule}`
  yield `rl ${rule} ${letter(at)} ${fromEnd}`
  yield `p ${Math.min(sounds.length, FAR + 2)} ${fromEnd}`
  yield `ps ${fromStart}`
  yield `l ${letter(at)}`
  yield `le ${letter(at)} ${fromEnd}`
  yield `ls ${letter(at)} ${fromStart}`
  yield `c ${consonant(at)} ${fromEnd}`
  yield `lb ${letter(at - 1)} ${letter(at)}`
  yield `la ${letter(at)} ${letter(at + 1)}`
  yield `lba ${letter(at - 1)} ${letter(at)} ${letter(at + 1)}`
  yield `laa ${letter(at)} ${letter(at + 1)} ${letter(at + 2)}`
  yield `lbb ${letter(at - 2)} ${letter(at - 1)} ${letter(at)}`
  yield `k1 ${consonant(at - 1)} ${consonant(at)}`
  yield `k2 ${consonant(at)} ${consonant(at + 1)}`
  yield `k3 ${consonant(at - 1)} ${consonant(at)} ${consonant(at + 1)}`
  yield `k4 ${consonant(at)} ${consonant(at + 1)} ${consonant(at + 2)}`
  yield `k5 ${consonant(at - 2)} ${consonant(at - 1)} ${consonant(at)}`
  const radical = (index: number): string => radicalOf(consonant(index))
  yield `d3 ${radical(at - 1)} ${radical(at)} ${radical(at + 1)}`
  yield `d4 ${radical(at)} ${radical(at + 1)} ${radical(at + 2)}`
  yield `d5 ${radical(at - 2)} ${radical(at - 1)} ${radical(at)}`
  yield `dp ${radical(at - 1)} ${radical(at)} ${radical(at + 1)} ${vowel(at - 1)} ${vowel(at)}`
  yield `v3 ${vowel(at - 1)} ${vowel(at)} ${vowel(at + 1)}`
  yield `v3e ${vowel(at - 1)} ${vowel(at)} ${vowel(at + 1)} ${fromEnd}`
  yield `v5 ${vowel(at - 2)} ${vowel(at - 1)} ${vowel(at)} ${vowel(at + 1)} ${vowel(at + 2)}`
  yield `v5e ${vowel(at - 2)} ${vowel(at - 1)} ${vowel(at)} ${vowel(at + 1)} ${vowel(at + 2)} ${fromEnd} ${fromStart}`
  yield `vc ${vowel(at - 1)} ${letter(at)} ${vowel(at + 1)}`
  yield `eq ${consonant(at) === consonant(at + 1)} ${consonant(at) === consonant(at - 1)} ${vowel(at)} ${fromEnd}`
  yield `w ${at} ${letters.join('')}`
  yield `pt ${at} ${pattern.join(' ')}`
  for (let size = 1; size <= Math.min(LONGEST_EDGE, letters.length); size++) {
    yield `e ${fromEnd} ${letters.slice(-size).join('')}`
    yield `ep ${fromEnd} ${pattern.slice(-size).join(' ')}`
    yield `epc ${fromEnd} ${consonant(at)} ${pattern.slice(-size).join(' ')}`
    yield `a ${fromStart} ${letters.slice(0, size).join('')}`
    yield `ap ${fromStart} ${pattern.slice(0, size).join(' ')}`
  }
  yield* stemNames(sounds, letters, pattern, at)
}

/** The stem alone: its pattern, its root, and where in it the consonant stands. */
function* stemNames(
  sounds: readonly Sound[],
  letters: readonly string[],
  pattern: readonly string[],
  at: number,
): Generator<string> {
  const first = lettersIn(letters, PREFIX.exec(letters.join(''))?.[0].length ?? 0)
  const end = letters.length - first < 2 ? letters.length : stemEnd(letters, first)
  const place = at - first
  const root = sounds.slice(first, end).map(({ consonant }) => radicalOf(consonant))
  const before = letters.slice(0, first).join('')
  const after = letters.slice(end).join('')
  const where = at < first ? 'before' : at >= end ? 'after' : `${place}`
  const strong = sounds.flatMap(({ consonant }, index) => (WEAK.test(consonant) ? [] : [index]))
  const mine = strong.indexOf(at)
  if (mine !== -1) {
    const radicals = strong.map((index) => radicalOf(sounds[index]?.consonant ?? ''))
    yield `rw ${mine} ${radicals.join(' ')}`
    for (const shift of [0, 1, 2])
      if (mine >= shift)
        yield `r3 ${shift} ${radicals.slice(mine - shift, mine - shift + 3).join(' ')}`
  }
  yield `sp ${where} ${pattern.slice(first, end).join(' ')}`
  yield `spa ${where} ${before}+${pattern.slice(first, end).join(' ')}+${after}`
  yield `spb ${where} ${before}+${root.length}`
  yield `sr ${where} ${root.join('')}`
  yield `srl ${where} ${letters.slice(first, end).join('')}`
  yield `sb ${where} ${before} ${at < first ? at : ''}`
  yield `sa ${where} ${after} ${at >= end ? at - end : ''}`
}

/** Number of whole letters within the first `length` characters. */
function lettersIn(letters: readonly string[], length: number): number {
  let count = 0
  let seen = 0
  while (count < letters.length && seen + (letters[count]?.length ?? 0) <= length)
    seen += letters[count++]?.length ?? 0
  return count
}

function stemEnd(letters: readonly string[], first: number): number {
  const rest = letters.slice(first)
  const stem = rest.join('').replace(SUFFIX, '')
  return first + Math.max(2, lettersIn(rest, stem.length))
}

/** The vowel, and the consonant where it is weak. */
function patternOf({ consonant, vowel }: Sound): string {
  return (WEAK.exec(consonant)?.[0] ?? '') + vowel
}

/** The consonant that a palatal one of a verb form stands for: "ləmaɲː" of "ləmːənə". */
const RADICALS: Readonly<Record<string, string>> = {
  ...{ t͡ʃ: 't', d͡ʒ: 'd', ɲ: 'n', ʃ: 's', t͡ʃʼ: 'tʼ', ʒ: 'z' },
}

function radicalOf(consonant: string): string {
  return RADICALS[consonant] ?? consonant
}
