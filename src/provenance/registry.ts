import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import type { SignableFormat } from '#shared/formats.ts'
import type { ProvenanceRows, RecordRow } from '#storage/db/provenance.ts'
import type { ManifestDefinition } from './c2pa/manifest-definition.ts'
import type { SignedFile } from './c2pa/sign.ts'
import type { ProvenanceRecord, SignedCopy } from './provenance.ts'
import { SIDECAR_TTL_MS } from './sidecar-folder.ts'

/** Enters a signed file or answer into the registry. */
export type RegisterEntry = (
  signed: SignedFile,
  what: Pick<SignedCopy, 'format' | 'placement'>,
  definition: ManifestDefinition,
  account: string,
  signal: AbortSignal,
) => Promise<void>

/** Entries that are kept where the owner has not decided. An entry takes 0.4 kB, all of them 45 MB. */
export const DEFAULT_MAX_RECORDS = 100_000
/** New entries after which the oldest are deleted, `BATCH` at a time. */
const PRUNE_AFTER = 100
const BATCH = 200
/** Entries of kept manifests stay as long as these, because they are found by them; a day more, because an entry has the time of its start. */
const SIDECAR_ENTRY_MS = SIDECAR_TTL_MS + 24 * 60 * 60_000

/** Creates the registry of signed files: the newest `most()` entries, and those whose manifest is kept. */
export function createRegistry(
  rows: Pick<ProvenanceRows, 'add' | 'find' | 'prune'>,
  most: () => number = () => DEFAULT_MAX_RECORDS,
  now: () => Date = () => new Date(),
): {
  readonly register: RegisterEntry
  /** Registers a copy of a registered file. One of an unknown request is ignored. */
  registerCopy(signed: SignedFile, requestId: string, signal: AbortSignal): Promise<void>
  /** Throws AppError('provenance/not-found'). */
  record(requestId: string, account: string): Promise<ProvenanceRecord>
  /** Deletes the oldest entries where there are too many, a few at a time. Returns how many. */
  prune(signal: AbortSignal): Promise<number>
} {
  let added = 0
  const takeOut = (): Promise<number> =>
    rows.prune(most(), BATCH, new Date(now().getTime() - SIDECAR_ENTRY_MS).toISOString())
  const add = async (row: RecordRow, signal: AbortSignal): Promise<void> => {
    await rows.add(row, signal)
    // A failure is tried again, and reported, by the regular pruning.
    if (++added % PRUNE_AFTER === 0) takeOut().catch(() => undefined)
  }
  return {
    async register(
      { sha256, sizeBytes, manifestId, certificateSha256 },
      what,
      definition,
      account,
      signal,
    ) {
      const { requestId, voice, language, engine, when } = definition
      const name = voice.name ?? (voice.kind === 'cloned' ? voice.consentRecord : '')
      const row = {
        ...{ requestId, account, createdAt: when.toISOString(), voice: name, language, engine },
        ...what,
        ...{ sha256, sizeBytes, manifestId, certificateSha256 },
      }
      await add(row, signal)
    },
    async registerCopy(signed, requestId, signal) {
      const [first] = await rows.find(requestId)
      if (first) await add({ ...first, ...signed, placement: 'embedded' }, signal)
    },
    async prune(signal) {
      let total = 0
      for (let taken = BATCH; taken === BATCH; total += taken) {
        // Others have their turn between two batches.
        await nextTurn()
        signal.throwIfAborted()
        taken = await takeOut()
      }
      return total
    },
    record: (requestId, account) => readRecord(rows, requestId, account),
  }
}

/** Finds the entry of a request id of an account, with its copies. Throws AppError('provenance/not-found'). */
export async function readRecord(
  rows: Pick<ProvenanceRows, 'find'>,
  requestId: string,
  account: string,
): Promise<ProvenanceRecord> {
  const [first, ...others] = await rows.find(requestId.toLowerCase(), account)
  if (!first)
    throw new AppError(
      'provenance/not-found',
      'Nothing was signed under this request id in your account, or its entry is older than those that are kept. Look for the id in the header X-Request-Id of the answer.',
    )
  const { voice, language, engine, createdAt } = first
  const copies = others.map(copyOf)
  return {
    requestId: first.requestId,
    account,
    createdAt,
    voice,
    language,
    engine,
    ...copyOf(first),
    copies,
  }
}

/** The registry alone writes these columns, so that their values have these types. */
function copyOf(row: RecordRow): SignedCopy {
  const { sha256, sizeBytes, manifestId, certificateSha256 } = row
  const format = row.format as SignableFormat
  const placement = row.placement as SignedCopy['placement']
  return { format, placement, sha256, sizeBytes, manifestId, certificateSha256 }
}
