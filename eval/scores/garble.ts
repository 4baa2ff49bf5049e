import { createHash } from 'node:crypto'

/** A transcript, its language, and by what it is known. */
export interface Transcribed {
  readonly name: string
  readonly language: string
  readonly text: string
}

/** Ways in which a transcript may be wrong. */
export const GARBLINGS = [
  'other',
  'reversed',
  'words',
  'letters',
  'half',
  'missing',
  'foreign',
] as const
export type Garbling = (typeof GARBLINGS)[number]

const THIRDS = 3

/**
 * The transcript garbled in every way: that of another recording ("other"), the words backwards ("reversed") or in any order ("words"),
 * the letters of each word in any order ("letters"), one half of another recording ("half"), a third left out ("missing"), and a text
 * of another language ("foreign"; left out where `all` has none). The same for the same name, whatever the order of `all`.
 */
export function garbled(
  transcript: Transcribed,
  all: readonly Transcribed[],
): Readonly<Partial<Record<Garbling, string>>> {
  const { name, language, text } = transcript
  const words = wordsOf(text)
  const ranked = (pool: readonly Transcribed[]): readonly string[] =>
    shuffled(pool, name, ({ name: other }) => other).flatMap((other) => wordsOf(other.text))
  const own = all.filter((other) => other.language === language)
  const others = ranked(own.filter((other) => other.text !== text))
  const foreign = ranked(all.filter((other) => other.language !== language))
  const half = words.length >> 1
  const third = Math.ceil(words.length / THIRDS)
  const from = [0, third, words.length - third][numberOf(`${name} third`) % THIRDS] ?? 0
  return {
    other: others.slice(0, words.length).join(' '),
    reversed: words.toReversed().join(' '),
    words: shuffled(words, name).join(' '),
    letters: words
      .map((word, at) => shuffled([...word.normalize('NFC')], `${name} ${at}`).join(''))
      .join(' '),
    half: (numberOf(`${name} half`) % 2 === 0
      ? [...words.slice(0, half), ...others.slice(0, words.length - half)]
      : [...others.slice(0, half), ...words.slice(half)]
    ).join(' '),
    missing: [...words.slice(0, from), ...words.slice(from + third)].join(' '),
    ...(foreign.length === 0 ? {} : { foreign: foreign.slice(0, words.length).join(' ') }),
  }
}

export const wordsOf = (text: string): readonly string[] =>
  text.split(/\s+/).filter((word) => word !== '')

/** In an order that depends on the seed and, where they have some, on the names of the values alone. */
function shuffled<T>(
  values: readonly T[],
  seed: string,
  nameOf: (value: T, at: number) => string = (_, at) => String(at),
): readonly T[] {
  return values
    .map((value, at) => ({ value, order: numberOf(`${seed} ${nameOf(value, at)}`) }))
    .sort((one, other) => one.order - other.order)
    .map(({ value }) => value)
}

const numberOf = (text: string): number =>
  Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 12), 16)
