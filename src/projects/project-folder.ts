import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { applyChanges } from '#shared/apply-changes.ts'
import { changesBetween } from '#shared/changes-between.ts'
import { AppError } from '#shared/errors.ts'
import type { VersionReason } from '#shared/projects.ts'
import { STORED_LINE_LIMIT } from '#shared/script.ts'
import type { Entry } from '#shared/script-changes.ts'
import { lockFolder } from '#storage/db/folder-lock.ts'
import { copyDurably, writeDurably } from '#storage/durable-files.ts'
import { readPlain } from '#storage/plain-files.ts'
import { FILE_LIMIT_BYTES, guarded, setAside } from './disk.ts'
import { type JournalContents, type JournalEntry, openJournal } from './journal.ts'
import { checkPlaces, checkText, LOCK_FILE } from './limits.ts'
import { writeProjectBody } from './migrations.ts'
import { JOURNAL_FILE, PREVIOUS_FILE, PROJECT_FILE, readBodies } from './project-body.ts'
import {
  changesOf,
  mergedAfter,
  outcomeOf,
  type Saved,
  type SaveRequest,
  type StoredScript,
} from './saves.ts'
import { type KeptVersion, openVersions } from './versions.ts'

/**
 * A project in its folder. Several programs may use the folder at once: each write takes the lock of the folder, reads
 * what others have added and merges. Everything throws AppError('project/missing'), ('project/damaged'), ('project/newer'),
 * ('storage/failed'), ('storage/full'), and ('storage/busy') while another program writes.
 */
export interface ProjectFolder {
  readonly id: string
  readonly path: string
  /** The script with everything that was saved. */
  load(): StoredScript
  /** Merges changes after those saved since `base`. What it answers is on the disk. */
  save(request: SaveRequest): Saved
  /** Entries saved after `revision`; undefined where they are not known. */
  since(revision: number): readonly Entry[] | undefined
  /** Times of its making and of the last save, in ISO 8601. */
  times(): { readonly createdAt: string; readonly changedAt: string }
  /** Brings project.json up to date, so that the journal is short at the next start. */
  checkpoint(): void
  /** What was set aside because it could not be read, in words, until it is dismissed. */
  notice(): string | undefined
  /** A person has read `notice`; one that has changed meanwhile stays. */
  dismissNotice(notice: string): void
  versions(): readonly KeptVersion[]
  /** Throws AppError('project/not-found') for a version that is not kept any more. */
  version(id: string): KeptVersion
  /** Keeps the present version where nobody has edited it for an hour. */
  keepAfterPause(): void
  /** Keeps the present version. */
  keepVersion(reason: VersionReason): void
  /** Makes a previous version the present one, as changes that windows merge. Throws AppError('project/not-found'). */
  bringBack(version: string): void
  /** Gives a copy of another project an id of its own; it has to be opened anew. */
  takeId(id: string): void
}

/** Name of the folder of takes in a project. */
export const TAKES_FOLDER = 'takes'

/** Number of entries after which project.json is written, and the length of the journal after which it is begun anew. */
const ENTRIES_BEFORE_BODY = 100
const JOURNAL_LIMITS = { entries: 4_000, bytes: 8e6 } as const
/** What a journal that is begun anew keeps for windows that were away. */
const JOURNAL_KEPT = { entries: 1_000, bytes: 2e6 } as const
/** Time without an edit after which the next opening keeps the version, in milliseconds. */
const PAUSE_MS = 60 * 60_000
/** Number of changes in one entry where many are made at once. */
const CHANGES_IN_ENTRY = 5_000

/** What is needed to work with a folder. */
export interface ProjectTools {
  readonly now: () => Date
  /** A new random name. */
  readonly randomName: () => string
}

/** State of a project in the memory of this process. */
interface Known extends StoredScript {
  readonly key: string
  readonly lastEntry: number
  readonly journal: JournalContents
}

/**
 * Opens the project in the folder `path`. With 'read', nothing in the folder is ever changed. Throws AppError as
 * `ProjectFolder` does.
 */
export function openProjectFolder(
  path: string,
  tools: ProjectTools,
  mode: 'read' | 'write' = 'write',
): ProjectFolder {
  const { now, randomName } = tools
  const journal = openJournal(join(path, JOURNAL_FILE))
  const versions = openVersions(path, now)
  let body = guarded(path, () => {
    checkPlaces(path, TAKES_FOLDER)
    return readBodies(path).body
  })
  let known: Known | undefined
  /** Whether project.json itself could not be read and is still to be written anew. */
  let isBodyDamaged = false
  /** Which project.json was read or written last. */
  let bodyMark: string | undefined
  let notices: readonly string[] = []

  const withLock = <T>(work: () => T): T =>
    guarded(path, () => {
      // A lock would make the folder that has gone anew.
      statSync(path)
      checkPlaces(path, TAKES_FOLDER)
      const lock = lockFolder(join(path, LOCK_FILE), 'alone')
      if (!lock)
        throw new AppError(
          'storage/busy',
          `Another Griot program is writing to ${path}. Try again.`,
        )
      try {
        return work()
      } finally {
        lock.release()
      }
    })

  /** Reads all files anew. */
  const readAll = (contents: JournalContents): Known => {
    const mark = fileMark(join(path, PROJECT_FILE))
    const read = readBodies(path)
    bodyMark = mark
    body = read.body
    isBodyDamaged = read.isBodyDamaged
    const faults = [...read.faults, ...journalFaults(contents)]
    if (faults.length > 0 && mode === 'read') notices = faults
    const entries = contents.entries.filter(({ revision }) => revision > body.revision)
    return {
      scriptId: body.id,
      revision: Math.max(body.revision, entries.at(-1)?.revision ?? 0),
      script: applyChanges(body.script, changesOf(entries)),
      ...{ key: contents.key, lastEntry: contents.entries.length, journal: contents },
    }
  }

  /** Adds what has come into the journal since. Where another program has written project.json, it is read anew: it may be a newer Griot. */
  const read = (): Known => {
    const contents = journal.read() ?? NO_JOURNAL
    if (known?.key !== contents.key || known.lastEntry > contents.entries.length)
      return readAll(contents)
    if (bodyMark !== fileMark(join(path, PROJECT_FILE))) return readAll(contents)
    const added = contents.entries
      .slice(known.lastEntry)
      .filter(({ revision }) => revision > (known?.revision ?? 0))
    if (added.length === 0 && contents === known.journal) return known
    const { scriptId, key } = known
    return {
      ...{ scriptId, key, lastEntry: contents.entries.length, journal: contents },
      revision: added.at(-1)?.revision ?? known.revision,
      script: added.length > 0 ? applyChanges(known.script, changesOf(added)) : known.script,
    }
  }

  const needsRepair = ({ journal: contents }: Known): boolean =>
    isBodyDamaged || contents.key === '' || contents.damagedLines > 0

  /** Sets aside what cannot be read and writes what can. Under the lock. */
  const repair = (): Known => {
    const { faults, isBodyDamaged: isDamaged } = readBodies(path)
    const contents = journal.read()
    const aside: string[] = []
    const damaged = isDamaged ? readPlain(join(path, PROJECT_FILE), FILE_LIMIT_BYTES) : undefined
    if (damaged) aside.push(setAside(path, PROJECT_FILE, damaged, now()))
    const isJournalDamaged = contents && (contents.damagedLines > 0 || contents.key === '')
    if (isJournalDamaged) aside.push(setAside(path, JOURNAL_FILE, journal.bytes(), now()))
    known = readAll(contents ?? NO_JOURNAL)
    writeBody(known, !isDamaged)
    const words = [...faults, ...journalFaults(contents ?? NO_JOURNAL)]
    journal.replace({ after: known.revision, entries: [], key: randomName() })
    const kept = aside.length > 0 ? [`Set aside in its folder: ${aside.join(', ')}.`] : []
    notices = [...notices, ...words, ...kept]
    known = read()
    return known
  }

  /** Sets aside the beginning of an entry whose writer was killed. Under the lock. */
  const cutTorn = (): void => {
    const torn = journal.cutTorn()
    if (torn.length > 0) setAside(path, 'journal-end.txt', torn, now())
    known = read()
  }

  const loadLocked = (): Known => {
    known = read()
    if (needsRepair(known)) known = repair()
    if (known.journal.tornBytes > 0) cutTorn()
    return known
  }

  const loadKnown = (): Known =>
    guarded(path, () => {
      known = read()
      if (mode === 'read' || !needsRepair(known)) return known
      try {
        known = withLock(loadLocked)
      } catch (error) {
        // What cannot be repaired now can still be read.
        if (!(error instanceof AppError) || error.code === 'storage/busy') throw error
        isBodyDamaged = false
        notices = [...readBodies(path).faults, ...journalFaults(known.journal), error.message]
      }
      return known
    })

  /** Each entry has the revision after that of the one before: any gap shows in their number. */
  const since = ({ journal: { entries }, revision: last }: Known, revision: number) => {
    const missed = entries.filter((entry) => entry.revision > revision)
    return missed.length === last - revision ? missed.map(withoutTime) : undefined
  }

  const append = (request: Omit<Entry, 'revision'>): Entry => {
    const revision = (known?.revision ?? 0) + 1
    const { window, number, changes } = request
    const entry = { revision, window, number, changes: [...changes] }
    journal.append({ ...entry, at: now().toISOString() })
    known = read()
    const isLong = known.journal.sizeBytes > JOURNAL_LIMITS.bytes
    if (isLong || known.revision - body.revision >= ENTRIES_BEFORE_BODY) writeBody(known, true)
    return entry
  }

  /** Writes project.json, and begins a long journal anew. Under the lock. */
  const writeBody = (state: Known, keepsPrevious: boolean): void => {
    const file = join(path, PROJECT_FILE)
    const before = body.revision
    if (keepsPrevious && existsSync(file)) copyDurably(file, join(path, PREVIOUS_FILE))
    const changedAt = state.journal.entries.at(-1)?.at ?? body.changedAt
    const { id, createdAt } = body
    const { revision, script } = state
    const next = { id, createdAt, changedAt, revision, script }
    let mark: string | undefined
    writeDurably(file, writeProjectBody(next), (part) => {
      // A program that takes no lock may have written it since: a newer Griot's is never replaced.
      if (fileMark(file) !== bodyMark) readBodies(path)
      // Of the file that is written here: one that another program puts in its place a moment later has another mark.
      mark = fileMark(part)
    })
    bodyMark = mark
    body = next
    const { entries, sizeBytes } = state.journal
    if (entries.length <= JOURNAL_LIMITS.entries && sizeBytes <= JOURNAL_LIMITS.bytes) return
    const kept = entriesToKeep(entries, before)
    const after = (kept[0]?.revision ?? revision + 1) - 1
    journal.replace({ after, entries: kept, key: randomName() })
    const contents = journal.read() ?? NO_JOURNAL
    known = { ...state, key: contents.key, lastEntry: contents.entries.length, journal: contents }
  }

  const save = (request: SaveRequest): Saved => {
    const stored = loadLocked()
    const missed = request.scriptId === stored.scriptId ? since(stored, request.base) : undefined
    if (!missed) return { outcome: 'unknown-base' }
    const changes = mergedAfter(missed, request)
    if (changes.length === 0) return outcomeOf(missed, [], stored.revision)
    const script = applyChanges(stored.script, changes)
    if (script.lines.length > STORED_LINE_LIMIT) throw tooLong()
    checkText({ ...body, script })
    const entry = append({ window: request.window, number: request.number, changes })
    return outcomeOf(missed, [entry], entry.revision)
  }

  const versionOf = (id: string): KeptVersion => {
    const found = guarded(path, () => versions.find(id))
    if (found) return found
    throw new AppError('project/not-found', 'This version is no longer kept. Choose another.')
  }

  const notice = (): string | undefined => notices.join(' ') || undefined

  const changedAt = (): string => known?.journal.entries.at(-1)?.at ?? body.changedAt

  return {
    id: body.id,
    path,
    load() {
      const { scriptId, revision, script } = loadKnown()
      return { scriptId, revision, script }
    },
    keepAfterPause() {
      const state = loadKnown()
      if (state.revision === 0 || now().getTime() - Date.parse(changedAt()) < PAUSE_MS) return
      const isKept = versions.list().some(({ revision }) => revision >= state.revision)
      if (!isKept) withLock(() => versions.keep(loadLocked(), 'before-pause'))
    },
    save: (request) => withLock(() => save(request)),
    since: (revision) => since(loadKnown(), revision),
    times() {
      loadKnown()
      return { createdAt: body.createdAt, changedAt: changedAt() }
    },
    checkpoint() {
      if (mode === 'write' && loadKnown().revision > body.revision)
        withLock(() => writeBody(loadLocked(), true))
    },
    notice,
    dismissNotice(words) {
      if (words === notice()) notices = []
    },
    versions: () => guarded(path, () => versions.list()),
    version: versionOf,
    keepVersion(reason) {
      withLock(() => versions.keep(loadLocked(), reason))
    },
    takeId(id) {
      withLock(() => {
        const state = loadLocked()
        body = { ...body, id }
        writeBody(state, false)
        copyDurably(join(path, PROJECT_FILE), join(path, PREVIOUS_FILE))
      })
    },
    bringBack(id) {
      withLock(() => {
        const { script } = versionOf(id)
        const state = loadLocked()
        versions.keep(state, 'before-restore')
        const changes = changesBetween(state.script, script)
        const window = randomName()
        for (let at = 0, number = 1; at < changes.length; at += CHANGES_IN_ENTRY, number++)
          append({ window, number, changes: changes.slice(at, at + CHANGES_IN_ENTRY) })
      })
    },
  }
}

/** Changes whenever a file is written or another one takes its place; undefined where there is none. */
function fileMark(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.ino} ${found.size} ${found.mtimeMs}`
}

const NO_JOURNAL: JournalContents = {
  ...{ after: 0, entries: [], key: '', sizeBytes: 0, damagedLines: 0, tornBytes: 0 },
}

function journalFaults({ key, damagedLines }: JournalContents): readonly string[] {
  if (key === '') return ['The journal of this project (journal.jsonl) was missing or damaged.']
  if (damagedLines === 0) return []
  return [
    `The journal of this project was damaged: ${damagedLines} of its entries cannot be read, the others were kept.`,
  ]
}

/** Entries that project.previous.json lacks, and as many before as windows that were away may need. */
function entriesToKeep(
  entries: readonly JournalEntry[],
  previous: number,
): readonly JournalEntry[] {
  let bytes = 0
  let from = entries.length
  while (from > 0) {
    const entry = entries[from - 1]
    if (!entry) break
    bytes += JSON.stringify(entry).length
    const isRoom = entries.length - from < JOURNAL_KEPT.entries && bytes <= JOURNAL_KEPT.bytes
    if (!isRoom && entry.revision <= previous) break
    from -= 1
  }
  return entries.slice(from)
}

function withoutTime({ at: _, ...entry }: JournalEntry): Entry {
  return entry
}

function tooLong(): AppError {
  return new AppError(
    'request/invalid',
    'The script is full: another window has added lines meanwhile. Delete some lines; then these will be saved.',
  )
}
