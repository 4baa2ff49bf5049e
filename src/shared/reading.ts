import { z } from 'zod'
import { DIFFERENCE_KINDS } from './words/compare-words.ts'

/** A place where a reading differs from its text. */
export const ReadingFinding = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  /** As it is written, and where: UTF-16 units of the text. Of what is too much, empty: the place where it was heard. */
  written: z.string(),
  from: z.number(),
  to: z.number(),
  /** As it should be said; empty for what is too much. */
  expected: z.string(),
  /** As it was heard; empty for what is missing. */
  heard: z.string(),
  /** When it was heard, in seconds of the recording; left out where nothing was. */
  start: z.number().optional(),
  end: z.number().optional(),
  /** Whether the sound itself speaks against the text. False: only the recogniser's words do, and these may be wrong. */
  isSure: z.boolean(),
})
export type ReadingFinding = z.infer<typeof ReadingFinding>

/** A recording compared with the text that is read in it. */
export const Reading = z.object({
  /** How many words should be said, after figures and signs were put into words. */
  words: z.number(),
  /** What was heard. */
  heard: z.string(),
  /** In the order of the text. */
  findings: z.array(ReadingFinding),
  /** `sound`: doubtful words were compared with the sound itself. `words`: only with what the recogniser wrote. */
  basis: z.enum(['sound', 'words']),
})
export type Reading = z.infer<typeof Reading>
