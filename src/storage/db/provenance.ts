import { z } from 'zod'
import { NO_RESERVE, type Reserve, withReserve } from './reserve.ts'
import { type Awaitable, all, type RowDatabase, run, type Steps, transaction } from './steps.ts'

/** One signed file or answer. Times in RFC 3339, UTC; digests in lower-case hexadecimal. */
export interface RecordRow {
  readonly requestId: string
  readonly account: string
  readonly createdAt: string
  readonly voice: string
  readonly language: string
  readonly engine: string
  readonly format: string
  readonly placement: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly manifestId: string
  readonly certificateSha256: string
}

/** A certificate (DER): one of ours that no key file remembers, or one that the owner believes. */
export interface CertificateRow {
  readonly id: number
  readonly der: Uint8Array
  readonly addedAt: string
}

type CertificateRole = 'own' | 'trusted'

/** Tables of provenance. Throws AppError('storage/failed'), ('storage/busy') and ('storage/full'). */
export interface ProvenanceRows {
  /** Waits for a library that is locked (see busy-retry.ts), and takes of the reserve where the disk is full. */
  add(record: RecordRow, signal: AbortSignal): Promise<void>
  /**
   * Takes out the oldest records, `limit` at most, so that `most` stay; returns how many. Those of a request that has had
   * a manifest beside its sound since `besideSince` (RFC 3339, UTC) stay too. Waits as `add` does.
   */
  prune(most: number, limit: number, besideSince: string): Promise<number>
  /** Records of a request in the order of signing; without an account, those of all accounts. */
  find(requestId: string, account?: string): Awaitable<readonly RecordRow[]>
  certificates(standing: CertificateRole): Awaitable<readonly CertificateRow[]>
  /** Adds all or none. A certificate that is there already stays as it is. */
  addCertificates(
    standing: CertificateRole,
    ders: readonly Uint8Array[],
    addedAt: string,
  ): Awaitable<void>
  removeTrusted(id: number): Awaitable<void>
  /** Settings that an older Griot has stored here, as JSON; undefined where there are none. */
  settings(): Awaitable<unknown>
  forgetSettings(): Awaitable<void>
}

const RecordRows = z.array(
  z
    .object({
      request_id: z.string(),
      account: z.string(),
      created_at: z.string(),
      voice: z.string(),
      language: z.string(),
      engine: z.string(),
      format: z.string(),
      placement: z.string(),
      sha256: z.string(),
      size_bytes: z.number(),
      manifest_id: z.string(),
      certificate_sha256: z.string(),
    })
    .transform((row): RecordRow => {
      const { account, voice, language, engine, format, placement, sha256 } = row
      return {
        ...{ account, voice, language, engine, format, placement, sha256 },
        requestId: row.request_id,
        createdAt: row.created_at,
        sizeBytes: row.size_bytes,
        manifestId: row.manifest_id,
        certificateSha256: row.certificate_sha256,
      }
    }),
)
const CertificateRows = z.array(
  z
    .object({ id: z.number(), der: z.instanceof(Uint8Array), added_at: z.string() })
    .transform(({ id, der, added_at: addedAt }): CertificateRow => ({ id, der, addedAt })),
)
const SettingsRows = z.array(z.object({ settings: z.string() }))

/** The tables about provenance. What comes in has been checked: see core/provenance. */
export function createProvenanceRows(
  database: RowDatabase,
  reserve: Reserve = NO_RESERVE,
): ProvenanceRows {
  const { perform, retryWhileBusy } = database
  return {
    add: (record, signal) =>
      retryWhileBusy(() => withReserve(() => perform(() => addRecord(record)), reserve), signal),
    prune: (most, limit, besideSince) =>
      retryWhileBusy(() => perform(() => run(PRUNE, most, besideSince, limit))),
    find: (requestId, account) =>
      perform(function* () {
        const sql = `SELECT * FROM provenance_records
          WHERE request_id = ? AND account = coalesce(?, account) ORDER BY number`
        return RecordRows.parse(yield* all(sql, requestId, account ?? null))
      }),
    certificates: (standing) =>
      perform(function* () {
        const sql =
          'SELECT id, der, added_at FROM provenance_certificates WHERE standing = ? ORDER BY id'
        return CertificateRows.parse(yield* all(sql, standing))
      }),
    addCertificates: (standing, ders, addedAt) =>
      perform(() =>
        transaction(function* () {
          for (const der of ders)
            yield* run(
              `INSERT INTO provenance_certificates (standing, der, added_at) VALUES (?, ?, ?)
               ON CONFLICT DO NOTHING`,
              ...[standing, der, addedAt],
            )
        }),
      ),
    removeTrusted: (id) =>
      perform(function* () {
        yield* run("DELETE FROM provenance_certificates WHERE id = ? AND standing = 'trusted'", id)
      }),
    settings: () =>
      perform(function* () {
        const sql = 'SELECT settings FROM provenance_settings WHERE id = 1'
        const [row] = SettingsRows.parse(yield* all(sql))
        return row && JSON.parse(row.settings)
      }),
    forgetSettings: () =>
      perform(function* () {
        yield* run('DELETE FROM provenance_settings')
      }),
  }
}

/** Numbers grow by one, so that no row need be counted. Those that a server skips are counted as rows that were taken out. */
const PRUNE = `DELETE FROM provenance_records WHERE number IN (
  SELECT number FROM provenance_records AS entry
  WHERE number <= (SELECT max(number) FROM provenance_records) - ?
    AND NOT EXISTS (
      SELECT 1 FROM provenance_records AS beside
      WHERE beside.request_id = entry.request_id
        AND beside.placement = 'sidecar' AND beside.created_at >= ?)
  ORDER BY number LIMIT ?)`

function* addRecord(record: RecordRow): Steps<void> {
  yield* run(
    `INSERT INTO provenance_records (request_id, account, created_at, voice, language, engine,
       format, placement, sha256, size_bytes, manifest_id, certificate_sha256)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    record.requestId,
    record.account,
    record.createdAt,
    record.voice,
    record.language,
    record.engine,
    record.format,
    record.placement,
    record.sha256,
    record.sizeBytes,
    record.manifestId,
    record.certificateSha256,
  )
}
