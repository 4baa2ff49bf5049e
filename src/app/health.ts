import type { Provenance } from '#provenance/provenance.ts'
import type { Database } from '#storage/db/database.ts'
import type { DiskSpace } from '#storage/disk-space.ts'
import type { Health } from './app.ts'

/**
 * Where the engine stands, given where its speech does. Speech that nobody may sign, or that cannot be registered, is no
 * speech that can be given out; without diskSpace, what is neither signed nor stored can.
 */
export function healthOf(
  { state, step }: Health,
  database: Pick<Database, 'problem'>,
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
