import { z } from 'zod'
import { Cut } from './clips.ts'
import { LANGUAGES } from './languages/languages.ts'
import { Reading } from './reading.ts'
import { TEXT_LIMIT } from './script.ts'

/** Limits of a recording that is written down, and of one `transcribe.append`, in bytes. */
export const SOUND_LIMITS = { bytes: 25 * 1024 * 1024, partBytes: 1024 * 1024 } as const

const JobId = z.object({ jobId: z.uuid() })
const Language = z.enum(LANGUAGES.map(({ code }) => code))
const Bytes = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.length <= SOUND_LIMITS.partBytes,
  `Send at most ${SOUND_LIMITS.partBytes} bytes at a time.`,
)

/** A sentence of a recording, with its time in seconds. */
const TranscribedSentence = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  /** Left out: it could not be told. */
  language: Language.optional(),
})

/**
 * The contract table's part about writing down recordings. A recording that a window sends: `begin`, `append` its bytes as
 * they come, `start`. It is a job from `begin` on, which ends in `transcribe.done` or `job.failed`; `job.cancel` stops it.
 */
export const transcriptionMethods = {
  'transcribe.begin': {
    input: JobId.extend({ sizeBytes: z.number().int().min(0) }),
    output: z.object({}),
  },
  /** `position`: how many bytes came before, so that nothing is lost or doubled. */
  'transcribe.append': {
    input: JobId.extend({ position: z.number().int().min(0), bytes: Bytes }),
    output: z.object({}),
  },
  'transcribe.start': {
    input: JobId.extend({
      source: z.discriminatedUnion('kind', [
        /** What was sent since `begin`. */
        z.object({ kind: z.literal('sent') }),
        /** A recording of which no voice has been made yet; without `begin`. */
        z.object({ kind: z.literal('clip'), clipId: z.uuid(), cut: Cut }),
      ]),
      /** Left out: told from the recording; where a text is expected, from the text. */
      language: Language.optional(),
      /** What should be read: the recording is compared with it. */
      expected: z.string().max(TEXT_LIMIT).optional(),
    }),
    output: z.object({}),
  },
} as const

export const transcriptionEvents = {
  /** The next piece of the text, and up to which second of the recording it reaches, where that is known. */
  'transcribe.progress': JobId.extend({ text: z.string(), seconds: z.number().optional() }),
  'transcribe.done': JobId.extend({
    text: z.string(),
    sentences: z.array(TranscribedSentence),
    /** Of the whole recording; left out: it could not be told. */
    language: Language.optional(),
    /** "pack ID" or "endpoint". */
    provider: z.string().optional(),
    /** Where a text was expected. */
    reading: Reading.optional(),
  }),
} as const
