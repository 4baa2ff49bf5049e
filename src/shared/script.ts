import { z } from 'zod'
import { LANGUAGES } from './languages/languages.ts'

export const TEXT_LIMIT = 20_000
export const SPEED = { min: 0.7, max: 1.2, normal: 1 } as const

/**
 * How figures are said where speakers have a choice: in the counting the language had before schools taught another
 * (Yoruba and Igbo by scores), in its decimal counting, or in English words.
 */
export const NUMBER_STYLES = ['traditional', 'decimal', 'english'] as const
export type NumberStyle = (typeof NUMBER_STYLES)[number]

/** When something is heard in a recording, in seconds from its start. */
export const HeardAt = z.object({ start: z.number().min(0), end: z.number().min(0) })
export type HeardAt = z.infer<typeof HeardAt>

/**
 * One line of a script: a text and who says it. `language` left out means the voice's own. `languageChosen`: a person
 * chose it, so that it no longer follows what is written. `heardAt`: when it is said in the recording from which it was
 * written down.
 */
export const ScriptLine = z.object({
  id: z.string().min(1).max(64),
  text: z.string().max(TEXT_LIMIT),
  voice: z.string().min(1).max(80),
  language: z.enum(LANGUAGES.map(({ code }) => code)).optional(),
  languageChosen: z.literal(true).optional(),
  speed: z.number().min(SPEED.min).max(SPEED.max),
  heardAt: HeardAt.optional(),
})
export type ScriptLine = z.infer<typeof ScriptLine>

/** The most lines that a person may write into a script. */
export const LINE_LIMIT = 2_000
/** The most that may be stored: two windows that fill the last places at once both keep what they wrote. */
export const STORED_LINE_LIMIT = 2 * LINE_LIMIT

const Title = z.string().max(200)
/** A window of the studio as long as its page lives, by a random name. */
export const WindowId = z.string().min(1).max(64)

/**
 * Two windows changed the same thing at once. The script has what was there first; this is what the later window,
 * `by`, would have. Both are stored until a person has answered.
 */
export const Conflict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('line'), id: z.string().max(200), by: WindowId, line: ScriptLine }),
  z.object({ kind: z.literal('title'), id: z.string().max(200), by: WindowId, title: Title }),
])
export type Conflict = z.infer<typeof Conflict>

export const Script = z.object({
  title: Title,
  lines: z.array(ScriptLine).max(STORED_LINE_LIMIT),
  /** Questions that are open; left out where there are none. */
  conflicts: z.array(Conflict).optional(),
})
export type Script = z.infer<typeof Script>
