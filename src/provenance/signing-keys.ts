import { X509Certificate } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { ProvenanceSettings } from '#shared/provenance.ts'
import type { ProvenanceRows } from '#storage/db/provenance.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import { createKeyStore, type KeyEncryption, keyFiles, knownRoots } from './c2pa/key-store.ts'
import { checkDates } from './c2pa/operator-key.ts'
import type { InstallationKey, SigningKey } from './c2pa/signing-key.ts'
import type { TrustAnchors } from './c2pa/trust.ts'
import type { IssuingRoot } from './c2pa/x509.ts'

export interface SigningKeyOptions {
  /** Folder of the key of this installation, which is made at the first signature. */
  readonly folder: string
  /** Encryption of that key. Undefined: it lies in a file that its owner alone may read. */
  readonly encryption: KeyEncryption | undefined
  /** Whether the root of this installation is entered in the tables, for other nodes; left out: it is not. */
  readonly entersRoot?: boolean
  /** Root that issues the keys of all nodes of a service. Left out: this installation stands alone. Throws AppError('sign/key'). */
  readonly issuingRoot?: (() => Promise<IssuingRoot>) | undefined
  /** The operator's own key, which replaces it. */
  readonly operator: SigningKey | undefined
  readonly rows: Pick<ProvenanceRows, 'certificates' | 'addCertificates'>
  readonly settings: () => ProvenanceSettings
  readonly now: () => Date
}

/** The key that signs here, and the trust anchors. */
export interface SigningKeys {
  /** Throws AppError('sign/key'). */
  current(): Promise<SigningKey>
  /** Certificate (DER) by which others can verify our files. Throws AppError('sign/key'). */
  anchor(): Promise<Uint8Array>
  trust(): Promise<TrustAnchors>
  /** Throws AppError('sign/key'). */
  rotate(): Promise<void>
  /** Makes the key where there is none. Never throws: `problem` gives the reason. */
  prepare(): Promise<void>
  /** Reason why nothing could be signed at the last attempt. Tries again for the next call. */
  problem(): string | undefined
}

/** Uses the operator's key where there is one, else that of this installation. */
export function createSigningKeys(parts: SigningKeyOptions): SigningKeys {
  const own = cachedInstallationKey(parts)
  const { operator, rows, now } = parts
  const [operatorLeaf] = operator?.chain ?? []
  const remembered = rememberOperator(operatorLeaf, parts)
  let problem: string | undefined
  const current = async (): Promise<SigningKey> => {
    try {
      if (operator) checkDates(operator.chain, now())
      await remembered()
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
      await remembered()
      const ownRoots = [
        ...(await knownRoots(parts.folder)),
        ...(await rows.certificates('own')).map(({ der }) => der),
      ]
      const trusted = (await rows.certificates('trusted')).map(({ der }) => der)
      return { ownRoots, trusted, now: now() }
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

/**
 * Enters the certificate of the operator's key, so that the files that it has signed stay known when the operator sets another
 * one. Throws AppError where a library of this computer refuses that. Returns the wait for a server, which is asked again
 * after a failure.
 */
function rememberOperator(
  leaf: Uint8Array | undefined,
  { rows, now }: Pick<SigningKeyOptions, 'rows' | 'now'>,
): () => Awaitable<void> {
  if (!leaf) return () => undefined
  const enter = (): Promise<void> | undefined => {
    const entered = rows.addCertificates('own', [leaf], now().toISOString())
    if (!(entered instanceof Promise)) return undefined
    // Whoever signs or verifies gets the failure.
    entered.catch(() => undefined)
    return entered
  }
  let entered = enter()
  return () =>
    entered?.catch(() => {
      entered = enter()
      return entered
    })
}

/** Loads the key once, and again where another program has replaced its file. */
function cachedInstallationKey({
  folder,
  encryption,
  entersRoot = false,
  issuingRoot,
  rows,
  settings,
  now,
}: SigningKeyOptions): {
  load(): Promise<InstallationKey>
  rotate(): Promise<void>
} {
  let kept: InstallationKey | undefined
  const store = async () =>
    createKeyStore({
      ...{ folder, issuer: issuerOf(settings()), encryption, now },
      issuingRoot: await issuingRoot?.(),
    })
  const entered = async (key: InstallationKey): Promise<InstallationKey> => {
    if (entersRoot) await rows.addCertificates('own', [key.root], now().toISOString())
    return key
  }
  return {
    async load() {
      const isOurs = encryption !== undefined
      const stored = (await keyFiles(folder)).find(({ isEncrypted }) => isEncrypted === isOurs)
      const [leaf] = kept?.chain ?? []
      if (kept && leaf && stored && Buffer.compare(stored.leaf, leaf) === 0) return kept
      kept = await entered(await (await store()).load())
      return kept
    },
    async rotate() {
      kept = await entered(await (await store()).rotate())
    },
  }
}

/** Names for the next certificates. */
export function issuerOf({ issuerName, organisation }: ProvenanceSettings) {
  return { name: issuerName || 'Griot (this computer)', organisation: organisation || 'Griot' }
}

/** Converts a certificate from DER to PEM. */
export function pemOf(der: Uint8Array): string {
  return new X509Certificate(der).toString()
}
