import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { AppError } from '#shared/errors.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { AGE_HEAD, decrypted } from './cipher.ts'
import { isPlain, LIBRARY_NAME, MANIFEST_NAME, Manifest } from './manifest.ts'

const MAX_MANIFEST_BYTES = 64e6
const SQLITE_HEAD = 'SQLite format 3\0'

/** Kind of a file that is to be restored. Throws AppError('storage/failed') where it cannot be read. */
export async function kindOf(path: string): Promise<'backup' | 'encrypted' | 'library'> {
  try {
    const file = await open(path)
    try {
      const { buffer } = await file.read(Buffer.alloc(32), 0, 32, 0)
      const head = buffer.toString('latin1')
      if (head.startsWith(AGE_HEAD)) return 'encrypted'
      return head.startsWith(SQLITE_HEAD) ? 'library' : 'backup'
    } finally {
      await file.close()
    }
  } catch (error) {
    throw describeDiskError(error, `The backup ${path} cannot be read`)
  }
}

export interface ReadOptions {
  /** Passphrase of an encrypted backup. */
  readonly passphrase: string | undefined
  /** Empty folder for the entries. */
  readonly into: string
  /** Whether everything is put there, or the library alone. */
  readonly keep: 'everything' | 'library'
}

/**
 * Reads a whole backup and holds every entry against the manifest. Only plain files with names of ours are written.
 * Throws AppError('storage/failed') for one that is damaged, truncated or changed, for another passphrase, and for a disk
 * that is full; and why `signal` was aborted.
 */
export async function readBackup(
  path: string,
  options: ReadOptions,
  signal: AbortSignal,
): Promise<Manifest> {
  try {
    const bytes = Readable.toWeb(createReadStream(path, { signal })) as ReadableStream<Uint8Array>
    const { passphrase } = options
    const tar = passphrase === undefined ? bytes : await decrypted(bytes, passphrase)
    return await readEntries(tar, options, signal)
  } catch (error) {
    signal.throwIfAborted()
    const failure = describeDiskError(error, `The backup ${basename(path)} could not be read`)
    if (failure instanceof AppError) throw failure
    const why = error instanceof Error ? error.message : String(error)
    throw damaged(why, error)
  }
}

async function readEntries(
  tar: ReadableStream<Uint8Array>,
  options: ReadOptions,
  signal: AbortSignal,
): Promise<Manifest> {
  const found = new Map<string, { readonly sizeBytes: number; readonly sha256: string }>()
  let manifest: Manifest | undefined
  for await (const entry of tar.pipeThrough(createTarDecoder({ strict: true }))) {
    signal.throwIfAborted()
    const { name, type, size } = entry.header
    if (manifest) throw damaged(`${JSON.stringify(name)} follows its list of contents`)
    if (type !== 'file') throw damaged(`${JSON.stringify(name)} is not a plain file`)
    if (name === MANIFEST_NAME) {
      manifest = await readManifest(entry)
      continue
    }
    if (!isPlain(name)) throw damaged(`${JSON.stringify(name)} is not a valid name`)
    // Some systems tell no capitals apart.
    if (found.has(name.toLowerCase())) throw damaged(`${JSON.stringify(name)} is in it twice`)
    const isKept = options.keep === 'everything' || name === LIBRARY_NAME
    const sha256 = await take(entry, isKept ? join(options.into, name) : undefined)
    found.set(name.toLowerCase(), { sizeBytes: size, sha256 })
  }
  if (!manifest) throw damaged('its list of contents is missing')
  compare(manifest, found)
  return manifest
}

async function readManifest({ header, body }: ParsedTarEntry): Promise<Manifest> {
  if (header.size > MAX_MANIFEST_BYTES) throw damaged('its list of contents is too long')
  const parsed = Manifest.safeParse(JSON.parse(await new Response(body).text()))
  if (parsed.success) return parsed.data
  throw damaged('its list of contents has an unknown format; a newer Griot may have written it')
}

/** Returns the SHA-256 of what was read. */
async function take({ body }: ParsedTarEntry, path: string | undefined): Promise<string> {
  const hash = createHash('sha256')
  if (path === undefined) {
    for await (const piece of body) hash.update(piece)
    return hash.digest('hex')
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of body) {
      hash.update(piece)
      await file.writeFile(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

function compare(
  { entries }: Manifest,
  found: ReadonlyMap<string, { readonly sizeBytes: number; readonly sha256: string }>,
): void {
  for (const { path, sizeBytes, sha256 } of entries) {
    const there = found.get(path.toLowerCase())
    if (!there) throw damaged(`${path} is missing`)
    if (there.sizeBytes !== sizeBytes || there.sha256 !== sha256)
      throw damaged(`${path} is not what was packed`)
  }
  if (entries.length !== found.size) throw damaged('it holds more than its list of contents')
  if (!found.has(LIBRARY_NAME)) throw damaged('the library is missing')
}

function damaged(why: string, cause?: unknown): AppError {
  return new AppError(
    'storage/failed',
    `This backup cannot be used: ${why}. It may be damaged, incomplete or modified; nothing was changed. Use another one.`,
    cause,
  )
}
