import { z } from 'zod'

/** Where speech was asked for. */
export const SPEECH_SOURCES = ['studio', 'export', 'api'] as const
export type SpeechSource = (typeof SPEECH_SOURCES)[number]

/** What is kept at most: entries, days, and characters of a text. */
export const HISTORY_LIMITS = { entries: 10_000, days: 365, text: 80, page: 500 } as const

/** Something that was spoken. */
export const HistoryEntry = z.object({
  id: z.number(),
  /** When it was asked for: RFC 3339, UTC. */
  at: z.string(),
  source: z.enum(SPEECH_SOURCES),
  /** Name of the API key; left out for the studio and for callers without a stored key. */
  keyName: z.string().optional(),
  voice: z.string(),
  /** The engine that spoke; `custom` for somebody's own voice. */
  engine: z.string(),
  language: z.string(),
  /** The beginning of the text; empty where the caller wanted nothing to be kept. */
  text: z.string(),
  characters: z.number(),
  /** Length of the sound. */
  seconds: z.number(),
  firstSoundMs: z.number(),
  totalMs: z.number(),
  /** Time of making divided by the length of the sound; left out where the listener held it back, or it was stopped. */
  realTimeFactor: z.number().optional(),
  /** Memory of the process that asked the engine, when the sound was whole. */
  memoryBytes: z.number(),
  /** Whether it was spoken to its end. */
  isWhole: z.boolean(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** The middle, and what 95 of 100 stay under. */
const Spread = z.object({ median: z.number(), p95: z.number() })
export type Spread = z.infer<typeof Spread>

/** What this computer took for speech with one engine. `takes`: from how many. */
export const Measured = z.object({
  engine: z.string(),
  takes: z.number(),
  firstSoundMs: Spread,
  /** Left out where no listener was quick enough to tell. */
  realTimeFactor: Spread.extend({ takes: z.number() }).optional(),
  memoryBytes: Spread,
})
export type Measured = z.infer<typeof Measured>

/** What a window may ask about the history. */
export const historyMethods = {
  /** Newest first, those before the entry `before`; `search`: words of the text, voice, language or key, marks left out. */
  'history.list': {
    input: z.object({
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(HISTORY_LIMITS.page).default(100),
      search: z.string().max(200).default(''),
      source: z.enum(SPEECH_SOURCES).optional(),
    }),
    output: z.object({ entries: z.array(HistoryEntry), total: z.number(), isMore: z.boolean() }),
  },
  'history.clear': { input: z.object({}), output: z.object({ cleared: z.number() }) },
  'history.measured': { input: z.object({}), output: z.array(Measured) },
} as const
