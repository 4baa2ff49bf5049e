import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Finding, SentencePair } from './sentence-pair.ts'

/**
 * Letters and digits that a translation from English has for each one of its source: the least and the most of 97 % of the pairs of news,
 * for sources of up to 60 characters and for longer ones. The other way round they are the inverse.
 */
const FROM_ENGLISH: Readonly<
  Partial<Record<LanguageCode, { readonly short: Range; readonly long: Range }>>
> = {
  am: { short: [0.32, 2.4], long: [0.28, 1.29] },
  ha: { short: [0.58, 2.9], long: [0.63, 2.0] },
  ig: { short: [0.53, 1.7], long: [0.64, 1.29] },
  pcm: { short: [0.6, 1.7], long: [0.7, 1.22] },
  yo: { short: [0.42, 2.0], long: [0.42, 1.47] },
}
type Range = readonly [least: number, most: number]

/** So short sources may have any length in another language. */
const SHORTEST = 8
const SHORT = 60

/** The whole sentence, if its translation is far shorter or longer than those of people are. */
export function lengthFindings({ source, text, from, to }: SentencePair): readonly Finding[] {
  const [asked, given] = [lengthOf(source), lengthOf(text)]
  if (asked < SHORTEST) return []
  const [least, most] = rangeFor(from, to, asked)
  const ratio = given / asked
  return ratio >= least && ratio <= most ? [] : [{ source, text }]
}

function rangeFor(from: LanguageCode, to: LanguageCode, length: number): Range {
  const size = length < SHORT ? 'short' : 'long'
  const [less, more] = FROM_ENGLISH[from]?.[size] ?? [1, 1]
  const [least, most] = FROM_ENGLISH[to]?.[size] ?? [1, 1]
  return [least / more, most / less]
}

function lengthOf(text: string): number {
  return text.normalize('NFC').match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
