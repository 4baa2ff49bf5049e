import { z } from 'zod'
import { foldText } from '#shared/fold-text.ts'
import {
  HISTORY_LIMITS,
  type HistoryEntry,
  type Measured,
  SPEECH_SOURCES,
  type SpeechSource,
} from '#shared/history.ts'
import {
  type Awaitable,
  all,
  type RowDatabase,
  run,
  type Steps,
  transaction,
  type Value,
} from '#storage/db/steps.ts'
import { measuredFrom } from './measured.ts'

/** Something that was spoken, before it is stored. */
export type Spoken = Omit<HistoryEntry, 'id'>

/** A page of the history. */
export interface HistoryQuery {
  readonly before?: number | undefined
  readonly limit: number
  readonly search?: string | undefined
  readonly source?: SpeechSource | undefined
}

/** Entries of a page. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[]
  readonly isMore: boolean
}

/** What was spoken, as it can be read. Throws AppError('storage/failed') and ('storage/busy'). */
export interface HistoryReader {
  /** Newest first. `isMore`: whether there are older ones. */
  list(query: HistoryQuery): Awaitable<HistoryPage>
  count(): Awaitable<number>
  /** What the takes say about this computer, engine by engine. */
  measured(): Awaitable<readonly Measured[]>
  /** Forgets everything; returns how many entries there were. */
  clear(): Awaitable<number>
}

/** The history of a program that speaks. */
export interface History extends HistoryReader {
  /** Notes something in memory, and writes it later: neither waits nor throws. What cannot be written is dropped. */
  record(spoken: Spoken): void
  /** Tells `listener` of everything that is noted from now on; returns the function that ends that. */
  onRecord(listener: (spoken: Spoken) => void): () => void
  /** Writes what waits. Never rejects. */
  flush(): Promise<void>
  /** Writes what waits, for the last time. */
  close(): Promise<void>
}

const Row = z.object({
  id: z.number(),
  said_at: z.number(),
  source: z.enum(SPEECH_SOURCES),
  key_name: z.string().nullable(),
  voice: z.string(),
  engine: z.string(),
  language: z.string(),
  text: z.string(),
  characters: z.number(),
  seconds: z.number(),
  first_sound_ms: z.number(),
  total_ms: z.number(),
  real_time_factor: z.number().nullable(),
  memory_bytes: z.number(),
  is_whole: z.number(),
})
const Rows = z.array(Row)
const Count = z.tuple([z.object({ count: z.number() })])

/** Time for which entries are collected before they are written, in milliseconds. */
const BATCH_MS = 2_000
/** Entries that wait at most: more are dropped, so that a full disk never fills the memory. */
const MAX_WAITING = 500
/** Rows that are looked at in one go by a search. */
const SEARCH_ROWS = 1_000
const DAY_MS = 86_400_000

/** The history of a library, for a command that reads or clears it. */
export function createHistoryReader(database: RowDatabase): HistoryReader {
  function* rows(where: string, ...values: readonly Value[]): Steps<readonly HistoryEntry[]> {
    return Rows.parse(yield* all(`SELECT * FROM spoken WHERE ${where}`, ...values)).map(entryOf)
  }
  return {
    count: () =>
      database.perform(function* () {
        return Count.parse(yield* all('SELECT count(*) AS count FROM spoken'))[0].count
      }),
    list: ({ before = Number.MAX_SAFE_INTEGER, limit, search = '', source }) =>
      database.perform(function* () {
        const isWanted = matcherOf(search, source)
        const entries: HistoryEntry[] = []
        let last = before
        // One more than asked for tells whether there is another page.
        while (entries.length <= limit) {
          const page = yield* rows('id < ? ORDER BY id DESC LIMIT ?', last, SEARCH_ROWS)
          entries.push(...page.filter(isWanted))
          last = page.at(-1)?.id ?? 0
          if (page.length < SEARCH_ROWS) break
        }
        return { entries: entries.slice(0, limit), isMore: entries.length > limit }
      }),
    measured: () =>
      database.perform(function* () {
        return measuredFrom(yield* rows('is_whole = 1'))
      }),
    clear: () => database.perform(() => run('DELETE FROM spoken')),
  }
}

/** The history of an open library. */
export function createHistory(database: RowDatabase, now: () => Date): History {
  const reader = createHistoryReader(database)
  let waiting: Spoken[] = []
  let timer: NodeJS.Timeout | undefined
  const listeners = new Set<(spoken: Spoken) => void>()
  const writeBatch = (batch: readonly Spoken[]): Awaitable<void> =>
    database.perform(() =>
      transaction(function* () {
        for (const spoken of batch) yield* insert(spoken)
        yield* run(
          'DELETE FROM spoken WHERE said_at < ? OR id <= (SELECT max(id) FROM spoken) - ?',
          now().getTime() - HISTORY_LIMITS.days * DAY_MS,
          HISTORY_LIMITS.entries,
        )
      }),
    )
  /** Ends when all that is being written is there. */
  let writing: Promise<unknown> = Promise.resolve()
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    if (batch.length > 0) {
      // The history is only good to have: a full or locked disk costs these entries and nothing else.
      const write = database.retryWhileBusy(() => writeBatch(batch)).catch(() => undefined)
      writing = Promise.all([writing, write])
    }
    await writing
  }
  return {
    ...reader,
    onRecord(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    record(spoken) {
      for (const listener of listeners) listener(spoken)
      if (waiting.length >= MAX_WAITING) return
      waiting.push(spoken)
      timer ??= setTimeout(flush, BATCH_MS).unref()
    },
    flush,
    close: flush,
    async clear() {
      waiting = []
      await writing
      return reader.clear()
    },
  }
}

function* insert(spoken: Spoken): Steps<void> {
  yield* run(
    `INSERT INTO spoken (said_at, source, key_name, voice, engine, language, text, characters, seconds, first_sound_ms, total_ms,
       real_time_factor, memory_bytes, is_whole) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[Date.parse(spoken.at), spoken.source, spoken.keyName ?? null, spoken.voice],
    ...[spoken.engine, spoken.language, spoken.text, spoken.characters, spoken.seconds],
    ...[spoken.firstSoundMs, spoken.totalMs, spoken.realTimeFactor ?? null],
    ...[spoken.memoryBytes, spoken.isWhole ? 1 : 0],
  )
}

function matcherOf(
  search: string,
  source: SpeechSource | undefined,
): (entry: HistoryEntry) => boolean {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  return (entry) => {
    if (source !== undefined && entry.source !== source) return false
    const { text, voice, language, engine, keyName = '' } = entry
    const folded = foldText([text, voice, language, engine, keyName].join(' '))
    return words.every((word) => folded.includes(word))
  }
}

function entryOf(row: z.infer<typeof Row>): HistoryEntry {
  const { real_time_factor: realTimeFactor, key_name: keyName } = row
  return {
    ...{ id: row.id, at: new Date(row.said_at).toISOString(), source: row.source },
    ...(keyName === null ? {} : { keyName }),
    ...{ voice: row.voice, engine: row.engine, language: row.language, text: row.text },
    ...{ characters: row.characters, seconds: row.seconds },
    ...{ firstSoundMs: row.first_sound_ms, totalMs: row.total_ms },
    ...(realTimeFactor === null ? {} : { realTimeFactor }),
    ...{ memoryBytes: row.memory_bytes, isWhole: row.is_whole === 1 },
  }
}
