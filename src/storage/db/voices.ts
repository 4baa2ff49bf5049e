import { z } from 'zod'
import { RECORDING_WARNINGS, type RecordingWarning } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { LANGUAGES } from '#shared/languages/languages.ts'
import type { RetryWhileBusy } from './busy-retry.ts'
import { createDeletions, type Deletions } from './deletions.ts'
import { readIdentity } from './identity.ts'
import { NO_RESERVE, type Reserve, withReserve } from './reserve.ts'
import {
  type Awaitable,
  all,
  listOf,
  type RowDatabase,
  run,
  type Steps,
  transaction,
} from './steps.ts'

/** A custom voice without what it sounds like. Times in RFC 3339, UTC. */
export interface StoredVoice {
  /** `voice_` and 32 hexadecimal digits. */
  readonly id: string
  readonly account: string
  readonly name: string
  /** Language as stated by its creator; undefined where none was stated. */
  readonly language: LanguageCode | undefined
  /** The voice's own, where a request names none. */
  readonly spokenLanguage: LanguageCode
  /** Id of the engine that speaks with it. */
  readonly engine: string
  /** Warnings about the recording. */
  readonly warnings: readonly RecordingWarning[]
  /** The words of the transcript that do not fit the recording, where others do. */
  readonly misfit?: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** Consent of the speaker: by whom, when, about which sound. Kept when the voice is deleted. */
export interface Consent {
  readonly account: string
  readonly tokenName: string
  readonly statement: string
  readonly purpose: string
  readonly givenAt: string
  readonly recordingSha256: Uint8Array
  readonly transcriptSha256: Uint8Array
  readonly voiceDeletedAt: string | undefined
}

/** Voice with its traits and consent. */
export type CustomVoiceRecord = StoredVoice & {
  readonly traits: unknown
  readonly consent: Consent
}

/** A new voice, with its traits. */
type NewVoice = StoredVoice & { readonly traits: unknown }

/**
 * How the bytes of a new voice come to their place. On a disk of this computer a function does it, which runs in the transaction
 * of the rows and at once. Bytes that lie elsewhere are placed before the rows are written, and removed where that fails.
 */
export type Placing = (() => void) | BytesElsewhere

/** Bytes that are not on a disk of this computer. */
export interface BytesElsewhere {
  place(): Promise<void>
  /** Takes back what `place` did, as far as it came. */
  remove(): Promise<void>
}

/** The custom voices of a library. Throws AppError('storage/failed') and ('storage/busy'). */
export interface StoredVoices {
  /** Newest first. */
  list(account: string): Awaitable<readonly StoredVoice[]>
  find(account: string, id: string): Awaitable<StoredVoice | undefined>
  /** Traits of the voice, which its engine alone understands, as JSON. */
  traits(account: string, id: string): Awaitable<unknown>
  count(account: string): Awaitable<number>
  /** The ids among `ids` that no voice has. `work` may rely on it: no other process writes meanwhile. */
  withoutVoice(ids: readonly string[], work: (unused: readonly string[]) => void): Awaitable<void>
  /**
   * Voice, consent and bytes together, or none of them: also when `placing` throws. Throws AppError('voice/limit') where the
   * account has `limit` voices.
   */
  add(voice: NewVoice, consent: Consent, limit: number, placing: Placing): Awaitable<void>
  /** Undefined where the account has no such voice. */
  rename(account: string, id: string, name: string, at: string): Awaitable<StoredVoice | undefined>
  /** Undefined where the account has no such voice. */
  remove(account: string, id: string, at: string): Awaitable<StoredVoice | undefined>
  consent(id: string): Awaitable<Consent | undefined>
  /** Full record of a voice of any account. */
  record(id: string): Awaitable<CustomVoiceRecord | undefined>
  /** Enters a voice whose recording is there already. False where it is in the library, or was deleted. */
  enter(record: CustomVoiceRecord): Awaitable<boolean>
  /** Identity of the library. */
  identity(): Awaitable<string>
  /** Time at which this library's last voice was made; undefined where it never had one. */
  lastMadeAt(): Awaitable<string | undefined>
  readonly deletions: Deletions
  readonly retryWhileBusy: RetryWhileBusy
}

const COLUMNS =
  'id, account, name, language, spoken_language, engine, warnings, misfit, created_at, updated_at'
const WARNING_NAMES = Object.keys(RECORDING_WARNINGS) as readonly RecordingWarning[]
const Language = z.enum(LANGUAGES.map(({ code }) => code))
const Warnings = z
  .string()
  .transform((json) => z.array(z.enum(WARNING_NAMES)).parse(JSON.parse(json)))
const Row = z
  .object({
    id: z.string(),
    account: z.string(),
    name: z.string(),
    language: Language.nullable(),
    spoken_language: Language,
    engine: z.string(),
    warnings: Warnings,
    misfit: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform((row): StoredVoice => {
    const { id, account, name, language, spoken_language: spokenLanguage, engine, warnings } = row
    const times = { createdAt: row.created_at, updatedAt: row.updated_at }
    const own = { language: language ?? undefined, spokenLanguage, engine, warnings }
    const place = row.misfit === null ? {} : { misfit: row.misfit }
    return { id, account, name, ...own, ...place, ...times }
  })
const Rows = z.array(Row)
const Ids = z.array(z.object({ id: z.string() }))
const Traits = z.array(
  z.object({ traits: z.string().transform((json): unknown => JSON.parse(json)) }),
)
const Last = z.tuple([z.object({ last: z.string().nullable() })])
const Count = z.tuple([z.object({ count: z.number() })])
const ConsentRow = z
  .object({
    account: z.string(),
    token_name: z.string(),
    statement: z.string(),
    purpose: z.string(),
    given_at: z.string(),
    recording_sha256: z.instanceof(Uint8Array),
    transcript_sha256: z.instanceof(Uint8Array),
    voice_deleted_at: z.string().nullable(),
  })
  .transform(
    (row): Consent => ({
      account: row.account,
      tokenName: row.token_name,
      statement: row.statement,
      purpose: row.purpose,
      givenAt: row.given_at,
      recordingSha256: row.recording_sha256,
      transcriptSha256: row.transcript_sha256,
      voiceDeletedAt: row.voice_deleted_at ?? undefined,
    }),
  )

/** Ids that are looked up at once. */
const BATCH = 10_000

/**
 * The table of custom voices. What comes in has been checked: see core/custom-voices. `reserve`: what a full disk is given
 * back so that voices can be deleted.
 */
export function createStoredVoices(
  database: RowDatabase,
  reserve: Reserve = NO_RESERVE,
): StoredVoices {
  const { perform } = database
  return {
    retryWhileBusy: database.retryWhileBusy,
    identity: () =>
      perform(function* () {
        return (yield* readIdentity()).identity
      }),
    lastMadeAt: () =>
      perform(function* () {
        const sql = 'SELECT max(given_at) AS last FROM voice_consents'
        return Last.parse(yield* all(sql))[0].last ?? undefined
      }),
    deletions: createDeletions(database, 'voice', reserve),
    list: (account) =>
      perform(function* () {
        const sql = `SELECT ${COLUMNS} FROM voices WHERE account = ? ORDER BY number DESC`
        return Rows.parse(yield* all(sql, account))
      }),
    find: (account, id) => perform(() => findVoice(account, id)),
    count: (account) => perform(() => countVoices(account)),
    traits: (account, id) =>
      perform(function* () {
        const sql = 'SELECT traits FROM voices WHERE id = ? AND account = ?'
        return Traits.parse(yield* all(sql, id, account))[0]?.traits
      }),
    withoutVoice: (ids, work) =>
      perform(() =>
        transaction(function* () {
          const known = yield* knownAmong(ids)
          work(ids.filter((id) => !known.has(id)))
        }),
      ),
    add: (voice, consent, limit, placing) =>
      typeof placing === 'function'
        ? perform(() => addVoice(voice, consent, limit, placing))
        : addWithBytes(database, placing, voice.id, () => addVoice(voice, consent, limit)),
    rename: (account, id, name, at) =>
      perform(() =>
        transaction(function* () {
          const sql = 'UPDATE voices SET name = ?, updated_at = ? WHERE id = ? AND account = ?'
          yield* run(sql, name, at, id, account)
          return yield* findVoice(account, id)
        }),
      ),
    remove: (account, id, at) =>
      withReserve(() => perform(() => removeVoice(account, id, at)), reserve),
    consent: (id) => perform(() => findConsent(id)),
    record: (id) => perform(() => findVoiceRecord(id)),
    enter: ({ consent: agreed, ...voice }) =>
      perform(() =>
        transaction(function* () {
          // A consent that is there already is of a voice that is there, or was deleted on purpose.
          if (yield* findConsent(voice.id)) return false
          yield* insertVoice(voice)
          yield* insertConsent(voice.id, agreed)
          return true
        }),
      ),
  }
}

/** Full record of a voice of any account; undefined where there is none. */
export function* findVoiceRecord(id: string): Steps<CustomVoiceRecord | undefined> {
  const rows = yield* all(`SELECT ${COLUMNS}, traits FROM voices WHERE id = ?`, id)
  const [[voice], [own]] = [Rows.parse(rows), Traits.parse(rows)]
  const consent = yield* findConsent(id)
  return voice && own && consent && { ...voice, traits: own.traits, consent }
}

function* findVoice(account: string, id: string): Steps<StoredVoice | undefined> {
  const sql = `SELECT ${COLUMNS} FROM voices WHERE id = ? AND account = ?`
  return Rows.parse(yield* all(sql, id, account))[0]
}

function* countVoices(account: string): Steps<number> {
  const sql = 'SELECT count(*) AS count FROM voices WHERE account = ?'
  return Count.parse(yield* all(sql, account))[0].count
}

function* findConsent(id: string): Steps<Consent | undefined> {
  const rows = yield* all('SELECT * FROM voice_consents WHERE voice_id = ?', id)
  return z.array(ConsentRow).parse(rows)[0]
}

function* knownAmong(ids: readonly string[]): Steps<ReadonlySet<string>> {
  const known = new Set<string>()
  for (let start = 0; start < ids.length; start += BATCH) {
    const { placeholders, values } = listOf(ids.slice(start, start + BATCH))
    const rows = yield* all(`SELECT id FROM voices WHERE id IN ${placeholders}`, ...values)
    for (const { id } of Ids.parse(rows)) known.add(id)
  }
  return known
}

function addVoice(
  voice: NewVoice,
  consent: Consent,
  limit: number,
  place: () => void = () => undefined,
): Steps<void> {
  return transaction(function* () {
    if ((yield* countVoices(voice.account)) >= limit) throw full(limit)
    yield* insertVoice(voice)
    yield* insertConsent(voice.id, consent)
    place()
  })
}

async function addWithBytes(
  database: RowDatabase,
  bytes: BytesElsewhere,
  id: string,
  add: () => Steps<void>,
): Promise<void> {
  try {
    await bytes.place()
    await database.perform(add)
  } catch (error) {
    // The rows of a transaction whose answer was lost may be there. Where nobody can tell, bytes too many do no harm.
    const isThere = async (): Promise<boolean> =>
      (await database.perform(() => findConsent(id))) !== undefined
    if (!(await isThere().catch(() => true))) await bytes.remove().catch(() => undefined)
    throw error
  }
}

function removeVoice(account: string, id: string, at: string): Steps<StoredVoice | undefined> {
  return transaction(function* () {
    const voice = yield* findVoice(account, id)
    if (!voice) return undefined
    yield* run('DELETE FROM voices WHERE id = ?', id)
    yield* run('UPDATE voice_consents SET voice_deleted_at = ? WHERE voice_id = ?', at, id)
    return voice
  })
}

function* insertVoice(voice: NewVoice): Steps<void> {
  yield* run(
    `INSERT INTO voices (${COLUMNS}, traits) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    voice.id,
    voice.account,
    voice.name,
    voice.language ?? null,
    voice.spokenLanguage,
    voice.engine,
    JSON.stringify(voice.warnings),
    voice.misfit ?? null,
    voice.createdAt,
    voice.updatedAt,
    JSON.stringify(voice.traits),
  )
}

function* insertConsent(id: string, consent: Consent): Steps<void> {
  yield* run(
    `INSERT INTO voice_consents
       (voice_id, account, token_name, statement, purpose, given_at, recording_sha256, transcript_sha256)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    consent.account,
    consent.tokenName,
    consent.statement,
    consent.purpose,
    consent.givenAt,
    consent.recordingSha256,
    consent.transcriptSha256,
  )
}

/** Refuses the voice after the last that an account may have. */
export function full(limit: number): AppError {
  return new AppError(
    'voice/limit',
    `This account has ${limit} custom voices, which is the limit. Delete one first.`,
  )
}
