import { X509Certificate } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { ProvenanceSettings } from '#shared/provenance.ts'
import type { ProvenanceRows } from '#storage/db/provenance.ts'
import { createKeyStore, type KeyEncryption, keyFiles, knownRoots } from './c2pa/key-store.ts'
import { checkDates } from './c2pa/operator-key.ts'
import type { InstallationKey, SigningKey } from './c2pa/signing-key.ts'
import type { TrustAnchors } from './c2pa/trust.ts'

export interface SigningKeyOptions {
  /** Where the key of this installation lies; made at the first signature. */
  readonly folder: string
  /** How the desktop seals it; undefined: a file that its owner alone may read. */
  readonly encryption: KeyEncryption | undefined
  /** The operator's own key, which goes before it. */
  readonly operator: SigningKey | undefined
  readonly rows: Pick<ProvenanceRows, 'certificates' | 'addCertificates'>
  readonly settings: () => ProvenanceSettings
  readonly now: () => Date
}

/** What signs here, and whom to believe. */
export interface SigningKeys {
  /** Throws AppError('sign/key'). */
  current(): Promise<SigningKey>
  /** The certificate (DER) that others need to believe us. Throws AppError('sign/key'). */
  anchor(): Promise<Uint8Array>
  trust(): Promise<TrustAnchors>
  /** Throws AppError('sign/key'). */
  rotate(): Promise<void>
  /** Makes the key where there is none. Never throws: `problem` knows of it. */
  prepare(): Promise<void>
  /** Why nothing could be signed when it was last tried. Tries again, for the next who asks. */
  problem(): string | undefined
}

/** The operator's key where there is one, else the one of this installation. */
export function createSigningKeys(parts: SigningKeyOptions): SigningKeys {
  const own = cachedInstallationKey(parts)
  const { operator, rows, now } = parts
  const [operatorLeaf] = operator?.chain ?? []
  // Files that it has signed stay known when the operator sets another one.
  if (operatorLeaf) rows.addCertificates('own', [operatorLeaf], now().toISOString())
  let problem: string | undefined
  const current = async (): Promise<SigningKey> => {
    try {
      if (operator) checkDates(operator.chain, now())
      const key = operator ?? (await own.load())
      problem = undefined
      return key
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
      throw error
    }
  }
  const prepare = async (): Promise<void> => {
    // Its failure is remembered above.
    await current().catch(() => undefined)
  }
  return {
    current,
    anchor: async () => operatorLeaf ?? (await own.load()).root,
    async trust() {
      const ownRoots = [
        ...(await knownRoots(parts.folder)),
        ...rows.certificates('own').map(({ der }) => der),
      ]
      return { ownRoots, trusted: rows.certificates('trusted').map(({ der }) => der), now: now() }
    },
    async rotate() {
      if (operator)
        throw new AppError(
          'sign/key',
          'Griot signs with a key of the operator here: set another signing key and certificate chain.',
        )
      await own.rotate()
    },
    prepare,
    problem() {
      if (problem !== undefined) prepare().catch(() => undefined)
      return problem
    },
  }
}

/** The key in the folder, opened once; opened again where another program has put a new one there. */
function cachedInstallationKey({ folder, encryption, settings, now }: SigningKeyOptions): {
  load(): Promise<InstallationKey>
  rotate(): Promise<void>
} {
  let kept: InstallationKey | undefined
  const store = () => createKeyStore({ folder, issuer: issuerOf(settings()), encryption, now })
  return {
    async load() {
      const isOurs = encryption !== undefined
      const stored = (await keyFiles(folder)).find(({ isEncrypted }) => isEncrypted === isOurs)
      const [leaf] = kept?.chain ?? []
      if (kept && leaf && stored && Buffer.compare(stored.leaf, leaf) === 0) return kept
      kept = await store().load()
      return kept
    },
    async rotate() {
      kept = await store().rotate()
    },
  }
}

/** The names in the next certificates. */
function issuerOf({ issuerName, organisation }: ProvenanceSettings) {
  return { name: issuerName || 'Griot (this computer)', organisation: organisation || 'Griot' }
}

/** The PEM form of a certificate (DER). */
export function pemOf(der: Uint8Array): string {
  return new X509Certificate(der).toString()
}
