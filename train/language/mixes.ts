import { wordsIn } from '#speech/text/detect/features.ts'
import type { Other } from '../translation/corpora.ts'

export type Code = Other | 'en'
/** Words as they are written, all in one language. */
export interface Part {
  readonly code: Code
  readonly words: readonly string[]
}
/** A sentence in two languages, and how it was made. */
export interface Mix {
  readonly kind: string
  readonly parts: readonly Part[]
}

/** A sentence of fewer words is not mixed. */
export const LEAST_WORDS = 6
const MOST_INSERTED = 6

/** One sentence of each kind, made of a sentence and its translation. */
export function mixesOf(own: Part, english: Part, random: () => number): readonly Mix[] {
  const share = 0.3 + 0.4 * random()
  return [
    { kind: 'English inside', parts: inserted(english, own, random) },
    { kind: 'inside English', parts: inserted(own, english, random) },
    { kind: 'then English', parts: [beginning(own, share), end(english, share)] },
    { kind: 'English then', parts: [beginning(english, share), end(own, share)] },
  ]
}

function inserted(inner: Part, outer: Part, random: () => number): readonly Part[] {
  const upTo = (most: number): number => Math.floor(random() * most)
  const count = 1 + upTo(Math.min(MOST_INSERTED, inner.words.length - 1))
  const from = upTo(inner.words.length - count)
  const at = 1 + upTo(outer.words.length - 1)
  return [
    { ...outer, words: outer.words.slice(0, at) },
    { ...inner, words: inner.words.slice(from, from + count) },
    { ...outer, words: outer.words.slice(at) },
  ]
}

function beginning(part: Part, share: number): Part {
  return { ...part, words: part.words.slice(0, Math.round(part.words.length * share)) }
}

function end(part: Part, share: number): Part {
  return { ...part, words: part.words.slice(Math.round(part.words.length * share)) }
}

/** The words of a mixed sentence as the detector sees them, each with its language. */
export function labelledWords(
  parts: readonly Part[],
): readonly { readonly word: string; readonly code: Code }[] {
  return parts.flatMap(({ code, words }) =>
    words.flatMap((written) => wordsIn(written).map(({ word }) => ({ word, code }))),
  )
}

/** The words of a text as they are written, with their signs. */
export function written(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean)
}
