import { z } from 'zod'
import { RECORDING_WARNINGS, type RecordingWarning } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { LANGUAGES } from '#shared/languages/languages.ts'
import type { RetryWhileBusy } from './busy-retry.ts'
import type { Database } from './database.ts'
import { createDeletions, type Deletions } from './deletions.ts'
import { createLibraryIdentity } from './identity.ts'
import { NO_RESERVE, type Reserve, withReserve } from './reserve.ts'

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

/** The custom voices of a data folder. Throws AppError('storage/failed') and ('storage/busy'). */
export interface StoredVoices {
  /** Newest first. */
  list(account: string): readonly StoredVoice[]
  find(account: string, id: string): StoredVoice | undefined
  /** Traits of the voice, which its engine alone understands, as JSON. */
  traits(account: string, id: string): unknown
  count(account: string): number
  /** The ids among `ids` that no voice has. `work` may rely on it: no other process writes meanwhile. */
  withoutVoice(ids: readonly string[], work: (unused: readonly string[]) => void): void
  /**
   * Voice and consent together, or neither: also when `place`, which runs in the same transaction, throws. Throws
   * AppError('voice/limit') where the account has `limit` voices.
   */
  add(
    voice: StoredVoice & { readonly traits: unknown },
    consent: Consent,
    limit: number,
    place: () => void,
  ): void
  /** Undefined where the account has no such voice. */
  rename(account: string, id: string, name: string, at: string): StoredVoice | undefined
  /** Undefined where the account has no such voice. */
  remove(account: string, id: string, at: string): StoredVoice | undefined
  consent(id: string): Consent | undefined
  /** Full record of a voice of any account. */
  record(id: string): CustomVoiceRecord | undefined
  /** Enters a voice whose recording lies on the disk. False where it is there, or was deleted. */
  enter(record: CustomVoiceRecord): boolean
  /** Identity of the library. */
  identity(): string
  /** Time at which this library's last voice was made; undefined where it never had one. */
  lastMadeAt(): string | undefined
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

/**
 * The table of custom voices. What comes in has been checked: see core/custom-voices. `reserve`: what a full disk is given
 * back so that voices can be deleted.
 */
export function createStoredVoices(
  database: Database,
  reserve: Reserve = NO_RESERVE,
): StoredVoices {
  const find = (account: string, id: string): StoredVoice | undefined =>
    Rows.parse(
      database.all(`SELECT ${COLUMNS} FROM voices WHERE id = ? AND account = ?`, id, account),
    )[0]
  const count = (account: string): number =>
    Count.parse(database.all('SELECT count(*) AS count FROM voices WHERE account = ?', account))[0]
      .count
  const traits: StoredVoices['traits'] = (account, id) =>
    Traits.parse(
      database.all('SELECT traits FROM voices WHERE id = ? AND account = ?', id, account),
    )[0]?.traits
  const consent: StoredVoices['consent'] = (id) =>
    z
      .array(ConsentRow)
      .parse(database.all('SELECT * FROM voice_consents WHERE voice_id = ?', id))[0]
  return {
    retryWhileBusy: database.retryWhileBusy,
    identity: () => createLibraryIdentity(database).read().identity,
    lastMadeAt: () =>
      Last.parse(database.all('SELECT max(given_at) AS last FROM voice_consents'))[0].last ??
      undefined,
    deletions: createDeletions(database, 'voice', reserve),
    list: (account) =>
      Rows.parse(
        database.all(
          `SELECT ${COLUMNS} FROM voices WHERE account = ? ORDER BY number DESC`,
          account,
        ),
      ),
    find,
    count,
    traits,
    withoutVoice: (ids, work) =>
      database.transaction(() => {
        const rows = database.all(
          'SELECT value AS id FROM json_each(?) WHERE value NOT IN (SELECT id FROM voices)',
          JSON.stringify(ids),
        )
        work(
          z
            .array(z.object({ id: z.string() }))
            .parse(rows)
            .map(({ id }) => id),
        )
      }),
    add: (voice, consent, limit, place) =>
      database.transaction(() => {
        if (count(voice.account) >= limit) throw full(limit)
        insertVoice(database, voice)
        insertConsent(database, voice.id, consent)
        place()
      }),
    rename: (account, id, name, at) =>
      database.transaction(() => {
        const sql = 'UPDATE voices SET name = ?, updated_at = ? WHERE id = ? AND account = ?'
        database.run(sql, name, at, id, account)
        return find(account, id)
      }),
    remove(account, id, at) {
      const remove = (): StoredVoice | undefined => {
        const voice = find(account, id)
        if (!voice) return undefined
        database.run('DELETE FROM voices WHERE id = ?', id)
        database.run('UPDATE voice_consents SET voice_deleted_at = ? WHERE voice_id = ?', at, id)
        return voice
      }
      return withReserve(() => database.transaction(remove), reserve)
    },
    consent,
    record(id) {
      const [voice] = Rows.parse(database.all(`SELECT ${COLUMNS} FROM voices WHERE id = ?`, id))
      const agreed = consent(id)
      return voice && agreed && { ...voice, traits: traits(voice.account, id), consent: agreed }
    },
    enter: ({ consent: agreed, ...voice }) =>
      database.transaction(() => {
        // A consent that is there already is of a voice that is there, or was deleted on purpose.
        if (consent(voice.id)) return false
        insertVoice(database, voice)
        insertConsent(database, voice.id, agreed)
        return true
      }),
  }
}

function insertVoice(database: Database, voice: StoredVoice & { readonly traits: unknown }): void {
  database.run(
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

function insertConsent(database: Database, id: string, consent: Consent): void {
  database.run(
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
