import { join } from 'node:path'
import { createProvenanceRows } from '#storage/db/provenance.ts'
import type { Reserve } from '#storage/db/reserve.ts'
import type { Awaitable, RowDatabase } from '#storage/db/steps.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { openShared } from '#storage/open-shared.ts'
import type { SigningKeySettings } from './c2pa/key-settings.ts'
import type { KeyEncryption } from './c2pa/key-store.ts'
import { readOperatorKey } from './c2pa/operator-key.ts'
import { createProvenance } from './create-provenance.ts'
import { issuingRootOf } from './issuing-root.ts'
import type { Provenance, SigningContext } from './provenance.ts'
import { type SpeechToSign, signingContextOf } from './signing-context.ts'
import { issuerOf } from './signing-keys.ts'
import { createSigningSettings } from './signing-settings.ts'

/** Settings that a program gives for signing. */
export interface SigningOptions {
  /** The data folder; made where it is missing. */
  readonly home: string
  readonly version: string
  /** The operator's own key to sign with, as the person said it; left out: one that is made here. */
  readonly signingKey?: SigningKeySettings | undefined
  /**
   * Left out: this installation stands alone. Otherwise it is a node of a service: with the secret that all nodes share, they sign with
   * keys that one root has issued, which lies in their database, sealed with it; without, each enters its own root there.
   */
  readonly service?: { readonly secret: string | undefined } | undefined
  /** Encryption of the key of this installation. Left out: it lies in a file that its owner alone may read. */
  readonly encryption?: KeyEncryption | undefined
}

/** Signing and checking beside a server that may be running, and what a manifest is to say. */
export interface OpenProvenance extends Provenance {
  readonly signingContextOf: (order: SpeechToSign) => Promise<SigningContext>
  close(): Awaitable<void>
}

/** The provenance of a data folder; `close` when done. Throws AppError('storage/failed'), ('storage/busy') and ('sign/key'). */
export function openProvenance(options: SigningOptions): OpenProvenance {
  const { database, reserve, close } = openShared(options.home)
  try {
    const { find } = createStoredVoices(database)
    return {
      ...provenanceOf(database, options, () => new Date(), reserve),
      signingContextOf: (order) => signingContextOf(order, find),
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

/** The parts put together over a database that is open; `reserve` is what a full disk may be given back. Throws AppError('sign/key') for an operator's key that does not fit. */
export function provenanceOf(
  database: RowDatabase,
  { home, version, signingKey, service, encryption }: SigningOptions,
  now: () => Date,
  reserve?: Reserve,
): Provenance {
  const settings = createSigningSettings(home)
  return createProvenance({
    rows: createProvenanceRows(database, reserve),
    settings,
    entersRoot: service !== undefined,
    issuingRoot:
      service?.secret === undefined
        ? undefined
        : issuingRootOf(database, service.secret, () => issuerOf(settings.get()), now),
    folder: join(home, 'provenance'),
    workFolder: workFolderOf(home),
    operator: signingKey && readOperatorKey(signingKey, now()),
    ...{ encryption, reserve, version, now },
  })
}

/** Folder of files that are being signed or verified. */
export function workFolderOf(home: string): string {
  return join(home, 'provenance', 'work')
}
