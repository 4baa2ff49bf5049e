import { z } from 'zod'
import { PACK_RUNTIMES, PACK_TASKS, PackFigure } from '#shared/packs.ts'
import { isPackUrl } from './pack-url.ts'

/** Version of the catalog's form. A file with a higher one is for a later Griot. */
export const CATALOG_SCHEMA = 1

/** Names that Windows gives to devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const SEGMENT = /^[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?$/
const MAX_DEPTH = 4

/** Whether a name is one by which a pack can be stored on every system. */
export function isPackId(id: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(id) && !DEVICE.test(id)
}

/** Whether a name with "/" leads to a file inside a pack, on every system, and to no file of the store itself. */
export function isFileName(name: string): boolean {
  const segments = name.split('/')
  return (
    segments.length <= MAX_DEPTH &&
    segments.every((segment) => SEGMENT.test(segment) && !DEVICE.test(segment)) &&
    !/\.part(?:\.json)?$/i.test(name)
  )
}

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'A SHA-256 has 64 hexadecimal digits.')
const Url = z.string().refine(isPackUrl, {
  error: 'Files come from https addresses without a password, or over http from this computer.',
})
/** A size: known to the byte, or about right with the most that is taken. */
const Size = {
  bytes: z.int().positive().nullable(),
  aboutBytes: z.int().positive().optional(),
  atMostBytes: z.int().positive().optional(),
}
const hasSize = (size: { readonly [K in keyof typeof Size]?: number | null | undefined }) =>
  size.bytes !== null || (size.aboutBytes !== undefined && size.atMostBytes !== undefined)
const NEEDS_SIZE = { error: 'Where bytes is null, aboutBytes and atMostBytes are needed.' }

const PackFile = z
  .object({
    /** Path inside the pack's folder, with "/". */
    name: z.string().refine(isFileName, { error: 'This is not the name of a file in a pack.' }),
    ...Size,
    /** null: nobody here knows the bytes, so that the file cannot be downloaded, only imported. */
    sha256: Sha256.nullable(),
  })
  .refine(hasSize, NEEDS_SIZE)
export type PackFile = z.infer<typeof PackFile>

const Archive = z
  .object({
    url: Url,
    ...Size,
    sha256: Sha256,
    /** Folder inside the archive below which the files lie. */
    root: z.string().refine((root) => root === '' || isFileName(root)),
  })
  .refine(hasSize, NEEDS_SIZE)
/** An archive (tar, compressed with bzip2) that holds the files of a pack. */
export type Archive = z.infer<typeof Archive>

/** A pack as the catalog describes it. */
export const PackEntry = z
  .object({
    id: z.string().refine(isPackId, { error: 'This is not the id of a pack.' }),
    name: z.string().min(1).max(100),
    /** What it would improve, in a sentence. */
    improves: z.string(),
    runtime: z.enum(PACK_RUNTIMES),
    languages: z.array(z.string()).min(1),
    licence: z.object({
      /** SPDX identifier. */
      id: z.string(),
      name: z.string(),
      /** File with its text, in the folder `licences/` of the catalog. */
      text: z.string().refine((name) => isFileName(name) && !name.includes('/')),
      commercialUse: z.boolean(),
      attribution: z.string(),
    }),
    source: z.object({
      /** Where people read about it; null: not known. */
      page: z.url().nullable(),
      /** Commit of the repository; null where there is none to name. */
      revision: z.string().nullable(),
      /** Address below which each file lies under its name; null: not known. */
      files: Url.nullable(),
      archive: Archive.optional(),
    }),
    files: z.array(PackFile).min(1).max(500),
    /** What the runtime needs to know besides its files. */
    settings: z.record(z.string(), z.json()),
    /** Memory that it needs while it is used, in megabytes; estimated from the size of its files. */
    memoryMegabytes: z.int().positive(),
    /** Empty: not checked. */
    measured: z.array(PackFigure),
    /** Whether anyone here has run it. */
    isChecked: z.boolean(),
    notes: z.array(z.string()),
  })
  .refine(
    ({ files }) => new Set(files.map(({ name }) => name.toLowerCase())).size === files.length,
    {
      error: 'Two files have the same name.',
    },
  )
  .refine(({ files, source }) => !source.archive || files.every(({ sha256 }) => sha256 !== null), {
    error: 'Every file of an archive needs its SHA-256.',
  })

/** A file of the catalog: all packs for one task. */
export const CatalogFile = z.object({
  schema: z.literal(CATALOG_SCHEMA),
  /** By which an acceptance of a licence is remembered: a date. */
  revision: z.string(),
  task: z.enum(PACK_TASKS),
  packs: z.array(PackEntry),
})

/** A pack with the task and the revision of the file that it comes from. */
export const Manifest = PackEntry.and(
  z.object({ task: CatalogFile.shape.task, revision: z.string() }),
)
export type Manifest = z.infer<typeof Manifest>

/** The most bytes that are taken for a file or an archive. */
export function capOf({ bytes, atMostBytes = 0 }: Pick<PackFile, 'bytes' | 'atMostBytes'>): number {
  return bytes ?? atMostBytes
}

/** How many bytes a file or an archive has, or about how many. */
export function sizeOf({ bytes, aboutBytes = 0 }: Pick<PackFile, 'bytes' | 'aboutBytes'>): number {
  return bytes ?? aboutBytes
}

/** Size of a pack's files, and of what is downloaded for them, in bytes. */
export function sizesOf({ files, source }: Manifest): {
  readonly sizeBytes: number
  readonly downloadBytes: number
  readonly isExact: boolean
} {
  const sizeBytes = files.reduce((sum, file) => sum + sizeOf(file), 0)
  const downloadBytes = source.archive ? sizeOf(source.archive) : sizeBytes
  const parts = source.archive ? [...files, source.archive] : files
  return { sizeBytes, downloadBytes, isExact: parts.every(({ bytes }) => bytes !== null) }
}

/** Why a pack cannot be downloaded, in words; undefined where it can. */
export function downloadProblem({ name, files, source }: Manifest): string | undefined {
  if (source.archive) return undefined
  if (source.files === null)
    return `Nobody here knows an address of the files of ${name}. ${IMPORT}`
  const unknown = files.filter(({ sha256 }) => sha256 === null).map((file) => file.name)
  if (unknown.length === 0) return undefined
  return `${name} cannot be downloaded by Griot, because the bytes of ${unknown.join(', ')} are not known here. ${IMPORT}`
}

/** The command that installs a pack, or mends it. */
export function installCommand(pack: Manifest): string {
  return downloadProblem(pack) === undefined
    ? `griot models install ${pack.id}`
    : `griot models import FOLDER --pack ${pack.id}`
}

const IMPORT =
  'Download them yourself and import their folder (griot models import FOLDER): the SHA-256 of each is then recorded, and shown.'
