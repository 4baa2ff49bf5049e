import { constants, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { TakeChoice, TakeInfo } from '#shared/takes.ts'
import { syncFolder } from '#storage/files/folders.ts'
import { makeFolder } from '#storage/make-folder.ts'
import { INDEX_LIMIT_BYTES, openPlainFile, tooLarge } from '#storage/plain-files.ts'

/** A record of a finished take. `peaks` in base64; `sha256` of its sound. */
const TakeRecord = TakeInfo.omit({ star: true, note: true, deleted: true, problem: true }).extend({
  kind: z.literal('take'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  words: z.array(z.object({ text: z.string(), start: z.number(), end: z.number() })),
  peaks: z.string(),
})
/** What a person has changed about a take. */
const ChangeRecord = z.object({
  kind: z.literal('change'),
  takeId: TakeInfo.shape.id,
  star: TakeInfo.shape.star.optional(),
  note: TakeInfo.shape.note.optional(),
  deleted: TakeInfo.shape.deleted.optional(),
  at: z.string(),
})
const ChoiceRecord = TakeChoice.omit({ order: true }).extend({
  kind: z.literal('choice'),
  at: z.string(),
})
const IndexRecord = z.discriminatedUnion('kind', [TakeRecord, ChangeRecord, ChoiceRecord])
export type TakeRecord = z.infer<typeof TakeRecord>
export type IndexRecord = z.infer<typeof IndexRecord>

/** A take as the index has it. `order` is the place of its record in the file, in bytes. */
export interface IndexedTake {
  readonly info: TakeInfo
  readonly sha256: string
  readonly order: number
  /** Length of its record in bytes. */
  readonly length: number
  /** When it was deleted, ISO 8601; undefined where it is there. */
  readonly deletedAt: string | undefined
}

/** What a reading of the index has found that was not known before. */
export interface IndexNews {
  readonly takes: ReadonlySet<string>
  readonly choices: readonly TakeChoice[]
}

/**
 * The file `index.jsonl` of a folder of takes: one JSON object a line, only ever appended to, by any number of processes. A line
 * that cannot be read is passed over and stays in the file. Not for concurrent calls.
 */
export interface TakeIndex {
  readonly takes: ReadonlyMap<string, IndexedTake>
  readonly choices: ReadonlyMap<string, TakeChoice>
  /** Number of lines that could not be read. */
  readonly unreadable: () => number
  /** Reads what was appended since the last time; everything where the file was replaced. Throws file system errors. */
  refresh(): Promise<IndexNews>
  /** Appends a record, flushed to the disk. Throws file system errors. */
  append(record: IndexRecord): Promise<void>
  /** Words and peaks of a take; undefined where the file no longer has them. Throws file system errors. */
  details(take: IndexedTake): Promise<Pick<TakeRecord, 'words' | 'peaks'> | undefined>
}

const NEWLINE = 0x0a
/** The longest record in the index, in bytes. */
const RECORD_LIMIT_BYTES = 16e6
const PIECE_BYTES = 4 * 1024 * 1024

/** The index of takes at a path. Nothing is read yet. */
export function createTakeIndex(path: string): TakeIndex {
  const takes = new Map<string, IndexedTake>()
  const choices = new Map<string, TakeChoice>()
  let unreadable = 0
  let readTo = 0
  let inode: number | undefined

  const reset = (): void => {
    takes.clear()
    choices.clear()
    unreadable = 0
    readTo = 0
  }

  const applyChange = (change: z.infer<typeof ChangeRecord>): void => {
    const take = takes.get(change.takeId)
    if (!take) return
    const { kind: _, takeId: __, at, ...changed } = change
    const info = { ...take.info, ...withoutUndefined(changed) }
    takes.set(change.takeId, { ...take, info, deletedAt: info.deleted ? at : undefined })
  }

  const apply = (line: string, order: number, length: number, news: MutableNews): void => {
    const record = parseRecord(line)
    if (!record) {
      unreadable++
    } else if (record.kind === 'take') {
      const { kind: _, sha256, words: __, peaks: ___, ...made } = record
      const info = { ...made, star: false, note: '', deleted: false }
      takes.set(made.id, { info, sha256, order, length, deletedAt: undefined })
      news.takes.add(made.id)
    } else if (record.kind === 'change') {
      applyChange(record)
      news.takes.add(record.takeId)
    } else {
      const { kind: _, at: __, ...chosen } = record
      const choice = { ...chosen, order }
      choices.set(JSON.stringify([choice.lineId, choice.lineKey]), choice)
      news.choices.push(choice)
    }
  }

  /** Takes up the whole lines at the beginning of these bytes, which stand in the file at `readTo`. Answers their length. */
  const applyLines = (bytes: Buffer, news: MutableNews): number => {
    let start = 0
    for (;;) {
      const end = bytes.indexOf(NEWLINE, start)
      if (end < 0) return start
      const line = bytes.toString('utf8', start, end)
      if (line.trim() !== '') apply(line, readTo + start, end - start, news)
      start = end + 1
    }
  }

  const readPieces = async (file: FileHandle, size: number, news: MutableNews): Promise<void> => {
    let length = Math.min(PIECE_BYTES, size - readTo)
    while (length > 0) {
      const bytes = Buffer.alloc(length)
      const { bytesRead } = await file.read(bytes, 0, length, readTo)
      const start = applyLines(bytes.subarray(0, bytesRead), news)
      readTo += start
      const left = size - readTo
      // What has no end yet is being written, or was cut off: the next record begins a line of its own.
      if (bytesRead < length || (start === 0 && length === left)) return
      if (start === 0 && length > RECORD_LIMIT_BYTES) throw tooLarge(path, RECORD_LIMIT_BYTES)
      length = Math.min(start === 0 ? length * 2 : PIECE_BYTES, left)
    }
  }

  const readNew = async (file: FileHandle, news: MutableNews): Promise<void> => {
    const { size, ino } = await file.stat()
    // Another file lies there now, or an earlier state of it.
    if (size < readTo || (inode !== undefined && ino !== inode)) reset()
    inode = ino
    if (size === readTo) return
    if (size > INDEX_LIMIT_BYTES) throw tooLarge(path, INDEX_LIMIT_BYTES)
    await readPieces(file, size, news)
  }

  return {
    takes,
    choices,
    unreadable: () => unreadable,
    async refresh() {
      const news: MutableNews = { takes: new Set(), choices: [] }
      const file = await openPlainFile(path, constants.O_RDONLY).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined
          throw error
        },
      )
      if (!file) return news
      try {
        await readNew(file, news)
      } finally {
        await file.close()
      }
      return news
    },
    async append(record) {
      makeFolder(dirname(path))
      const file = await openPlainFile(
        path,
        constants.O_RDWR | constants.O_APPEND | constants.O_CREAT,
      )
      try {
        const { size } = await file.stat()
        const isTorn = size > 0 && (await lastByte(file, size)) !== NEWLINE
        // One write: records of several processes do not mix.
        await file.write(`${isTorn ? '\n' : ''}${JSON.stringify(record)}\n`)
        await file.datasync()
        if (size === 0) await syncFolder(dirname(path))
      } finally {
        await file.close()
      }
    },
    async details(take) {
      const file = await openPlainFile(path, constants.O_RDONLY)
      try {
        const bytes = Buffer.alloc(take.length)
        await file.read(bytes, 0, take.length, take.order)
        const record = parseRecord(bytes.toString('utf8'))
        return record?.kind === 'take' && record.id === take.info.id ? record : undefined
      } finally {
        await file.close()
      }
    },
  }
}

interface MutableNews {
  readonly takes: Set<string>
  readonly choices: TakeChoice[]
}

async function lastByte(file: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0]
}

function parseRecord(line: string): IndexRecord | undefined {
  try {
    return IndexRecord.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

/** A change leaves as it is what it does not name. */
function withoutUndefined<T extends object>(changed: T): { [K in keyof T]: NonNullable<T[K]> } {
  const entries = Object.entries(changed).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]: NonNullable<T[K]> }
}
