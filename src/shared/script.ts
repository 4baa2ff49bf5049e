import { z } from 'zod'
import { LANGUAGES } from './voices.ts'

export const TEXT_LIMIT = 20_000
export const SPEED = { min: 0.7, max: 1.2, normal: 1 } as const

/**
 * How figures are said where speakers have a choice: in the counting the language had before schools taught another
 * (Yoruba and Igbo by scores), in its decimal counting, or in English words.
 */
export const NUMBER_STYLES = ['traditional', 'decimal', 'english'] as const
export type NumberStyle = (typeof NUMBER_STYLES)[number]

/**
 * One line of a script: a text and who says it. `language` left out means the voice's own. `languageChosen`: a person
 * chose it, so that it no longer follows what is written.
 */
export const ScriptLine = z.object({
  id: z.string().min(1).max(64),
  text: z.string().max(TEXT_LIMIT),
  voice: z.string().min(1).max(80),
  language: z.enum(LANGUAGES.map(({ code }) => code)).optional(),
  languageChosen: z.literal(true).optional(),
  speed: z.number().min(SPEED.min).max(SPEED.max),
})
export type ScriptLine = z.infer<typeof ScriptLine>

export const Script = z.object({
  title: z.string().max(200),
  lines: z.array(ScriptLine).max(2_000),
})
export type Script = z.infer<typeof Script>
