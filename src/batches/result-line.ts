import { z } from 'zod'
import type { LineProblem } from './line.ts'

/** What a line has become, as the files of results have it: one JSON object a line, as OpenAI's batches. */
const ResultLine = z.object({
  id: z.string(),
  custom_id: z.string().nullable(),
  /** Number of the line in the source. */
  line: z.int(),
  response: z
    .object({
      status_code: z.int(),
      request_id: z.string(),
      body: z.object({
        /** Name in the archive of sounds; null where the sound is part of one file. */
        file: z.string().nullable(),
        seconds: z.number(),
        bytes: z.int(),
        sha256: z.string().nullable(),
        voice: z.string(),
        language: z.string(),
        engine: z.string(),
        /** What is left out of the text, because its language cannot read the letters; not there if all is spoken. */
        unspoken: z.array(z.string()).optional(),
      }),
    })
    .nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type ResultLine = z.infer<typeof ResultLine>

/** Id of a line as part of a batch. */
const idOf = (batchId: string, line: number): string => `${batchId}_${line}`

/** The result of a line that gave no sound. */
export function failedLine(
  batchId: string,
  { line, customId }: { readonly line: number; readonly customId: string | undefined },
  { code, message }: LineProblem,
): ResultLine {
  return {
    ...{ id: idOf(batchId, line), custom_id: customId ?? null, line, response: null },
    error: { code, message: `Line ${line}: ${message}` },
  }
}

/** The result of a line that was spoken. */
export function spokenLine(
  batchId: string,
  { line, customId }: { readonly line: number; readonly customId: string | undefined },
  requestId: string,
  body: NonNullable<ResultLine['response']>['body'],
): ResultLine {
  return {
    ...{ id: idOf(batchId, line), custom_id: customId ?? null, line },
    ...{ response: { status_code: 200, request_id: requestId, body }, error: null },
  }
}

/** Writes a result as a line. */
export const encodeResult = (result: ResultLine): Uint8Array =>
  Buffer.from(`${JSON.stringify(result)}\n`)

/** Reads a result. */
export const decodeResult = (text: string): ResultLine => ResultLine.parse(JSON.parse(text))
