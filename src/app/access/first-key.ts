import { type CreatedToken, OWNER, SCOPES } from '#shared/access.ts'
import { createFirstKeyRows, findFirstKey, setFirstKey } from '#storage/db/first-key.ts'
import { findKey, hasKeys, type NewKey, removeKey } from '#storage/db/keys.ts'
import { type Awaitable, type RowDatabase, type Steps, transaction } from '#storage/db/steps.ts'
import type { LiveProcess } from '#storage/live-process.ts'

/** The key with which a library begins: made once somebody can be shown it. */
export interface FirstKey {
  /** Makes the key, all or nothing: of two processes that start at once, one makes it. */
  make(): Awaitable<void>
  /** Token that this process has made. */
  readonly token: string | undefined
  /** The same until the studio has shown it. */
  readonly forStudio: string | undefined
  /** Somebody has seen it: from now on it stays. The studio shows it once, even where the terminal has. */
  shown(where: 'terminal' | 'studio'): Awaitable<void>
}

interface FirstKeyDependencies {
  readonly database: RowDatabase
  readonly process: LiveProcess
  readonly now: () => Date
  readonly make: (
    kind: 'key',
    order: Pick<NewKey, 'name' | 'account' | 'scopes' | 'expiresAt'>,
  ) => Steps<CreatedToken>
}

/** The first key of a library, as this process knows it. Throws what the library throws. */
export function createFirstKey({ database, process, now, make }: FirstKeyDependencies): FirstKey {
  const rows = createFirstKeyRows(database)
  let made: CreatedToken | undefined
  let isInStudio = false
  /** The key that was made by a process that ended before anybody was shown it, and was used by nobody. */
  const findLost = function* (): Steps<number | undefined> {
    const before = yield* findFirstKey()
    if (!before || before.shownAt !== undefined || process.isAlive(before.process)) return undefined
    const key = yield* findKey(before.keyId)
    return key?.lastUsedAt === undefined && key?.revokedAt === undefined ? key?.id : undefined
  }
  return {
    get token() {
      return made?.token
    },
    get forStudio() {
      return isInStudio ? undefined : made?.token
    },
    make: () =>
      database.perform(function* () {
        if (made) return
        const token = yield* transaction(function* () {
          const lost = yield* findLost()
          if (lost === undefined && (yield* hasKeys())) return undefined
          if (lost !== undefined) yield* removeKey(lost)
          const order = { name: 'first key', account: OWNER, scopes: SCOPES, expiresAt: undefined }
          const created = yield* make('key', order)
          yield* setFirstKey(created.record.id, process.mark)
          return created
        })
        made ??= token
      }),
    shown(where) {
      if (where === 'studio') isInStudio = true
      return made && rows.shown(made.record.id, now().toISOString())
    },
  }
}
