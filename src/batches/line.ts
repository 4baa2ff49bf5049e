import { z } from 'zod'

/** Why a line gives no sound: a code for programs, and words for people. */
export interface LineProblem {
  readonly code: string
  readonly message: string
}

/** A line as its source has it: what is to be spoken, or what is wrong with it. */
export type SourceLine = {
  /** Its number in the source, from 1. */
  readonly line: number
  /** Name that its sender gave it; undefined where it has none that can be read. */
  readonly customId: string | undefined
} & (
  | { readonly speech: LineSpeech; readonly problem?: undefined }
  | { readonly problem: LineProblem }
)

/** What a line asks for. Voices and formats are those of whoever speaks it: nothing here looks into them. */
export const LineSpeech = z.object({
  text: z.string(),
  voice: z.string(),
  language: z.string().optional(),
  speed: z.number().optional(),
  pitch: z.number().optional(),
  volume: z.number().optional(),
  numbers: z.string().optional(),
  format: z.string(),
  bitrate: z.string(),
  sampleRate: z.number().optional(),
  tempo: z.number().optional(),
  /** Seconds of silence in place of a text that has nothing to say; left out: such a text is an error. */
  silenceSeconds: z.number().optional(),
})
export type LineSpeech = z.infer<typeof LineSpeech>

/** A line as the input of a batch keeps it, in JSON. */
const StoredLine = z.object({
  line: z.int().min(1),
  id: z.string().nullable(),
  speech: LineSpeech.optional(),
  problem: z.object({ code: z.string(), message: z.string() }).optional(),
})

/** Writes a line as bytes, with the end of the line. */
export function encodeLine({ line, customId, ...rest }: SourceLine): Uint8Array {
  return Buffer.from(`${JSON.stringify({ line, id: customId ?? null, ...rest })}\n`)
}

/** Reads what `encodeLine` wrote, without the end of the line. */
export function decodeLine(text: string): SourceLine {
  const { line, id, speech, problem } = StoredLine.parse(JSON.parse(text))
  const named = { line, customId: id ?? undefined }
  return speech ? { ...named, speech } : { ...named, problem: problem ?? NOTHING }
}

const NOTHING: LineProblem = { code: 'invalid_line', message: 'The line asks for nothing.' }
