import type { ScoreText } from '#inference/runtimes/runtime.ts'
import { scoreSymbols } from './align.ts'
import type { Frames } from './frames.ts'
import { BLANK, type Tokens } from './tokens.ts'

/** The symbols of a word; undefined where it has letters that the model lacks. */
export type SymbolsOf = (word: string) => readonly number[] | undefined

/**
 * Scores texts against frames (the most likely path of CTC through their letters). Only the letters of `words` are kept of the
 * frames, so that a recording of an hour stays small. The marks of tones count or do not, whichever fits better.
 */
export function textScorer(
  frames: Frames,
  words: readonly string[],
  symbolsOf: SymbolsOf,
  { space }: Pick<Tokens, 'space'>,
): ScoreText {
  const formsOf = (word: string): readonly (readonly number[])[] =>
    [...new Set([word, withoutMarks(word)])].flatMap((form) => {
      const symbols = symbolsOf(form) ?? []
      return symbols.length > 0 && symbols.every((id) => mayBeWritten(frames, id)) ? [symbols] : []
    })
  const forms = new Map(words.map((word) => [word, formsOf(word)]))
  const used = new Set([...forms.values()].flat(2))
  if (space !== undefined) used.add(space)
  const kept = [BLANK, ...used]
  const places = new Map(kept.map((id, at) => [id, at]))
  const compact = columnsOf(frames, kept)
  const placesOf = (ids: readonly number[]): readonly number[] =>
    ids.map((id) => places.get(id) ?? BLANK)
  return (text) => {
    const found = text
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => forms.get(word) ?? [])
    if (found.some((each) => each.length === 0)) return undefined
    // All words with their marks, or all without: two paths, not one for each choice.
    const texts = [0, 1].map((form) => found.map((each) => each[form] ?? each[0] ?? []))
    return Math.max(...texts.map((each) => scoreSymbols(compact, placesOf(joined(each, space)))))
  }
}

function joined(words: readonly (readonly number[])[], space: number | undefined): number[] {
  return words.flatMap((ids, at) => (at === 0 || space === undefined ? ids : [space, ...ids]))
}

function columnsOf({ count, vocabulary, values }: Frames, ids: readonly number[]): Frames {
  const kept = new Float32Array(count * ids.length)
  for (let frame = 0; frame < count; frame++)
    for (const [at, id] of ids.entries())
      kept[frame * ids.length + at] = values[frame * vocabulary + id]!
  return { count, vocabulary: ids.length, values: kept }
}

/** Letters of another script than that of the language are masked. */
function mayBeWritten({ count, values }: Frames, id: number): boolean {
  return count === 0 || values[id] !== Number.NEGATIVE_INFINITY
}

/** Without the marks of tones; dots below stay. */
function withoutMarks(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\u0300\u0301\u0304]/gu, '')
    .normalize('NFC')
}
