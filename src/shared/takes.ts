import { z } from 'zod'
import { LINE_SPEED, PITCH, ScriptLine, STORED_LINE_LIMIT, VOLUME } from './script.ts'

export const TAKE_LIMITS = { note: 500, seed: 0x7fff_ffff } as const

const ProjectId = z.string().min(1).max(64)
export const TakeId = z.uuid()
const LineId = ScriptLine.shape.id

/** Chooses one of the ways to say a text: small changes of timing and pitch. The same seed gives the same sound. */
export const Seed = z.number().int().min(0).max(TAKE_LIMITS.seed)

/** What a take was made from: with the same of these, a line sounds the same. */
export const TakeSource = z.object({
  text: ScriptLine.shape.text,
  voice: ScriptLine.shape.voice,
  /** BCP 47; left out: the voice's own. */
  language: z.string().max(35).optional(),
  speed: z.number().min(LINE_SPEED.min).max(LINE_SPEED.max),
  pitch: z.number().min(PITCH.min).max(PITCH.max).optional(),
  volume: z.number().min(VOLUME.min).max(VOLUME.max).optional(),
  /** Left out: as the text is said by default. */
  seed: Seed.optional(),
  /** Fingerprint of what the dictionary and the accepted marks did to the text; empty where that was nothing. */
  dictionary: z.string().max(64),
})
export type TakeSource = z.infer<typeof TakeSource>

/** A finished take of a line, without its sound. */
export const TakeInfo = TakeSource.extend({
  id: TakeId,
  lineId: LineId,
  seconds: z.number().min(0),
  /** Integrated loudness in LUFS (ITU-R BS.1770); left out where the take is too quiet or too short to measure. */
  loudness: z.number().optional(),
  /** ISO 8601. */
  madeAt: z.string(),
  /** The program and its version that made it. */
  madeBy: z.string(),
  star: z.boolean(),
  note: z.string().max(TAKE_LIMITS.note),
  deleted: z.boolean(),
  /** Why its sound cannot be heard, in words; left out where it can. */
  problem: z.string().optional(),
})
export type TakeInfo = z.infer<typeof TakeInfo>

/** A person chose this take for a line whose key was `lineKey`. It counts as long as the line has that key. */
export const TakeChoice = z.object({
  lineId: LineId,
  takeId: TakeId,
  lineKey: z.string().max(200_000),
  /** The line is read as the take is, though it is written in another way: the take counts as one of the line. */
  isReadAlike: z.literal(true).optional(),
  /** Place among all takes and choices of the project: the later one counts. */
  order: z.number(),
})
export type TakeChoice = z.infer<typeof TakeChoice>

const OneTake = z.object({ projectId: ProjectId, takeId: TakeId })
const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
const OrderedTake = TakeInfo.extend({ order: z.number() })
export type OrderedTake = z.infer<typeof OrderedTake>

/** The contract table's part about takes. */
export const takeMethods = {
  /** All takes of a project, also deleted ones, in the order in which they were made. */
  'takes.list': {
    input: z.object({ projectId: ProjectId }),
    output: z.object({
      takes: z.array(OrderedTake),
      choices: z.array(TakeChoice),
      /** What could not be read, in words. */
      problem: z.string().optional(),
    }),
  },
  /** Sound, words and peaks of a take. Throws `take/not-found` and `take/damaged`. */
  'takes.open': {
    input: OneTake,
    output: z.object({
      /** FLAC, 24 kHz, mono, 16 bit. */
      flac: Bytes,
      words: z.array(z.object({ text: z.string(), start: z.number(), end: z.number() })),
      /** Peak of each hundredth of a second, 0 to 255. */
      peaks: Bytes,
    }),
  },
  'takes.change': {
    input: OneTake.extend({
      star: z.boolean().optional(),
      note: TakeInfo.shape.note.optional(),
      deleted: z.boolean().optional(),
    }),
    output: z.object({}),
  },
  'takes.choose': {
    input: TakeChoice.omit({ order: true }).extend({ projectId: ProjectId }),
    output: z.object({}),
  },
  /** Fingerprint of what the dictionary and the accepted marks do to each text as its voice reads it. */
  'takes.fingerprints': {
    input: z.object({
      projectId: ProjectId,
      texts: z
        .array(TakeSource.pick({ text: true, voice: true, language: true }))
        .max(STORED_LINE_LIMIT),
    }),
    output: z.array(z.string()),
  },
} as const

export const takeEvents = {
  /** Takes and choices of a project that are new or were changed, here or elsewhere. */
  'takes.changed': z.object({
    projectId: ProjectId,
    takes: z.array(OrderedTake),
    choices: z.array(TakeChoice),
  }),
  /** A finished take could not be stored: it can be heard as long as the window has it. */
  'takes.not-stored': OneTake.extend({ message: z.string() }),
  /** The dictionary or the accepted marks were changed: fingerprints may be others now. */
  'dictionary.changed': z.object({ changedAt: z.string() }),
} as const

/**
 * Key of what a line, or a take, is made from, without the seed: every way to say the same is as good.
 */
export function sourceKey(source: Omit<TakeSource, 'seed'>): string {
  const { text, voice, speed, language, pitch = 0, volume = 0, dictionary } = source
  return JSON.stringify([text.trim(), voice, speed, language, pitch, volume, dictionary])
}
