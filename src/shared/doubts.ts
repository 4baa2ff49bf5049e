import { z } from 'zod'

/** Kinds of doubts: what the check of a translation against its source looks at; `sentence`: nothing in particular, but this pair of languages. */
export const DOUBT_KINDS = [
  ...(['figures', 'negation', 'names', 'words'] as const),
  ...(['length', 'repetition', 'untranslated', 'sentence'] as const),
] as const
export type DoubtKind = (typeof DOUBT_KINDS)[number]

/**
 * Something in a translation that its source does not account for. `source`: the part of the source, empty where the translation adds
 * something; `text`: the part of the translation, empty where something is lost.
 */
export const Doubt = z.object({
  kind: z.enum(DOUBT_KINDS),
  source: z.string(),
  text: z.string(),
})
export type Doubt = z.infer<typeof Doubt>

/** The most doubts that a line keeps, and the most characters of either part. */
const LIMITS = { doubts: 40, characters: 200 } as const

/** Doubts about the translation that a line of a script is. `accepted`: the text that a person has accepted; any other one is in doubt again. */
export const LineDoubts = z.object({
  found: z
    .array(
      Doubt.extend({
        source: z.string().max(LIMITS.characters),
        text: z.string().max(LIMITS.characters),
      }),
    )
    .min(1)
    .max(LIMITS.doubts),
  accepted: z.string().max(20_000).optional(),
})
export type LineDoubts = z.infer<typeof LineDoubts>

/** Doubts of a translation as its line keeps them; undefined where there are none. */
export function lineDoubtsOf(doubts: readonly Doubt[]): LineDoubts | undefined {
  if (doubts.length === 0) return undefined
  const short = (part: string): string => [...part].slice(0, LIMITS.characters / 2).join('')
  const found = doubts
    .slice(0, LIMITS.doubts)
    .map(({ kind, source, text }) => ({ kind, source: short(source), text: short(text) }))
  return { found }
}

/** A line as far as its translation is concerned. */
interface Translated {
  readonly text: string
  readonly doubts?: LineDoubts | undefined
}

/** Whether a line is a translation in doubt that nobody has accepted as it stands. A line without text is not. */
export function isInDoubt({ text, doubts }: Translated): boolean {
  return doubts !== undefined && text.trim() !== '' && doubts.accepted !== text
}

/** Doubts of a line whose words get another spelling, or of a part of it; where the line was accepted, `text` is. */
export function keptDoubts(line: Translated, text: string): LineDoubts | undefined {
  if (!line.doubts || text.trim() === '') return undefined
  return line.doubts.accepted === line.text ? { ...line.doubts, accepted: text } : line.doubts
}

/** Doubts of lines that are joined to `text`, which is accepted if none of them is in doubt. */
export function joinedDoubts(lines: readonly Translated[], text: string): LineDoubts | undefined {
  const written = lines.filter((line) => line.text.trim() !== '')
  const doubts = lineDoubtsOf(written.flatMap((line) => line.doubts?.found ?? []))
  return doubts && !written.some(isInDoubt) ? { ...doubts, accepted: text } : doubts
}

/**
 * A doubt in English, for terminals and agents.
 * @example `doubtInWords({ kind: 'negation', source: 'not', text: '' })` is `'In doubt (negation): "not" is missing'`.
 */
export function doubtInWords({ kind, source, text }: Doubt): string {
  const words: Partial<Record<DoubtKind, string>> = {
    length: 'much shorter or longer than translations usually are',
    repetition: `"${text}" appears more than once`,
    untranslated: `"${text}" was left as it is`,
    sentence: 'between these languages, sentences are seldom right',
  }
  const lost = text === '' ? `"${source}" is missing` : `"${source}" became "${text}"`
  return `In doubt (${kind}): ${words[kind] ?? (source === '' ? `"${text}" was added` : lost)}`
}
