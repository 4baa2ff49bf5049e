import type { ProvenanceRows, RecordRow } from '#core/library/provenance.ts'
import type { Facts } from '#core/sign/facts.ts'
import type { Signed } from '#core/sign/sign.ts'
import { AppError } from '#shared/errors.ts'
import type { StreamFormat } from '#shared/formats.ts'
import type { ProvenanceRecord, SignedCopy } from './provenance.ts'

/** Puts one signed file or answer into the registry. */
export type Register = (
  signed: Signed,
  what: Pick<SignedCopy, 'format' | 'placement'>,
  facts: Facts,
  account: string,
  signal: AbortSignal,
) => Promise<void>

/** What was signed here, and for whom. */
export function createRegistry(rows: Pick<ProvenanceRows, 'add' | 'find'>): {
  readonly register: Register
  /** A copy of something registered; one of something unknown is not remembered. */
  registerCopy(signed: Signed, requestId: string, signal: AbortSignal): Promise<void>
  /** Throws AppError('provenance/not-found'). */
  record(requestId: string, account: string): ProvenanceRecord
} {
  return {
    async register(
      { sha256, sizeBytes, manifestId, certificateSha256 },
      what,
      facts,
      account,
      signal,
    ) {
      const { requestId, voice, language, engine, when } = facts
      const name = voice.name ?? (voice.kind === 'cloned' ? voice.consentRecord : '')
      const row = {
        ...{ requestId, account, createdAt: when.toISOString(), voice: name, language, engine },
        ...what,
        ...{ sha256, sizeBytes, manifestId, certificateSha256 },
      }
      await rows.add(row, signal)
    },
    async registerCopy(signed, requestId, signal) {
      const [first] = rows.find(requestId)
      if (first) await rows.add({ ...first, ...signed, placement: 'embedded' }, signal)
    },
    record(requestId, account) {
      const [first, ...others] = rows.find(requestId.toLowerCase(), account)
      if (!first)
        throw new AppError(
          'provenance/not-found',
          'Nothing was signed under this request id in your account. Look for it in the header X-Request-Id of the answer.',
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
    },
  }
}

/** The registry alone writes these columns, with values of these types. */
function copyOf(row: RecordRow): SignedCopy {
  const { sha256, sizeBytes, manifestId, certificateSha256 } = row
  const format = row.format as StreamFormat
  const placement = row.placement as SignedCopy['placement']
  return { format, placement, sha256, sizeBytes, manifestId, certificateSha256 }
}
