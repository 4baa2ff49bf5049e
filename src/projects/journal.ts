import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
} from 'node:fs'
import { z } from 'zod'
import { Entry } from '#shared/script-changes.ts'
import { writeAll, writeDurably } from '#storage/durable-files.ts'
import { codeOf } from '#storage/files/folders.ts'
import { parsedJson } from './migrations.ts'

/** An entry of the journal: one save, and its time in ISO 8601. The order of entries is that of their revisions. */
export type JournalEntry = Entry & { readonly at: string }
const Line = Entry.extend({ at: z.iso.datetime() })

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
 * The journal of a project: a file to which entries are only added. Everything throws file system errors. Only whoever
 * holds the lock of the project may write.
 */
export interface Journal {
  /** Reads what has come since the last time; undefined where there is no journal. */
  read(): JournalContents | undefined
  /** Adds an entry after the last whole line and waits until it is on the disk. On a full disk nothing of it is left. */
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
  let head = ''
  let known: JournalContents | undefined

  const read = (): JournalContents | undefined => {
    const file = openIfThere(path)
    if (file === undefined) {
      known = undefined
      return undefined
    }
    try {
      const size = fstatSync(file).size
      const isSame =
        known &&
        size >= known.sizeBytes &&
        bytesAt(file, 0, Buffer.byteLength(head)).toString('utf8') === head
      const before = isSame && known ? known : undefined
      const from = before ? before.sizeBytes : 0
      const bytes = bytesAt(file, from, size - from)
      known = before ? withMore(before, bytes) : firstRead(bytes)
      if (!before) head = firstLine(bytes)
      return known
    } finally {
      closeSync(file)
    }
  }

  return {
    read,
    append(entry) {
      const file = openSync(path, 'a')
      try {
        const end = fstatSync(file).size
        try {
          writeAll(file, Buffer.from(`${JSON.stringify(entry)}\n`))
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
      const file = openSync(path, 'r+')
      try {
        const torn = bytesAt(file, end, fstatSync(file).size - end)
        ftruncateSync(file, end)
        fsyncSync(file)
        return torn
      } finally {
        closeSync(file)
      }
    },
    bytes: () => readFileSync(path),
    replace({ after, entries, key }) {
      const lines = [{ journal: 1, key, after } satisfies z.infer<typeof Head>, ...entries]
      writeDurably(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
      known = undefined
    },
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, length))
  let read = 0
  while (read < bytes.length) {
    const more = readSync(file, bytes, read, bytes.length - read, at + read)
    if (more === 0) break
    read += more
  }
  return bytes.subarray(0, read)
}

/** First line of a file with its line end; empty where there is none. */
function firstLine(bytes: Buffer): string {
  return bytes.subarray(0, bytes.indexOf(LINE_END) + 1).toString('utf8')
}

const LINE_END = 0x0a
const EMPTY = { after: 0, entries: [], key: '', sizeBytes: 0, damagedLines: 0, tornBytes: 0 }

function firstRead(bytes: Buffer): JournalContents {
  const line = firstLine(bytes)
  const head = Head.safeParse(parsedJson(line))
  const size = Buffer.byteLength(line)
  if (head.success) {
    const { key, after } = head.data
    return withMore({ ...EMPTY, key, after, sizeBytes: size }, bytes.subarray(size))
  }
  // Whatever the first line was, the others may be whole.
  const all = withMore(EMPTY, bytes)
  const after = (all.entries[0]?.revision ?? 1) - 1
  const isHeadDamaged = all.damagedLines === 0
  return { ...all, after, damagedLines: all.damagedLines + (isHeadDamaged ? 1 : 0) }
}

function withMore(before: JournalContents, bytes: Buffer): JournalContents {
  const end = bytes.lastIndexOf(LINE_END) + 1
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
  const parsed = lines.map((line) => Line.safeParse(parsedJson(line)))
  const entries = parsed.flatMap(({ success, data }) => (success ? [data] : []))
  return {
    ...before,
    entries: entries.length > 0 ? [...before.entries, ...entries] : before.entries,
    sizeBytes: before.sizeBytes + end,
    damagedLines: before.damagedLines + lines.length - entries.length,
    tornBytes: bytes.length - end,
  }
}
