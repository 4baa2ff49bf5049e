import type { Tone } from '#speech/utterance.ts'
import type { FullSyllable } from './defaults.ts'

/** A word of a sentence while its sounds are being found. */
export interface ReadWord {
  readonly key: string
  readonly syllables: readonly FullSyllable[]
  readonly breakAfter: boolean
  /** Its tones stood in the text, so nothing changes them. */
  readonly isMarked: boolean
}

const PRONOUNS = new Set(['in', 'ka', 'ki', 'ya', 'ta', 'mu', 'ku', 'su', 'a'])
/** After the future "za", "not" and what asks for the subjunctive a pronoun is low and short. */
const BEFORE_LOW_PRONOUN = new Set([
  'za',
  'ba',
  'kada',
  'kar',
  'don',
  'domin',
  'bari',
  'gara',
  'dole',
  'kamata',
])
/** After these "ba" is the verb "give". */
const SUBJECTS = new Set(
  ['ya ta na ka sun mun kun an suka muka kuka aka zai zan kin kika', 'su mu ku'].flatMap((line) =>
    line.split(' '),
  ),
)
const POLAR = new Set(['ne', 'ce'])

/**
 * Tones that the neighbours decide: "ne" and "ce" are the opposite of the tone before them, the second "ba" of a negation
 * is high (and "ba" after a subject is "give"), pronouns of the future and the subjunctive are low, and "kan" after a pronoun is the habitual.
 */
export function inContext(words: readonly ReadWord[]): readonly ReadWord[] {
  const read: ReadWord[] = []
  for (const [index, word] of words.entries()) {
    const before = read.at(-1)
    read.push(word.isMarked ? word : oneInContext(word, before, words[index + 1]))
  }
  return read
}

function oneInContext(word: ReadWord, before?: ReadWord, next?: ReadWord): ReadWord {
  const previous = before?.breakAfter ? undefined : before
  const following = word.breakAfter ? undefined : next
  if (POLAR.has(word.key)) return withTone(word, endsHigh(previous) ? 'L' : 'H', true)
  if (word.key === 'ba') return readBa(word, previous?.key, following?.key)
  if (word.key === 'kan' && previous)
    return withTone(word, PRONOUNS.has(previous.key) ? 'L' : 'HL', false)
  const isLow = PRONOUNS.has(word.key) && BEFORE_LOW_PRONOUN.has(previous?.key ?? '')
  return isLow ? withTone(word, 'L', false) : word
}

/** "Give" after a subject, "not" before a pronoun or a noun, and the end of a negation. */
function readBa(word: ReadWord, previous?: string, following?: string): ReadWord {
  if (previous && following && SUBJECTS.has(previous)) return withTone(word, 'H', true)
  const isEnd = following === undefined || POLAR.has(following)
  if (previous && isEnd) return withTone(word, 'H', false)
  return withTone(word, 'L', following === undefined || !PRONOUNS.has(following))
}

function endsHigh(word: ReadWord | undefined): boolean {
  return (word?.syllables.at(-1)?.tone ?? 'H') === 'H'
}

function withTone(word: ReadWord, tone: Tone, long: boolean): ReadWord {
  const syllables = word.syllables.map((syllable) => ({
    ...syllable,
    tone,
    long: long && syllable.coda.length === 0,
  }))
  return { ...word, syllables }
}
