import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { STUDIO } from './security.ts'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.txt': 'text/plain; charset=utf-8',
}

export interface StudioFile {
  readonly bytes: Buffer
  readonly mediaType: string
}

/** The file that an `app://griot/…` address names, or undefined for whatever is not a file inside `root`. */
export async function readStudioFile(
  root: string,
  address: string,
): Promise<StudioFile | undefined> {
  const segments = segmentsOf(address)
  if (!segments) return undefined
  const path = await realFile(root, segments)
  if (path === undefined) return undefined
  const mediaType = MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream'
  return { bytes: await readFile(path), mediaType }
}

/** The decoded parts of the path; undefined where one could mean more than a plain file name. */
export function segmentsOf(address: string): readonly string[] | undefined {
  const url = URL.parse(address)
  if (!url || `${url.protocol}//${url.host}` !== STUDIO) return undefined
  if (url.pathname === '/' || url.pathname === '') return ['index.html']
  try {
    const segments = url.pathname.slice(1).split('/').map(decodeURIComponent)
    return segments.every(isPlainName) ? segments : undefined
  } catch (error) {
    // A percent sign without two hex digits after it.
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** No separators of any system, no drive letters or streams, no control characters, no dots alone. */
function isPlainName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here.
  return name !== '' && name !== '.' && name !== '..' && !/[\\/:\u0000-\u001f]/.test(name)
}

/** Follows links before it compares, so that a link out of `root` is refused. */
async function realFile(root: string, segments: readonly string[]): Promise<string | undefined> {
  try {
    const inside = await realpath(root)
    const path = await realpath(join(inside, ...segments))
    if (!path.startsWith(inside + sep)) return undefined
    return (await stat(path)).isFile() ? path : undefined
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG' || code === 'ELOOP'
}
