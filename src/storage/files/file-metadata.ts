import { open, readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import type { NewBlob } from '#storage/blobs/blobs.ts'
import type { StoredFile } from '#storage/db/files.ts'

const About = z.object({
  /** The library that knew the file, and its place in it. */
  identity: z.string(),
  sequence: z.number(),
  id: z.uuid(),
  account: z.string(),
  originalName: z.string().optional(),
  uploadedBy: z.string().optional(),
  createdAt: z.iso.datetime(),
  mediaType: z.string(),
  sizeBytes: z.number(),
  sha256: z.hex(),
})
/** Metadata beside every stored file, from which a library that lost its row can enter it again. */
export type FileMetadata = z.infer<typeof About>

/** Metadata of a stored file; undefined while it is uploading. */
export function metadataOf(
  identity: string,
  { content, ...file }: StoredFile,
): FileMetadata | undefined {
  if (!content) return undefined
  const { sizeBytes, mediaType } = content
  const sha256 = Buffer.from(content.sha256).toString('hex')
  return { identity, ...file, sizeBytes, mediaType, sha256 }
}

/** As it is stored beside the bytes of the file. */
export function metadataBlob(about: FileMetadata): NewBlob {
  return { bytes: Buffer.from(JSON.stringify(about)), type: 'application/json' }
}

/** Writes it to `path`, whole or not at all, for its owner alone. Throws file system errors. */
export async function writeFileMetadata(path: string, about: FileMetadata): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(about))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
}

/** Undefined where there is none, or none that can be read. */
export async function readFileMetadata(path: string): Promise<FileMetadata | undefined> {
  try {
    return About.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}
