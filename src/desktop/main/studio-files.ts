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

/** Reads the file that an `app://griot/…` address names; undefined for anything that is not a file inside `root`. */
export async function readStudioFile(
  root: string,
  address: string,
): Promise<StudioFile | undefined> {
  const segments = pathSegments(address)
  if (!segments) return undefined
  const path = await resolveFile(root, segments)
  if (path === undefined) return undefined
  const mediaType = MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream'
  return { bytes: await readFile(path), mediaType }
}

/** Decoded segments of the path; undefined if one of them is not a plain file name. */
export function pathSegments(address: string): readonly string[] | undefined {
  const url = URL.parse(address)
  if (!url || `${url.protocol}//${url.host}` !== STUDIO) return undefined
  if (url.pathname === '/' || url.pathname === '') return ['index.html']
  try {
    const segments = url.pathname.slice(1).split('/').map(decodeURIComponent)
    return segments.every(isPlainName) ? segments : undefined
  } catch (error) {
    // A percent sign that is not followed by two hex digits.
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** Whether a name has no path separator, drive letter, stream or control character, and is not "." or "..". */
function isPlainName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected here.
  return name !== '' && name !== '.' && name !== '..' && !/[\\/:\u0000-\u001f]/.test(name)
}

/** Resolves links before the comparison, so that a link out of `root` is rejected. */
async function resolveFile(root: string, segments: readonly string[]): Promise<string | undefined> {
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
