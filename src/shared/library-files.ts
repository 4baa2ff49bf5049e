import { z } from 'zod'
import { Verdict } from './provenance.ts'

/** Where a file of the list comes from. */
export const FILE_SOURCES = ['export', 'api'] as const

/** Time for which a deletion can be undone, in milliseconds. */
export const UNDO_MS = 12_000
/** Exports that are remembered at most. */
export const MAX_EXPORTS = 10_000

/** `export:` or `api:`, then the number or the id of the file there. */
const FileId = z.string().max(60)

/**
 * A file of the list. `state`: `gone` where an export is no longer where it was, `changed` where another file is there now. Times in
 * RFC 3339, UTC.
 */
export const LibraryFile = z.object({
  id: FileId,
  source: z.enum(FILE_SOURCES),
  name: z.string(),
  /** A format of exports, or the media type of an API file. */
  format: z.string(),
  sizeBytes: z.number(),
  seconds: z.number().optional(),
  madeAt: z.string(),
  /** Title of the exported script. */
  title: z.string().optional(),
  /** Account and name of the key of an API file. */
  account: z.string().optional(),
  keyName: z.string().optional(),
  /** Where the person has saved it. */
  path: z.string().optional(),
  state: z.enum(['there', 'gone', 'changed']),
  isSound: z.boolean(),
})
export type LibraryFile = z.infer<typeof LibraryFile>

/** What the files of an account take, and may take, in bytes. */
const AccountStorage = z.object({ account: z.string(), used: z.number(), total: z.number() })
export type AccountStorage = z.infer<typeof AccountStorage>

/** Which files a clean-up takes: those older than some days, or the oldest until the others fit into some bytes. */
export type CleanUpRule =
  | { readonly kind: 'age'; readonly days: number }
  | { readonly kind: 'size'; readonly keepBytes: number }

/** The files that a clean-up would delete, oldest first. Exports that are gone or changed are no files of ours and take no room. */
export function filesToCleanUp(
  files: readonly LibraryFile[],
  rule: CleanUpRule,
  now: Date,
): readonly LibraryFile[] {
  const oldestFirst = files
    .filter(({ state }) => state === 'there')
    .toSorted((one, other) => one.madeAt.localeCompare(other.madeAt))
  if (rule.kind === 'age') {
    const before = new Date(now.getTime() - rule.days * 86_400_000).toISOString()
    return oldestFirst.filter(({ madeAt }) => madeAt < before)
  }
  let left = oldestFirst.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return oldestFirst.filter(({ sizeBytes }) => {
    if (left <= rule.keepBytes) return false
    left -= sizeBytes
    return true
  })
}

const Ids = z.object({ ids: z.array(FileId).min(1).max(20_000) })
const OneFile = z.object({ id: FileId })

/** What a window may ask about files. */
export const fileMethods = {
  'files.list': {
    input: z.object({}),
    output: z.object({ files: z.array(LibraryFile), accounts: z.array(AccountStorage) }),
  },
  /** Deletes files once `UNDO_MS` have passed without `files.restore`. */
  'files.delete': { input: Ids, output: z.object({}) },
  'files.restore': { input: Ids, output: z.object({}) },
  /** Sends the sound as `speech.chunk`, then `speech.done`. */
  'files.play': { input: OneFile.extend({ jobId: z.uuid() }), output: z.object({}) },
  /** Where a browser fetches the file, and its manifest; or where the desktop has saved a copy: nowhere if the person cancelled. */
  'files.fetch': {
    input: OneFile,
    output: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('download'),
        fileName: z.string(),
        url: z.string(),
        sidecarUrl: z.string().optional(),
        /** Whether the address has to be opened with a ticket; see server/studio/exports.ts. */
        isExport: z.boolean(),
      }),
      z.object({ kind: z.literal('saved'), path: z.string() }),
      z.object({ kind: z.literal('cancelled') }),
    ]),
  },
  /** Verifies a file, with its manifest where it has one beside it. */
  'files.verify': { input: OneFile, output: Verdict },
  'files.reveal': { input: OneFile, output: z.object({}) },
} as const

/** What windows hear about files. */
export const fileEvents = {
  /** The list is not what it was. */
  'files.changed': z.object({}),
} as const
