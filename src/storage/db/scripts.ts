import { z } from 'zod'
import { applyChanges } from '#shared/apply-changes.ts'
import { AppError } from '#shared/errors.ts'
import { mergeChanges } from '#shared/merge-changes.ts'
import { Script, STORED_LINE_LIMIT } from '#shared/script.ts'
import { type Change, Entry } from '#shared/script-changes.ts'
import type { Database } from './database.ts'

/** The script as it is stored. `scriptId` names it over all restarts, `revision` counts what was saved. */
export interface StoredScript {
  readonly scriptId: string
  readonly revision: number
  readonly script: Script
}

/** Changes of one window to the script as it was at revision `base`, with this save's number among its own. */
export interface SaveRequest extends Pick<StoredScript, 'scriptId'>, Omit<Entry, 'revision'> {
  readonly base: number
}

/**
 * Result of a save. `merged`: others had saved since `base`; `entries` holds everything since then, the window's own
 * changes last. `unknown-base`: nothing was saved, because the changes since `base` are not known here.
 */
export type Saved =
  | { readonly outcome: 'kept'; readonly revision: number }
  | { readonly outcome: 'merged'; readonly revision: number; readonly entries: readonly Entry[] }
  | { readonly outcome: 'unknown-base' }

export interface Scripts {
  /** The script as it was last saved, or the ready one of the first run. */
  load(): StoredScript
  /** Merges changes after those saved since `base`, in one transaction: other programs may write the same library. */
  save(request: SaveRequest): Saved
  /** Entries saved after `revision`; undefined where they are not known. */
  since(revision: number): readonly Entry[] | undefined
}

const Head = z.object({ uid: z.string(), revision: z.number(), pruned_to: z.number() })
const Body = z.object({ body: z.string(), revision: z.number() })
const Row = z.object({
  revision: z.number(),
  window: z.string(),
  number: z.number(),
  changes: z.string(),
})

/** Number of changes after which the whole script is stored: as many are replayed at the first load. */
const CHANGES_BEFORE_BODY = 100
/** Number of changes kept for windows that were away; never fewer than the stored script lacks. */
const CHANGES_KEPT = 2_000

/** The one current script. `ready` is what a person finds at the first start. */
export function createScripts(
  database: Database,
  { ready, now }: { readonly ready: Script; readonly now: () => Date },
): Scripts {
  let known: StoredScript | undefined

  const headOf = (): z.infer<typeof Head> => {
    const [row] = z
      .array(Head)
      .parse(database.all('SELECT uid, revision, pruned_to FROM script_head'))
    if (row) return row
    throw unreadable(undefined)
  }
  const bodyOf = (): z.infer<typeof Body> | undefined =>
    z.array(Body).parse(database.all('SELECT body, revision FROM current_script'))[0]
  const entriesAfter = (revision: number): Entry[] =>
    z
      .array(Row)
      .parse(
        database.all(
          'SELECT revision, window, number, changes FROM script_changes WHERE revision > ? ORDER BY revision',
          revision,
        ),
      )
      .map(({ changes, ...row }) => parsed(changes, Entry, (value) => ({ ...row, changes: value })))

  const load = (): StoredScript => {
    const { uid, revision } = headOf()
    if (known?.scriptId === uid && known.revision === revision) return known
    const row = bodyOf()
    const body = row ? parsed(row.body, Script) : ready
    const entries = entriesAfter(row?.revision ?? 0)
    known = {
      scriptId: uid,
      // Another program may have saved since the head was read.
      revision: entries.at(-1)?.revision ?? row?.revision ?? 0,
      script: applyChanges(body, changesOf(entries)),
    }
    return known
  }

  const since = (revision: number): Entry[] | undefined => {
    const head = headOf()
    const isKnown = revision >= head.pruned_to && revision <= head.revision
    return isKnown ? entriesAfter(revision) : undefined
  }

  /** Successive saves of one field replace each other: each holds the whole field. */
  const write = (last: Entry | undefined, entry: Entry): void => {
    const { revision, window, number } = entry
    const values = [revision, window, number, now().toISOString(), JSON.stringify(entry.changes)]
    if (last && isSameField(last, entry))
      database.run('DELETE FROM script_changes WHERE revision = ?', last.revision)
    database.run('INSERT INTO script_changes VALUES (?, ?, ?, ?, ?)', ...values)
    database.run('UPDATE script_head SET revision = ?', revision)
  }

  /** Stores the whole script from time to time and deletes changes that are too old. */
  const writeBody = (script: Script, revision: number): void => {
    const [row] = database.all(
      `SELECT count(changes.revision) AS count FROM current_script AS body
       LEFT JOIN script_changes AS changes ON changes.revision > body.revision GROUP BY body.id`,
    )
    if (row && z.object({ count: z.number() }).parse(row).count < CHANGES_BEFORE_BODY) return
    database.run(
      `INSERT INTO current_script (id, body, saved_at, revision) VALUES (1, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET body = excluded.body, saved_at = excluded.saved_at, revision = excluded.revision`,
      JSON.stringify(script),
      now().toISOString(),
      revision,
    )
    database.run(
      `UPDATE script_head SET pruned_to = coalesce(
         (SELECT revision FROM script_changes ORDER BY revision DESC LIMIT 1 OFFSET ?), pruned_to)`,
      CHANGES_KEPT,
    )
    database.run('DELETE FROM script_changes WHERE revision <= (SELECT pruned_to FROM script_head)')
  }

  const save = (request: SaveRequest) => {
    const stored = load()
    const { scriptId } = stored
    const missed = request.scriptId === scriptId ? since(request.base) : undefined
    if (!missed) return { saved: { outcome: 'unknown-base' } as const, stored }
    const changes = mergedAfter(missed, request)
    if (changes.length === 0) return { saved: outcomeOf(missed, [], stored.revision), stored }
    const script = applyChanges(stored.script, changes)
    if (script.lines.length > STORED_LINE_LIMIT) throw tooLong()
    const revision = stored.revision + 1
    const entry: Entry = { revision, window: request.window, number: request.number, changes }
    write(missed.at(-1) ?? entriesAfter(stored.revision - 1)[0], entry)
    writeBody(script, revision)
    return { saved: outcomeOf(missed, [entry], revision), stored: { scriptId, revision, script } }
  }

  return {
    load,
    since,
    save(request) {
      const { saved, stored } = database.transaction(() => save(request))
      // Not before it is on the disk.
      known = stored
      return saved
    },
  }
}

/** The changes of an request as they are to be taken after what it missed: none where its number has come already. */
function mergedAfter(missed: readonly Entry[], request: SaveRequest): Change[] {
  const { window, number, changes } = request
  if (missed.some((entry) => entry.window === window && entry.number >= number)) return []
  const theirs = missed.filter((entry) => entry.window !== window)
  return mergeChanges(changesOf(theirs), changes, window)
}

function outcomeOf(missed: readonly Entry[], own: readonly Entry[], revision: number): Saved {
  if (missed.length === 0) return { outcome: 'kept', revision }
  return { outcome: 'merged', revision, entries: [...missed, ...own] }
}

function changesOf(entries: readonly Entry[]): Change[] {
  return entries.flatMap(({ changes }) => changes)
}

function isSameField(last: Entry, next: Entry): boolean {
  const [one, other] = [last.changes[0], next.changes[0]]
  if (last.window !== next.window || last.changes.length > 1 || next.changes.length > 1)
    return false
  if (one?.kind !== 'set' || other?.kind !== 'set')
    return one?.kind === 'title' && other?.kind === 'title'
  return one.line.id === other.line.id && one.fields.join() === other.fields.join()
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

function tooLong(): AppError {
  return new AppError(
    'request/invalid',
    'The script is full: another window has added lines meanwhile. Delete some lines; then these will be saved.',
  )
}
