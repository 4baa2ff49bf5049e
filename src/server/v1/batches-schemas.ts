import { z } from 'zod'
import type { DeadLetter, Batch as StoredBatch } from '#batches/batches.ts'
import { BATCH_SOUNDS } from '#batches/settings.ts'
import { unixSeconds } from '#server/http/unix-seconds.ts'
import { BITRATES, STREAM_FORMATS } from '#shared/formats.ts'
import { BATCH_STATUSES } from '#storage/db/batches.ts'
import { BATCH_ENDPOINTS } from './batch-lines.ts'
import { whole } from './files-schemas.ts'
import { oneOf } from './speech-request.ts'

const seconds = z.int().nullable().meta({ description: 'Seconds since 1970.' })
const fileId = z.string().nullable()

/** A batch, as OpenAI's API shows it, and what else there is to know. */
export const Batch = z
  .object({
    id: z.string(),
    object: z.literal('batch'),
    endpoint: z.string(),
    status: z.enum(BATCH_STATUSES),
    input_file_id: fileId,
    completion_window: z.string(),
    output_file_id: fileId.meta({
      description: 'Results of the lines that were spoken, in their order, as JSONL.',
    }),
    error_file_id: fileId.meta({
      description:
        'Errors of the lines that were not, in their order, as JSONL; null: there are none.',
    }),
    audio_file_id: fileId.meta({
      description: 'The sound: a tar with a file of each line, or one file of all.',
    }),
    manifest_file_id: fileId.meta({
      description: 'Counts, voices and engines, and the SHA-256 of every file, as JSON.',
    }),
    errors: z
      .object({
        object: z.literal('list'),
        data: z.array(z.object({ code: z.string(), message: z.string() })),
      })
      .nullable()
      .meta({
        description:
          'Why it does not go on, in words; of one that has ended, how many of its lines were not spoken (`lines_failed`).',
      }),
    created_at: z.int(),
    in_progress_at: seconds,
    finalizing_at: seconds,
    completed_at: seconds,
    failed_at: seconds,
    cancelling_at: seconds,
    cancelled_at: seconds,
    request_counts: z.object({
      total: z.int(),
      completed: z.int(),
      failed: z
        .int()
        .meta({ description: 'Bad lines, those that could not be spoken, dead letters.' }),
      dead: z.int().meta({ description: 'Dead letters: they can be tried again.' }),
      cancelled: z.int(),
    }),
    seconds: z.number().meta({ description: 'Length of the sound so far.' }),
    sound: z.enum(BATCH_SOUNDS),
    metadata: z.record(z.string(), z.string()),
  })
  .meta({ id: 'Batch' })

export const BatchList = z
  .object({
    object: z.literal('list'),
    data: z.array(Batch),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  })
  .meta({ id: 'BatchList' })

export const DeadLetters = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        line: z.int(),
        custom_id: z.string().nullable(),
        text: z.string().nullable(),
        error: z.string(),
        attempts: z.int(),
      }),
    ),
    has_more: z.boolean(),
  })
  .meta({ id: 'DeadLetters' })

export const Retried = z
  .object({ batch: Batch, retried: z.int().meta({ description: 'Lines that are tried again.' }) })
  .meta({ id: 'RetriedBatch' })

const MOST_METADATA = 16
const LONGEST_METADATA = 512
const LONGEST_TITLE = 200
const MOST_GAP_SECONDS = 10

/** The body of POST /v1/batches. */
export const NewBatch = z
  .object(
    {
      endpoint: oneOf('endpoint', BATCH_ENDPOINTS).meta({
        description:
          'The operation whose body each line has. All lines name the same one as their url.',
      }),
      input_file_id: z
        .string({ error: 'input_file_id must be the id of a file that you have uploaded.' })
        .nullish()
        .meta({
          description: 'Id of a file in JSONL, sent with POST /v1/files. In its place: requests.',
        }),
      requests: z
        .array(z.unknown(), { error: 'requests must be a list of lines.' })
        .nullish()
        .meta({ description: 'The lines themselves, where they fit into one request.' }),
      completion_window: z
        .literal('24h', { error: 'completion_window must be "24h".' })
        .nullish()
        .meta({
          description: 'Accepted for clients of OpenAI’s API. A batch has all the time it needs.',
        }),
      metadata: z
        .record(z.string().max(64), z.string().max(LONGEST_METADATA), {
          error: 'metadata must be an object of strings.',
        })
        .refine((given) => Object.keys(given).length <= MOST_METADATA, {
          error: `metadata has at most ${MOST_METADATA} entries.`,
        })
        .nullish(),
      sound: oneOf('sound', BATCH_SOUNDS).nullish().meta({
        description:
          'files: a tar with a file of each line. joined: one file of all, as for a book.',
      }),
      format: oneOf('format', STREAM_FORMATS).nullish().meta({
        description: 'Format of joined sound; left out: mp3. Files have the format of their line.',
      }),
      bitrate: oneOf('bitrate', BITRATES).nullish().meta({ description: 'Of joined sound.' }),
      gap_seconds: z
        .number({ error: 'gap_seconds must be a number.' })
        .min(0)
        .max(MOST_GAP_SECONDS)
        .nullish()
        .meta({ description: 'Silence behind each line of joined sound; left out: 0.4.' }),
      title: z
        .string({ error: 'title must be a string.' })
        .max(LONGEST_TITLE)
        .nullish()
        .meta({ description: 'Title that signed sound states.' }),
    },
    { error: 'Send a JSON object with endpoint and input_file_id.' },
  )
  .refine(
    ({ input_file_id: file, requests }) =>
      typeof file === 'string' ? !requests : Boolean(requests),
    {
      path: ['input_file_id'],
      error: 'Send either input_file_id, the id of a file in JSONL, or the lines as requests.',
    },
  )
  .meta({ id: 'NewBatch' })

export const ListBatchesQuery = z.object({
  limit: whole('limit', { min: 1, max: 100, usual: 20 }),
  after: z
    .string({ error: 'after must be given once: the last_id of the page before.' })
    .optional()
    .transform((after) => after || undefined)
    .meta({ description: 'The last_id of the page before. Left out or empty: the first page.' }),
})

export const DeadQuery = z.object({
  limit: whole('limit', { min: 1, max: 100, usual: 50 }),
  after: whole('after', { min: 0, max: 999_999_999, usual: 0 }),
})

export const RetryBody = z
  .object(
    {
      line: z
        .int({ error: 'line must be the number of a line.' })
        .min(1, { error: 'line must be the number of a line.' })
        .nullish()
        .meta({ description: 'The dead letter of this line alone; left out: all of them.' }),
    },
    { error: 'Send a JSON object: {} for all dead letters.' },
  )
  .meta({ id: 'RetryBatch' })

/** A batch as callers see it. */
export function batchOf(batch: StoredBatch): z.infer<typeof Batch> {
  const { settings, output, progress, status, endedAt } = batch
  const ended = (state: string): number | null => (status === state ? unix(endedAt) : null)
  return {
    ...{ id: batch.id, object: 'batch', endpoint: settings.endpoint, status },
    input_file_id: settings.inputFileId ?? null,
    completion_window: settings.completionWindow,
    output_file_id: output.results ?? null,
    error_file_id: output.errors ?? null,
    audio_file_id: output.sound ?? null,
    manifest_file_id: output.manifest ?? null,
    errors: errorsOf(batch),
    created_at: unixSeconds(batch.createdAt),
    in_progress_at: unix(batch.startedAt),
    finalizing_at: unix(batch.finalizingAt),
    completed_at: ended('completed'),
    failed_at: ended('failed'),
    cancelling_at: unix(batch.cancellingAt),
    cancelled_at: ended('cancelled'),
    request_counts: {
      ...{ total: batch.lines, completed: progress.completed, dead: progress.dead },
      ...{ failed: progress.failed + progress.dead, cancelled: progress.cancelled },
    },
    seconds: Math.round(progress.seconds * 1_000) / 1_000,
    ...{ sound: settings.sound, metadata: settings.metadata },
  }
}

function errorsOf({ status, error, progress, lines }: StoredBatch) {
  const data: { code: string; message: string }[] = []
  if (error !== undefined) data.push({ code: `batch_${status}`, message: error })
  const { dead } = progress
  const failed = progress.failed + dead
  if (status === 'completed' && failed > 0) {
    const words = `${failed} of ${lines} lines were not spoken: error_file_id says why.`
    const again = dead === 0 ? '' : ` ${dead} of them can be tried again (POST …/retry).`
    data.push({ code: 'lines_failed', message: `${words}${again}` })
  }
  return data.length === 0 ? null : { object: 'list' as const, data }
}

const unix = (time: string | undefined): number | null =>
  time === undefined ? null : unixSeconds(time)

/** A dead letter as callers see it. */
export function deadLetterOf(letter: DeadLetter): z.infer<typeof DeadLetters>['data'][number] {
  const { line, customId, text, error, attempts } = letter
  return { line, custom_id: customId ?? null, text: text ?? null, error, attempts }
}
