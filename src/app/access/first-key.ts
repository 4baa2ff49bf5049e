import { type CreatedToken, OWNER, SCOPES } from '#shared/access.ts'
import type { FirstKeyRow, FirstKeyRows } from '#storage/db/first-key.ts'
import type { KeyRows, NewKey } from '#storage/db/keys.ts'
import type { LiveProcess } from '#storage/live-process.ts'

/** The key with which a library begins: made once somebody can be shown it. */
export interface FirstKey {
  /** Makes the key, all or nothing: of two processes that start at once, one makes it. */
  make(): void
  /** Token that this process has made. */
  readonly token: string | undefined
  /** The same until the studio has shown it. */
  readonly forStudio: string | undefined
  /** Somebody has seen it: from now on it stays. The studio shows it once, even where the terminal has. */
  shown(where: 'terminal' | 'studio'): void
}

interface FirstKeyDependencies {
  readonly keys: KeyRows
  readonly rows: FirstKeyRows
  readonly process: LiveProcess
  readonly now: () => Date
  readonly make: (
    kind: 'key',
    order: Pick<NewKey, 'name' | 'account' | 'scopes' | 'expiresAt'>,
  ) => CreatedToken
}

/** The first key of a library, as this process knows it. Throws what the library throws. */
export function createFirstKey({ keys, rows, process, now, make }: FirstKeyDependencies): FirstKey {
  let made: CreatedToken | undefined
  let isInStudio = false
  /** Made by a process that ended before anybody was shown it, and used by nobody. */
  const isLost = ({ keyId, process: maker, shownAt }: FirstKeyRow): boolean => {
    const key = keys.byId(keyId)
    const isTouched = key?.lastUsedAt !== undefined || key?.revokedAt !== undefined
    return key !== undefined && shownAt === undefined && !isTouched && !process.isAlive(maker)
  }
  return {
    get token() {
      return made?.token
    },
    get forStudio() {
      return isInStudio ? undefined : made?.token
    },
    make() {
      made ??= keys.transaction(() => {
        const before = rows.find()
        const lost = before && isLost(before) ? before : undefined
        if (!lost && keys.any()) return undefined
        if (lost) keys.remove(lost.keyId)
        const order = { name: 'first key', account: OWNER, scopes: SCOPES, expiresAt: undefined }
        const token = make('key', order)
        rows.made(token.record.id, process.mark)
        return token
      })
    },
    shown(where) {
      if (where === 'studio') isInStudio = true
      if (made) rows.shown(made.record.id, now().toISOString())
    },
  }
}
