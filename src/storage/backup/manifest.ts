import { z } from 'zod'

/** Manifest of a backup, its last entry. */
export const Manifest = z.object({
  format: z.literal('griot-backup'),
  version: z.literal(1),
  /** The Griot that wrote it. */
  program: z.string(),
  createdAt: z.iso.datetime(),
  /** Identity of the library in it. */
  identity: z.string(),
  generation: z.number(),
  schema: z.number(),
  entries: z.array(
    z.object({ path: z.string(), sizeBytes: z.number(), sha256: z.hex().length(64) }),
  ),
  /** Paths that the library expected on the disk and that were missing, or not as they had been stored. */
  missing: z.array(z.string()),
  changed: z.array(z.string()),
  /** Paths that were left out because not every system can write their names. */
  leftOut: z.array(z.string()).default([]),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST_NAME = 'manifest.json'
export const LIBRARY_NAME = 'library.db'
export const SETTINGS_NAME = 'settings.json'
/** Parts of a data folder that a backup holds and a restore replaces. */
export const PARTS = [
  'files',
  'voices',
  'clips',
  'projects',
  'answers',
  'provenance',
  'lost+found',
  SETTINGS_NAME,
  LIBRARY_NAME,
] as const

const MAX_DEPTH = 8
const LONGEST = 500

/** Whether a name in a backup leads to a place that a backup may fill, on every system. */
export function isPlain(path: string): boolean {
  const names = path.split('/')
  const [part = ''] = names
  if (path.length > LONGEST || names.length > MAX_DEPTH) return false
  if (!PARTS.some((known) => known === part)) return false
  const isFile = part === LIBRARY_NAME || part === SETTINGS_NAME
  if (isFile ? names.length > 1 : names.length < 2) return false
  return names.every((name) => name !== '' && !/^\.{1,2}$|[\p{Cc}\\:]|[. ]$/u.test(name))
}
