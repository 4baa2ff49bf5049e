import { z } from 'zod'
import { CUSTOM_VOICE_LIMITS, RECORDING_WARNINGS } from './custom-voices.ts'
import { LANGUAGES } from './languages/languages.ts'

/** Limits of a clip before it is trimmed for a voice. */
export const CLIP_LIMITS = {
  /** A microphone is recorded, and a file is read, up to this length. */
  seconds: 120,
  bytes: 64 * 1024 * 1024,
  /** Of one `clips.append`. */
  partBytes: 1024 * 1024,
  /** Samples a second of a microphone. */
  rate: { min: 8_000, max: 192_000 },
} as const

/** The length of a clip that makes the best voice for the least reading, in seconds. */
export const BEST_SECONDS = { min: 6, max: 15 } as const

/** Checks of a recording, in the order in which a person mends it. */
export const RECORDING_CHECKS = ['length', 'level', 'speech', 'clipping', 'noise'] as const

/** One property of a recording, judged. `refused`: no voice can be made of it. */
export const RecordingCheck = z.object({
  kind: z.enum(RECORDING_CHECKS),
  state: z.enum(['good', 'advice', 'refused']),
  /** As measured, with its unit, short enough for a chip. */
  figure: z.string(),
  /** Result in words; where it is not good, with advice. */
  words: z.string(),
})
export type RecordingCheck = z.infer<typeof RecordingCheck>

const Language = z.enum(LANGUAGES.map(({ code }) => code))
const ClipId = z.object({ clipId: z.uuid() })
const Bytes = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.length <= CLIP_LIMITS.partBytes,
  `Send at most ${CLIP_LIMITS.partBytes} bytes at a time.`,
)

/** Part of a clip that is used: from `start` to `end`, in seconds, and whether its noise is taken out. */
export const Cut = z.object({
  start: z.number().min(0),
  end: z.number().max(CLIP_LIMITS.seconds + 1),
  cleaned: z.boolean(),
})
export type Cut = z.infer<typeof Cut>

/** A recording on disk of which no voice has been made yet. */
export const Clip = ClipId.extend({
  source: z.enum(['microphone', 'file']),
  /** Name of the dropped file; a recording of the microphone has none. */
  fileName: z.string().optional(),
  startedAt: z.string(),
  /** Length of its sound; of a clip that was interrupted, as far as it came. */
  seconds: z.number(),
  /** False where recording was interrupted: it can be used as far as it came. */
  isFinished: z.boolean(),
})
export type Clip = z.infer<typeof Clip>

const Sound = z.object({
  /** 24 kHz mono, 16 bit little endian. */
  pcm: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
})

/**
 * The contract table's part about clips: `begin`, `append` bytes as they come, each at its place, and `finish`. What
 * is appended is on disk: after a crash the clip is in `clips.list`.
 */
export const clipMethods = {
  'clips.begin': {
    input: z.discriminatedUnion('source', [
      /** The bytes that follow are 16-bit little-endian samples, mono, at `rate` Hz. */
      ClipId.extend({
        source: z.literal('microphone'),
        rate: z.number().int().min(CLIP_LIMITS.rate.min).max(CLIP_LIMITS.rate.max),
      }),
      /** The bytes that follow are the file. */
      ClipId.extend({
        source: z.literal('file'),
        fileName: z.string().max(1_000),
        sizeBytes: z.number().int().min(0),
      }),
    ]),
    output: z.object({}),
  },
  /** `position`: how many bytes came before, so that nothing is lost or doubled. */
  'clips.append': {
    input: ClipId.extend({ position: z.number().int().min(0), bytes: Bytes }),
    output: z.object({}),
  },
  'clips.finish': { input: ClipId, output: Clip },
  /** Those that wait to become a voice, the newest first. */
  'clips.list': { input: z.object({}), output: z.array(Clip) },
  'clips.sound': { input: ClipId.extend({ cleaned: z.boolean() }), output: Sound },
  /** Results of all checks, in the order of RECORDING_CHECKS. */
  'clips.check': { input: ClipId.extend({ cut: Cut }), output: z.array(RecordingCheck) },
  'clips.discard': { input: ClipId, output: z.object({}) },
} as const

/** The record of what was agreed to when a voice was made. */
const ConsentRecord = z.object({
  statement: z.string(),
  purpose: z.string(),
  givenAt: z.string(),
  /** Name of the key that made it, or the studio. */
  givenBy: z.string(),
  /** SHA-256, hexadecimal. */
  recordingSha256: z.string(),
  transcriptSha256: z.string(),
})

/** Everything there is to know of a voice of one's own. */
export const OwnVoice = z.object({
  id: z.string(),
  name: z.string(),
  /** The language in which it was recorded; its samples are in it. */
  language: Language,
  createdAt: z.string(),
  warnings: z.array(z.object({ kind: z.enum(Object.keys(RECORDING_WARNINGS)), words: z.string() })),
  consent: ConsentRecord,
})
export type OwnVoice = z.infer<typeof OwnVoice>

const VoiceId = z.object({ id: z.string().max(80) })
export const VoiceName = z.string().trim().min(1).max(CUSTOM_VOICE_LIMITS.name)

/** The contract table's part about voices of one's own and favourites. */
export const ownVoiceMethods = {
  /** Makes a voice of a clip: a job that ends in `voice.created` or `job.failed`. The clip stays until it is discarded. */
  'voices.create': {
    input: ClipId.extend({
      jobId: z.uuid(),
      cut: Cut,
      name: z.string().max(1_000),
      transcript: z.string().max(20_000),
      language: Language.optional(),
      /** Whether CONSENT_STATEMENT was agreed to. */
      consent: z.boolean(),
    }),
    output: z.object({}),
  },
  'voices.show': { input: VoiceId, output: OwnVoice },
  /** The recording it was made of, to compare it with. */
  'voices.recording': { input: VoiceId, output: Sound.extend({ transcript: z.string() }) },
  'voices.rename': { input: VoiceId.extend({ name: z.string().max(1_000) }), output: OwnVoice },
  'voices.delete': { input: VoiceId, output: z.object({}) },
  /** Ids of all kinds of voices, as they were marked. */
  'voices.favourites': { input: z.object({}), output: z.array(z.string()) },
  'voices.setFavourite': {
    input: VoiceId.extend({ isFavourite: z.boolean() }),
    output: z.object({}),
  },
} as const

export const voiceEvents = {
  /** Current step of the creation of a voice, in words. */
  'voice.progress': z.object({ jobId: z.uuid(), step: z.string() }),
  'voice.created': z.object({ jobId: z.uuid(), voice: OwnVoice }),
} as const
