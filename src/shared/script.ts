import { z } from 'zod'
import { LANGUAGES } from './voices.ts'

export const TEXT_LIMIT = 20_000
export const SPEED = { min: 0.7, max: 1.2, normal: 1 } as const

/** One line of a script: a text and who says it. `language` left out means the voice's own. */
export const ScriptLine = z.object({
  id: z.string().min(1).max(64),
  text: z.string().max(TEXT_LIMIT),
  voice: z.string().min(1).max(80),
  language: z.enum(LANGUAGES.map(({ code }) => code)).optional(),
  speed: z.number().min(SPEED.min).max(SPEED.max),
})
export type ScriptLine = z.infer<typeof ScriptLine>

export const Script = z.object({
  title: z.string().max(200),
  lines: z.array(ScriptLine).max(2_000),
})
export type Script = z.infer<typeof Script>
