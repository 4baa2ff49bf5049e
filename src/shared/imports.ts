import { z } from 'zod'
import { HeardAt } from './script.ts'

/** Limits of a file that is imported: bytes of the file and of one `import.append`; pieces and characters that are taken from it. */
export const IMPORT_LIMITS = {
  bytes: 64 * 1024 * 1024,
  partBytes: 1024 * 1024,
  pieces: 20_000,
  characters: 8_000_000,
} as const

/** How letters are stored in a text file, by the label of the WHATWG Encoding Standard. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'macintosh',
  'windows-1256',
] as const
export type TextEncoding = (typeof TEXT_ENCODINGS)[number]

/** What a column of a table holds. */
export const COLUMN_ROLES = ['text', 'speaker', 'language', 'start', 'end', 'none'] as const
export type ColumnRole = (typeof COLUMN_ROLES)[number]

/** A paragraph, a heading or a subtitle, as it stands in the file. */
const Piece = z.object({
  text: z.string(),
  /** Level of a heading, from 1. */
  heading: z.number().int().min(1).max(9).optional(),
  /** Who says it, where the format itself tells: the voice of a subtitle, or a column. */
  speaker: z.string().optional(),
  /** Language as the file names it: "yo", "Yoruba". */
  language: z.string().optional(),
  heardAt: HeardAt.optional(),
})
export type Piece = z.infer<typeof Piece>

const Table = z.object({
  rows: z.array(z.array(z.string())),
  /** Whether the first row names the columns. */
  hasHeader: z.boolean(),
  /** One role for each column. */
  roles: z.array(z.enum(COLUMN_ROLES)),
})
export type ImportedTable = z.infer<typeof Table>

/** What was found in a file. */
export const ImportedFile = z.object({
  /** In words: "Word document". */
  format: z.string(),
  /** Of a text file. */
  encoding: z.enum(TEXT_ENCODINGS).optional(),
  content: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('pieces'), pieces: z.array(Piece) }),
    Table.extend({ kind: z.literal('table') }),
  ]),
  /** What a person should know, in sentences. */
  warnings: z.array(z.string()),
})
export type ImportedFile = z.infer<typeof ImportedFile>

const JobId = z.object({ jobId: z.uuid() })
const Bytes = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.length <= IMPORT_LIMITS.partBytes,
  `Send at most ${IMPORT_LIMITS.partBytes} bytes at a time.`,
)

/**
 * The contract table's part about importing scripts. A file that a window sends: `begin`, `append` its bytes as they come, `read`.
 * It is a job from `begin` on, which ends in `import.done` or `job.failed`; `job.cancel` stops it.
 */
export const importMethods = {
  'import.begin': {
    input: JobId.extend({ sizeBytes: z.number().int().min(0) }),
    output: z.object({}),
  },
  /** `position`: how many bytes came before, so that nothing is lost or doubled. */
  'import.append': {
    input: JobId.extend({ position: z.number().int().min(0), bytes: Bytes }),
    output: z.object({}),
  },
  'import.read': {
    input: JobId.extend({
      /** With its ending, which tells the format where the bytes do not. */
      name: z.string().max(1_000),
      /** Left out: guessed. */
      encoding: z.enum(TEXT_ENCODINGS).optional(),
    }),
    output: z.object({}),
  },
} as const

export const importEvents = {
  'import.done': JobId.extend({ file: ImportedFile }),
} as const
