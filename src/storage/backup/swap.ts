import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '#storage/durable-files.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { moveAside } from '#storage/library-ownership/lost-and-found.ts'
import { LIBRARY_NAME, PARTS } from './manifest.ts'

/** The name of a folder in which what is to be restored is made ready. */
export const STAGING = 'restoring-'
const READY = 'ready.json'

/** The library's log and index go where it goes, and before it: no other library ever lies beside them. */
const MOVED = [
  ...PARTS.filter((part) => part !== LIBRARY_NAME),
  ...[`${LIBRARY_NAME}-wal`, `${LIBRARY_NAME}-shm`, LIBRARY_NAME],
]

const Plan = z.object({
  /** The folder, in the data folder, into which today's state goes. */
  aside: z.string().regex(/^before-restore-[\w-]+$/),
  /** Parts that are exchanged. Those that `ready` lacks are only set aside. */
  parts: z.array(z.enum(MOVED)),
  ready: z.array(z.enum(MOVED)),
})
type Plan = z.infer<typeof Plan>

/** Everything, or the library alone. */
export type SwapOf = 'everything' | 'library'

/**
 * Puts what lies ready in `staging` in the place of today's state, which goes aside and is never deleted. Cut short, it
 * is gone on with by `finishSwap`. Answers the folder in which today's state lies now; undefined where there was none. Throws file system errors.
 */
export function swap(home: string, staging: string, what: SwapOf, now: Date): string | undefined {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const first = `before-restore-${time}`
  const names = [first, ...Array.from({ length: 99 }, (_, i) => `${first}-${i + 2}`)]
  const aside = names.find((name) => !existsSync(join(home, name))) ?? first
  const parts = MOVED.filter((part) => what === 'everything' || part.startsWith(LIBRARY_NAME))
  const ready = parts.filter((part) => existsSync(join(staging, part)))
  writeDurably(join(staging, READY), JSON.stringify({ aside, parts, ready } satisfies Plan))
  goOn(home, staging, { aside, parts, ready })
  return existsSync(join(home, aside)) ? join(home, aside) : undefined
}

/** Whether an exchange may have been interrupted. Throws file system errors. */
export function isInterrupted(home: string): boolean {
  return entriesOf(home).some((entry) => entry.startsWith(STAGING))
}

/** Goes on with an exchange that was interrupted, and removes what never got ready. Throws AppError('storage/failed'). */
export function finishSwap(home: string): void {
  try {
    for (const name of entriesOf(home).filter((entry) => entry.startsWith(STAGING))) {
      const staging = join(home, name)
      const plan = planIn(staging)
      if (plan) goOn(home, staging, plan)
      else rmSync(staging, { recursive: true, force: true })
    }
  } catch (error) {
    throw describeDiskError(
      error,
      `The restore of ${home} was interrupted and could not be finished`,
    )
  }
}

/** Each step can be done again: what lies ready tells how far it came. */
function goOn(home: string, staging: string, { aside, parts, ready }: Plan): void {
  mkdirSync(join(home, aside), { recursive: true, mode: 0o700 })
  for (const part of parts) {
    const [from, to] = [join(staging, part), join(home, part)]
    const isIn = ready.includes(part) && !existsSync(from)
    if (isIn) continue
    if (existsSync(to)) moveAside(to, freeName(join(home, aside, part)))
    if (ready.includes(part)) moveAside(from, to)
  }
  rmSync(staging, { recursive: true, force: true })
  if (entriesOf(join(home, aside)).length === 0) rmdirSync(join(home, aside))
}

/** Between two tries, another program may have made a new one of what was set aside. */
function freeName(path: string): string {
  let name = path
  for (let i = 2; existsSync(name); i++) name = `${path}-${i}`
  return name
}

function planIn(staging: string): Plan | undefined {
  try {
    return Plan.parse(JSON.parse(readFileSync(join(staging, READY), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code !== 'ENOENT') throw error
    return undefined
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
