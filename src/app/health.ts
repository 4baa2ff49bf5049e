import type { Provenance } from '#provenance/provenance.ts'
import type { DiskSpace } from '#storage/disk-space.ts'
import type { Health } from './app.ts'
import type { OpenRows } from './open-database.ts'

/**
 * State of the program, given that of its speech worker. Without a signing key, or a library to register in, no
 * speech may be sent; on a full disk, formats that are neither signed nor stored still can.
 */
export function healthOf(
  { state, step }: Health,
  database: Pick<OpenRows, 'problem'>,
  provenance: Pick<Provenance, 'problem'>,
  diskSpace: Pick<DiskSpace, 'problem'>,
): Health {
  const lost = database.problem()
  if (lost !== undefined) return { state: 'failed', step: lost }
  if (state !== 'ready') return { state, step }
  const unsigned = provenance.problem()
  if (unsigned !== undefined) return { state: 'failed', step: unsigned }
  const full = diskSpace.problem()
  return full === undefined ? { state, step } : { state: 'degraded', step: full }
}
