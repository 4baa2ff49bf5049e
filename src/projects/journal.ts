import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync } from 'node:fs'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { Change, Entry } from '#shared/script-changes.ts'
import { writeAll, writeDurably } from '#storage/durable-files.ts'
import { codeOf } from '#storage/files/folders.ts'
import { formatSize } from '#storage/files/format-size.ts'
import { openPlain, readAt, readPlain } from '#storage/plain-files.ts'
import { parsedJson } from './migrations.ts'

/** An entry of the journal: one save, and its time in ISO 8601. The order of entries is that of their revisions. */
export type JournalEntry = Entry & { readonly at: string }
const Line = Entry.extend({ at: z.iso.datetime() })
/** As `Line`, but for what the changes are. */
const Shell = Line.extend({ changes: z.array(z.unknown()).max(20_000) })

/** First line of a journal. `key` is new with every journal that is begun, `after` the revision before its first entry. */
const Head = z.object({
  journal: z.literal(1),
  key: z.string().min(1).max(64),
  after: z.number().int().min(0),
})

/** What a journal holds. */
export interface JournalContents {
  /** Revision before the first entry that may be there. */
  readonly after: number
  readonly entries: readonly JournalEntry[]
  /** Changes whenever the journal was begun anew, so that what was read of it before does not count any more. */
  readonly key: string
  readonly sizeBytes: number
  /** Number of lines that are no entries. */
  readonly damagedLines: number
  /** Bytes after the last whole line: an entry that is being written, or one whose writer was killed. */
  readonly tornBytes: number
}

/**
 * The journal of a project: a file to which entries are only added. Everything throws file system errors, and
 * AppError('project/damaged') for a link, a device, or a journal over `JOURNAL_MOST`. Only whoever holds the lock of the project may
 * write.
 */
export interface Journal {
  /** Reads what has come since the last time; undefined where there is no journal. */
  read(): JournalContents | undefined
  /**
   * Adds an entry after the last whole line and waits until it is on the disk. On a full disk nothing of it is left. Throws
   * AppError('request/invalid') for one that would not be read again.
   */
  append(entry: JournalEntry): void
  /** Cuts off what stands after the last whole line. Answers it. */
  cutTorn(): Uint8Array
  /** The bytes of the whole file. */
  bytes(): Uint8Array
  /** Begins the journal anew with these entries. */
  replace(contents: Pick<JournalContents, 'after' | 'entries' | 'key'>): void
}

/** Opens the journal in the file at `path`, which need not be there. */
export function openJournal(path: string): Journal {
  /** The beginning of the first line, as it was when the journal was read from its start. */
  let head: Buffer = Buffer.alloc(0)
  let known: JournalContents | undefined

  const read = (): JournalContents | undefined => {
    const file = openIfThere(path)
    if (file === undefined) {
      known = undefined
      return undefined
    }
    try {
      const size = fstatSync(file).size
      const isSame = known && size >= known.sizeBytes && readAt(file, 0, head.length).equals(head)
      const before = isSame ? known : undefined
      known = readMore(file, size, path, before)
      if (!before) {
        const first = readAt(file, 0, Math.min(HEAD_BYTES, known.sizeBytes))
        head = first.subarray(0, first.indexOf(LINE_END) + 1 || first.length)
      }
      return known
    } finally {
      closeSync(file)
    }
  }

  return {
    read,
    append(entry) {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`)
      const file = openPlain(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT)
      try {
        const end = fstatSync(file).size
        if (line.length > JOURNAL_MOST.lineBytes || end + line.length > JOURNAL_MOST.bytes)
          throw new AppError('request/invalid', TOO_MUCH_AT_ONCE)
        try {
          writeAll(file, line)
          fsyncSync(file)
        } catch (error) {
          ftruncateSync(file, end)
          throw error
        }
      } finally {
        closeSync(file)
      }
    },
    cutTorn() {
      const end = known?.sizeBytes ?? 0
      const file = openPlain(path, constants.O_RDWR)
      try {
        const torn = readAt(file, end, fstatSync(file).size - end)
        ftruncateSync(file, end)
        fsyncSync(file)
        return torn
      } finally {
        closeSync(file)
      }
    },
    bytes: () => readPlain(path, JOURNAL_MOST.bytes) ?? Buffer.alloc(0),
    replace({ after, entries, key }) {
      const lines = [{ journal: 1, key, after } satisfies z.infer<typeof Head>, ...entries]
      writeDurably(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
      known = undefined
    },
  }
}

const TOO_MUCH_AT_ONCE =
  'This is too much to be saved at once. Undo the last change and add its text in several parts.'

/** The most that is read of a journal, far more than Griot writes: see `JOURNAL_LIMITS` of project-folder.ts. */
export const JOURNAL_MOST = { bytes: 128e6, lines: 100_000, lineBytes: 64e6 } as const
/** The most damage that is looked through: that of a whole journal which Griot has written. */
const DAMAGE_MOST = { lines: 5_000, bytes: 16e6 } as const
const PIECE_BYTES = 1024 * 1024
/** More than the first line of a journal has. */
const HEAD_BYTES = 1024
const LINE_END = 0x0a
const EMPTY = { after: 0, entries: [], key: '', sizeBytes: 0, damagedLines: 0, tornBytes: 0 }

function openIfThere(path: string): number | undefined {
  try {
    return openPlain(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Gives each whole line after `from` to `onLine`, piece by piece. Answers the number of bytes after the last one. */
function readLines(
  file: number,
  from: number,
  size: number,
  path: string,
  onLine: (line: Buffer) => void,
): number {
  let begun: Buffer[] = []
  let begunBytes = 0
  for (let at = from; at < size; at += PIECE_BYTES) {
    const piece = readAt(file, at, Math.min(PIECE_BYTES, size - at))
    let start = 0
    for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, start)) {
      const line = piece.subarray(start, end + 1)
      onLine(begun.length > 0 ? Buffer.concat([...begun, line]) : line)
      start = end + 1
      begun = []
      begunBytes = 0
    }
    if (start === piece.length) continue
    begun.push(piece.subarray(start))
    begunBytes += piece.length - start
    if (begunBytes > JOURNAL_MOST.lineBytes) throw tooLargeJournal(path)
  }
  return begunBytes
}

/** Adds what stands in the file after `before`, or reads all of it where nothing is known. */
function readMore(
  file: number,
  size: number,
  path: string,
  before: JournalContents | undefined,
): JournalContents {
  if (size > JOURNAL_MOST.bytes) throw tooLargeJournal(path)
  const from = before?.sizeBytes ?? 0
  const known = before ?? EMPTY
  const entries: JournalEntry[] = []
  let head: z.infer<typeof Head> | undefined
  let [isFirst, sizeBytes, damagedLines, damagedBytes] = [before === undefined, 0, 0, 0]
  const tornBytes = readLines(file, from, size, path, (line) => {
    sizeBytes += line.length
    const value = parsedJson(line.toString('utf8'))
    const first = isFirst ? Head.safeParse(value) : undefined
    isFirst = false
    if (first?.success) {
      head = first.data
      return
    }
    const entry = entryOf(value)
    if (entry) entries.push(entry)
    else {
      damagedLines++
      damagedBytes += line.length
    }
    if (damagedLines > DAMAGE_MOST.lines || damagedBytes > DAMAGE_MOST.bytes) throw tooDamaged(path)
    const lines = known.entries.length + known.damagedLines + entries.length + damagedLines
    if (lines > JOURNAL_MOST.lines) throw tooLargeJournal(path)
  })
  const more = {
    entries: entries.length > 0 ? [...known.entries, ...entries] : known.entries,
    sizeBytes: known.sizeBytes + sizeBytes,
    damagedLines: known.damagedLines + damagedLines,
    tornBytes,
  }
  if (before) return { ...before, ...more }
  if (head) return { ...more, key: head.key, after: head.after }
  // Whatever the first line was, the others may be whole.
  const after = (entries[0]?.revision ?? 1) - 1
  return { ...more, key: '', after, damagedLines: Math.max(1, damagedLines) }
}

/** An entry; undefined for anything else, at its first fault: a list of all of them may take gigabytes. */
function entryOf(value: unknown): JournalEntry | undefined {
  const shell = Shell.safeParse(value)
  if (!shell.success) return undefined
  const changes: Change[] = []
  for (const one of shell.data.changes) {
    const change = Change.safeParse(one)
    if (!change.success) return undefined
    changes.push(change.data)
  }
  return { ...shell.data, changes }
}

function tooDamaged(path: string): AppError {
  return new AppError(
    'project/damaged',
    `${path} has more damage than can be repaired. Nothing was changed. Put the file back from a backup, or move it out of the folder to open what project.json has.`,
  )
}

function tooLargeJournal(path: string): AppError {
  return new AppError(
    'project/damaged',
    `${path} is larger than any that Griot writes (${formatSize(JOURNAL_MOST.bytes)}, ${JOURNAL_MOST.lines.toLocaleString('en')} lines). Nothing was changed. Move this file out of the folder to open what project.json has.`,
  )
}
