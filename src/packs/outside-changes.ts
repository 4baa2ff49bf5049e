import { lstat, readdir } from 'node:fs/promises'
import { isPackId } from './pack-entry.ts'
import { packsFolderOf, placesOf, plainFile, unlessGone } from './pack-folder.ts'
import { installedIn } from './pack-records.ts'

/** What was done with a pack by somebody else. */
export interface OutsideChange {
  readonly id: string
  readonly kind: 'accepted' | 'installed' | 'removed' | 'damaged' | 'discarded'
}

/** Finds what other programs have done with the packs of a data folder. */
export interface OutsideChanges {
  /** Takes a pack as it is now for known. */
  remember(id: string): Promise<void>
  /** What is not as it was known, or as it was at the first call, which finds nothing. From then on it is known. */
  find(): Promise<readonly OutsideChange[]>
}

interface Trace {
  readonly installed: string
  readonly accepted: string
  readonly folders: string
}

const NOTHING: Trace = { installed: '', accepted: '', folders: '' }

export function createOutsideChanges(home: string): OutsideChanges {
  const known = new Map<string, Trace>()
  let isFirst = true
  return {
    async remember(id) {
      known.set(id, await traceOf(home, id))
    },
    async find() {
      const changes: OutsideChange[] = []
      for (const id of new Set([...known.keys(), ...(await idsIn(home))])) {
        const [before = NOTHING, now] = [known.get(id), await traceOf(home, id)]
        known.set(id, now)
        const kind = isFirst ? undefined : await kindOf(home, id, before, now)
        if (kind) changes.push({ id, kind })
      }
      isFirst = false
      return changes
    },
  }
}

async function idsIn(home: string): Promise<readonly string[]> {
  const names = await readdir(packsFolderOf(home)).catch(unlessGone)
  return (names ?? []).filter(isPackId)
}

/** Its small files by identity, time and size, and which of its folders are there. */
async function traceOf(home: string, id: string): Promise<Trace> {
  const { folder, files, arriving, installed, accepted } = placesOf(home, id)
  const fileTrace = async (path: string): Promise<string> => {
    const found = await plainFile(path)
    return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : ''
  }
  const there = await Promise.all(
    [folder, files, arriving].map(
      async (path) => (await lstat(path).catch(unlessGone)) !== undefined,
    ),
  )
  return {
    installed: await fileTrace(installed),
    accepted: await fileTrace(accepted),
    folders: there.some(Boolean) ? there.join(' ') : '',
  }
}

async function kindOf(
  home: string,
  id: string,
  before: Trace,
  now: Trace,
): Promise<OutsideChange['kind'] | undefined> {
  if (now.installed !== before.installed) {
    if (now.installed === '') return 'removed'
    const installed = await installedIn(placesOf(home, id))
    return installed === 'damaged' || (installed && installed.damaged.length > 0)
      ? 'damaged'
      : 'installed'
  }
  if (now.accepted !== before.accepted) return 'accepted'
  return now.folders === before.folders ? undefined : 'discarded'
}
