/**
 * Tone and length where neither the spelling nor the lexicon shows them. The tones are the likeliest by a learned model
 * (models/hausa-tones), without it the most frequent pattern of words with as many syllables and the same ending (counted,
 * see ha-tone-patterns.md); the lengths are the more frequent of the two for the
 * vowel and its place: closed syllables are short always, e and o are long elsewhere, a, i and u are short inside a word,
 * and at its end a, e, i and o are long, u short.
 */
import type { Tone } from '#speech/utterance.ts'
import { readRows } from './lists.ts'
import { DIPHTHONGS, type OpenSyllable } from './syllables.ts'
import type { ToneTagger } from './tone-tagger.ts'

export interface FullSyllable extends OpenSyllable {
  readonly tone: Tone
  readonly long: boolean
}

/** Gives every syllable of a word a tone and a length; what is known stays. */
export type Complete = (syllables: readonly OpenSyllable[]) => readonly FullSyllable[]

const LONGEST_COUNTED = 4

/** Opens the counted tone patterns, for where there is no `tagger`. */
export async function openDefaults(folder: string, tagger?: ToneTagger): Promise<Complete> {
  const rows = await readRows(folder, 'ha-tone-patterns.tsv')
  const patterns = new Map(rows.map(([shape = '', tones = '']) => [shape, tonesOf(tones)]))
  return (syllables) => {
    const tones = tagger?.(syllables) ?? patternFor(syllables, patterns)
    return syllables.map((syllable, index) => ({
      ...syllable,
      tone: syllable.tone ?? tones[index] ?? 'L',
      long: isLong(syllable, index === syllables.length - 1),
    }))
  }
}

function tonesOf(letters: string): readonly Tone[] {
  return [...letters].map((letter) => (letter === 'H' || letter === 'L' ? letter : 'HL'))
}

/** Longer words begin low and end as words of four syllables do. */
function patternFor(
  syllables: readonly OpenSyllable[],
  patterns: ReadonlyMap<string, readonly Tone[]>,
): readonly Tone[] {
  const counted = Math.min(syllables.length, LONGEST_COUNTED)
  const last = syllables.at(-1)
  const ending = last === undefined || last.coda.length > 0 ? 'C' : last.vowel
  const tones = patterns.get(`${counted} ${ending}`) ?? patterns.get(`${counted} *`) ?? []
  return [...Array<Tone>(syllables.length - counted).fill('L'), ...tones]
}

function isLong({ vowel, coda, long }: OpenSyllable, isLast: boolean): boolean {
  if (coda.length > 0 || DIPHTHONGS.has(vowel)) return false
  if (long !== undefined) return long
  return isLast ? vowel !== 'u' : vowel === 'e' || vowel === 'o'
}
