import { createHash } from 'node:crypto'
import { fingerprintOf } from './corpora.ts'

/** Whether a development sentence is in the half that weights and choices are made on. The other half is looked at once, at the end. */
export function isSeen(english: string): boolean {
  return (createHash('sha256').update(fingerprintOf(english)).digest()[0] ?? 0) % 2 === 0
}
