import { z } from 'zod'
import type { StoredBatch } from '#storage/db/batches.ts'

/** The sound of a batch: a file of each line, in a tar; or one file of all. */
export const BATCH_SOUNDS = ['files', 'joined'] as const

/** How a batch was ordered. */
export const BatchSettings = z.object({
  /** Path of the operation whose body each line has. */
  endpoint: z.string(),
  sound: z.enum(BATCH_SOUNDS),
  /** Of joined sound. */
  format: z.string(),
  bitrate: z.string(),
  /** Silence between two lines of joined sound, in seconds. */
  gapSeconds: z.number(),
  title: z.string().optional(),
  inputFileId: z.string().optional(),
  completionWindow: z.string(),
  metadata: z.record(z.string(), z.string()),
  /** The span of the request that ordered it, to which its chunks belong wherever they are spoken; left out: nothing was traced. */
  trace: z
    .object({ traceparent: z.string(), tracestate: z.string().exactOptional() })
    .exactOptional(),
})
export type BatchSettings = z.infer<typeof BatchSettings>

/** Reads the settings of a batch. */
export function settingsOf({ settings }: Pick<StoredBatch, 'settings'>): BatchSettings {
  return BatchSettings.parse(JSON.parse(settings))
}

/** Files of a result. `input`: SHA-256 of what was read. */
const BatchOutput = z.object({
  results: z.string().optional(),
  errors: z.string().optional(),
  sound: z.string().optional(),
  manifest: z.string().optional(),
  inputSha256: z.string().optional(),
})
export type BatchOutput = z.infer<typeof BatchOutput>

/** Reads which files a batch has as its result: their ids. */
export function outputOf({ output }: Pick<StoredBatch, 'output'>): BatchOutput {
  return BatchOutput.parse(JSON.parse(output))
}
