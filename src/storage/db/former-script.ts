import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { Script } from '#shared/script.ts'
import { Entry } from '#shared/script-changes.ts'
import type { Database } from './database.ts'

/** The one script that a library held before there were projects, with what was saved of it. */
export interface FormerScript {
  readonly scriptId: string
  /** Revision of `script`; undefined where nothing was ever stored as a whole. */
  readonly script: Script | undefined
  readonly revision: number
  /** Entries that are still known, the oldest first; those after `revision` are not in `script`. */
  readonly entries: readonly Entry[]
}

const Head = z.object({ uid: z.string() })
const Body = z.object({ body: z.string(), revision: z.number() })
const Row = z.object({
  revision: z.number(),
  window: z.string(),
  number: z.number(),
  changes: z.string(),
})

/** Reads the one script of an older library. Throws AppError('storage/failed') where it cannot be read. */
export function readFormerScript(database: Database): FormerScript {
  const [head] = z.array(Head).parse(database.all('SELECT uid FROM script_head'))
  if (!head) throw unreadable(undefined)
  const [body] = z.array(Body).parse(database.all('SELECT body, revision FROM current_script'))
  const rows = z
    .array(Row)
    .parse(
      database.all(
        'SELECT revision, window, number, changes FROM script_changes ORDER BY revision',
      ),
    )
  return {
    scriptId: head.uid,
    script: body && parsed(body.body, Script),
    revision: body?.revision ?? 0,
    entries: rows.map(({ changes, ...row }) =>
      parsed(changes, Entry, (value) => ({ ...row, changes: value })),
    ),
  }
}

function parsed<T>(
  json: string,
  schema: z.ZodType<T>,
  around: (value: unknown) => unknown = (value) => value,
): T {
  try {
    return schema.parse(around(JSON.parse(json)))
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(cause: unknown): AppError {
  return new AppError(
    'storage/failed',
    'The saved script cannot be read: the library was changed by another program. Restore a backup of the data folder.',
    cause,
  )
}
