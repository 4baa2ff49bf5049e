import { join } from 'node:path'
import { readDatabase } from '#storage/db/database.ts'
import { createProvenanceRows, type ProvenanceRows } from '#storage/db/provenance.ts'
import type { Awaitable, RowDatabase } from '#storage/db/steps.ts'
import { libraryOf } from '#storage/home.ts'
import { knownRoots } from './c2pa/key-store.ts'
import type { Provenance } from './provenance.ts'
import { readRecord } from './registry.ts'
import { verifyFile } from './verify-file.ts'

/** Verifies files and reads the registry without a key. */
export interface Verifier extends Pick<Provenance, 'verifyFile' | 'record'> {
  close(): Awaitable<void>
}

type RegistryReader = Pick<ProvenanceRows, 'certificates' | 'find'>
const NOTHING: RegistryReader = { certificates: () => [], find: () => [] }

/**
 * Verifies files with the certificates of a data folder and reads its registry; `close` it when done. Nothing is made or
 * changed in the folder, and where it is empty, no signer is known. Throws AppError('storage/failed'), ('storage/busy') and ('sign/key').
 */
export async function openVerifier(home: string, now: () => Date): Promise<Verifier> {
  const database = readDatabase(libraryOf(home))
  try {
    return { ...(await verifierOver(home, database, now)), close: () => database?.close() }
  } catch (error) {
    database?.close()
    throw error
  }
}

/** The same with the registry of an open database; undefined: there is none. Throws AppError('sign/key'). */
export async function verifierOver(
  home: string,
  database: RowDatabase | undefined,
  now: () => Date,
): Promise<Omit<Verifier, 'close'>> {
  const roots = await knownRoots(join(home, 'provenance'))
  const rows: RegistryReader = database ? createProvenanceRows(database) : NOTHING
  const certificates = async (standing: 'own' | 'trusted'): Promise<Uint8Array[]> =>
    (await rows.certificates(standing)).map(({ der }) => der)
  return {
    async verifyFile(path, sidecarPath, signal) {
      const ownRoots = [...roots, ...(await certificates('own'))]
      const trust = { ownRoots, trusted: await certificates('trusted'), now: now() }
      return verifyFile(path, sidecarPath, trust, signal)
    },
    record: (requestId, account) => readRecord(rows, requestId, account),
  }
}
