import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AudioChunk } from '#shared/audio.ts'
import { AppError, storageCode } from '#shared/errors.ts'
import type { Bitrate } from '#shared/formats.ts'
import { type AacSegment, cutSegments, LONGEST_SEGMENT_SECONDS } from './adts.ts'
import { cancellationError } from './cancellation-error.ts'
import { encodeCompressed } from './compressed.ts'
import type { GetFfmpeg } from './ffmpeg.ts'

export type SegmentUrl = (id: string, name: string) => string

/** Sound as HLS on disk: one AAC encoder per playlist, segments of 2 to 3 s, unguessable and short-lived. */
export interface HlsPlaylists {
  /**
   * Starts to encode. Resolves when the first segment is ready, so that what is wrong with the speech throws here. Reading
   * `lines` drives the encoder: at their end the playlist is complete; if they are left early, aborted or fail, it is
   * deleted. Each line ends with its line break. `holder`: account or key whose allowance it takes from. Throws like `encodeCompressed`,
   * AppError('storage/failed'), and what the allowance throws.
   */
  start(
    chunks: AsyncIterable<AudioChunk>,
    bitrate: Bitrate,
    segmentUrl: SegmentUrl,
    signal: AbortSignal,
    holder?: string,
  ): Promise<{ readonly id: string; readonly lines: AsyncIterable<string> }>
  /**
   * The playlist as it stands: EVENT while it grows, VOD with its end once complete, undefined if unknown or expired. While it
   * grows, it has at most its first `most` segments.
   */
  playlist(id: string, segmentUrl: SegmentUrl, most?: number): string | undefined
  /** The file of one segment, or undefined if unknown or expired. */
  segment(id: string, name: string): string | undefined
  /** Removes what has expired, here and from earlier processes. Runs regularly by itself. */
  purge(): Promise<void>
  /** Removes every playlist of this process and stops purging. */
  close(): Promise<void>
}

/** Disk space that one playlist takes from the allowance of its holder. */
export interface DiskAllowance {
  /** Takes space for one more file, in bytes. Throws where there is none left. */
  take(bytes: number): void
  /** Gives all of it back. */
  release(): void
}

/** A second place for what is written, from which others serve it too. What it throws ends the playlist. */
export interface PlaylistMirror {
  /** Called with the segments so far before anybody hears of the last one, whose bytes these are. */
  write(id: string, segments: readonly SegmentEntry[], bytes: Uint8Array): Promise<void>
  /** Called when a playlist is complete; milliseconds since 1970. */
  end(id: string, segments: readonly SegmentEntry[], expiresAt: number): Promise<void>
  /** Called when a playlist has broken off or expired. */
  remove(id: string): Promise<void>
}

export interface HlsOptions {
  readonly mirror?: PlaylistMirror | undefined
  /** Disk space that a holder may take. Left out: as much as there is. */
  readonly allowance?: (holder: string) => DiskAllowance
  /** Time for which a complete playlist is kept besides the time in which a slow listener gets it, in milliseconds. Default: half an hour. */
  readonly ttlMs?: number
  /** For its owner's eyes alone: folders 0700, files 0600. Otherwise as the person's files are (umask). */
  readonly isPrivate?: boolean
  /** Milliseconds since 1970, as the clock of the file system counts them. */
  readonly now?: () => number
}

interface Playlist {
  readonly id: string
  readonly folder: string
  readonly segments: SegmentEntry[]
  readonly allowance: DiskAllowance
  expiresAt?: number
}

const KEPT_MS = 30 * 60_000
/** How many times its duration a playlist may take its listener: four, over a line of 2 kB/s at 64 kbit/s. */
const SLOWEST_PACE = 4
const PURGE_MS = 60_000
/** Space that an empty folder counts for, in bytes. */
const FOLDER_BYTES = 1
/** 256 random bits in base64url: only folders so named are ours to remove. */
const ID = /^[\w-]{43}$/

const NO_LIMIT: DiskAllowance = { take: () => undefined, release: () => undefined }

/** Playlists in folders of their own under `directory`, which is made when the first one starts. */
export function createPlaylists(
  directory: string,
  getFfmpeg: GetFfmpeg,
  {
    ttlMs = KEPT_MS,
    isPrivate = false,
    now = Date.now,
    allowance = () => NO_LIMIT,
    mirror,
  }: HlsOptions = {},
): HlsPlaylists {
  const known = new Map<string, Playlist>()
  const find = (id: string): Playlist | undefined => {
    const playlist = known.get(id)
    const isExpired = playlist?.expiresAt !== undefined && playlist.expiresAt <= now()
    return isExpired ? undefined : playlist
  }
  const forgetHere = async ({ id, folder, allowance: claim }: Playlist): Promise<void> => {
    known.delete(id)
    try {
      await remove(folder)
    } finally {
      claim.release()
    }
  }
  const forget = async (playlist: Playlist): Promise<void> => {
    await forgetHere(playlist)
    // Whoever keeps the other place sweeps it.
    await mirror?.remove(playlist.id).catch(() => undefined)
  }
  const purge = async (): Promise<void> => {
    for (const playlist of [...known.values()]) if (!find(playlist.id)) await forget(playlist)
    const leftovers = await foldersOlderThan(now() - ttlMs, directory)
    for (const id of leftovers) if (!known.has(id)) await remove(join(directory, id))
  }
  // What expired is refused all the same; what can not be removed now is tried again a minute later.
  const purgeQuietly = (): Promise<unknown> => purge().catch(() => 'again in a minute')
  const timer = setInterval(purgeQuietly, Math.min(ttlMs, PURGE_MS)).unref()
  const started = purgeQuietly()

  async function* grow(
    playlist: Playlist,
    segments: AsyncIterable<AacSegment>,
  ): AsyncGenerator<SegmentEntry> {
    try {
      const mode = isPrivate ? { mode: 0o700 } : {}
      playlist.allowance.take(FOLDER_BYTES)
      await storing(() => mkdir(playlist.folder, { recursive: true, ...mode }))
      for await (const segment of segments) {
        const entry = await writeSegment(playlist, segment, isPrivate ? 0o600 : 0o666)
        await mirror?.write(playlist.id, [...playlist.segments, entry], segment.bytes)
        playlist.segments.push(entry)
        yield entry
      }
      const expiresAt = now() + ttlMs + SLOWEST_PACE * durationMsOf(playlist.segments)
      await mirror?.end(playlist.id, playlist.segments, expiresAt)
      playlist.expiresAt = expiresAt
    } finally {
      if (playlist.expiresAt === undefined) await forget(playlist)
    }
  }

  return {
    async start(chunks, bitrate, segmentUrl, signal, holder = '') {
      const id = randomBytes(32).toString('base64url')
      const claim = allowance(holder)
      const playlist: Playlist = { id, folder: join(directory, id), segments: [], allowance: claim }
      known.set(id, playlist)
      const aac = encodeCompressed(chunks, 'adts', bitrate, getFfmpeg, signal)
      const growth = grow(playlist, cutSegments(aac))
      const first = await growth.next()
      // Between two lines nothing awaits the encoder, so an abort has to reach it here.
      signal.addEventListener('abort', () => growth.return(undefined), { once: true })
      return { id, lines: linesOf(playlist, first, growth, segmentUrl, signal) }
    },
    playlist(id, segmentUrl, most) {
      const playlist = find(id)
      if (playlist === undefined) return undefined
      return playlistText(playlist, segmentUrl, most)
    },
    segment(id, name) {
      const playlist = find(id)
      const isOurs = playlist?.segments.some((entry) => entry.name === name)
      return playlist && isOurs ? join(playlist.folder, name) : undefined
    },
    purge,
    async close() {
      clearInterval(timer)
      await started
      // What is complete may be asked for at the other place until it expires.
      await Promise.all(
        [...known.values()].map((playlist) =>
          playlist.expiresAt === undefined ? forget(playlist) : forgetHere(playlist),
        ),
      )
    },
  }
}

function durationMsOf(segments: readonly SegmentEntry[]): number {
  return segments.reduce((sum, { durationSeconds }) => sum + durationSeconds * 1_000, 0)
}

async function* linesOf(
  playlist: Playlist,
  first: IteratorResult<SegmentEntry, unknown>,
  growth: AsyncGenerator<SegmentEntry>,
  segmentUrl: SegmentUrl,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const linesFor = (entry: SegmentEntry): readonly string[] =>
    segmentLines(entry, segmentUrl(playlist.id, entry.name)).map(broken)
  try {
    yield* playlistHead('EVENT').map(broken)
    if (!first.done) yield* linesFor(first.value)
    for await (const entry of growth) yield* linesFor(entry)
    if (playlist.expiresAt === undefined) throw cancellationError(signal)
    yield broken(PLAYLIST_END)
  } finally {
    await growth.return(undefined)
  }
}

function broken(line: string): string {
  return `${line}\n`
}

/** Whoever sees the name sees the whole segment: it is written beside it and renamed. */
async function writeSegment(
  { folder, segments, allowance: claim }: Playlist,
  { bytes, durationSeconds }: AacSegment,
  mode: number,
): Promise<SegmentEntry> {
  const name = `${String(segments.length).padStart(5, '0')}.aac`
  const path = join(folder, name)
  claim.take(bytes.length)
  await storing(() => writeFile(`${path}.part`, bytes, { mode }))
  await storing(() => rename(`${path}.part`, path))
  return { name, durationSeconds }
}

async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Its code alone: the message of a file system names the path.
    const why = error instanceof Error && 'code' in error ? error.code : error
    throw new AppError(
      storageCode(error),
      `A segment of the stream could not be written (${why}). Check that the data folder may be written and that the disk has room.`,
      error,
    )
  }
}

/** The playlist folders in which nothing has changed since `time`, in milliseconds since 1970. */
async function foldersOlderThan(time: number, directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const old: string[] = []
  for (const name of names.filter((name) => ID.test(name)))
    if ((await stat(join(directory, name))).mtimeMs < time) old.push(name)
  return old
}

/** Removes a folder. One with an open file, which Windows does not remove, is left to a later purge. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => 'later')
}

/** Entry of a segment in a playlist. */
export interface SegmentEntry {
  readonly name: string
  readonly durationSeconds: number
}

/**
 * Text of a playlist as it stands; one that does not say when it expires still grows, and has at most the first `most` of its
 * segments.
 */
export function playlistText(
  {
    id,
    segments,
    expiresAt,
  }: {
    readonly id: string
    readonly segments: readonly SegmentEntry[]
    readonly expiresAt?: number | undefined
  },
  segmentUrl: SegmentUrl,
  most = Number.POSITIVE_INFINITY,
): string {
  const isComplete = expiresAt !== undefined
  const shown = isComplete ? segments : segments.slice(0, most)
  const lines = [
    ...playlistHead(isComplete ? 'VOD' : 'EVENT'),
    ...shown.flatMap((entry) => segmentLines(entry, segmentUrl(id, entry.name))),
    ...(isComplete ? [PLAYLIST_END] : []),
  ]
  return lines.map(broken).join('')
}

/** Lines of an HLS media playlist (RFC 8216) before its segments. EVENT: it only grows. */
function playlistHead(type: 'EVENT' | 'VOD'): readonly string[] {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${LONGEST_SEGMENT_SECONDS}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${type}`,
    // Without it, a player takes what still grows for a live broadcast, and begins near its end.
    ...(type === 'EVENT' ? ['#EXT-X-START:TIME-OFFSET=0'] : []),
  ]
}

/** The two lines of a segment. */
function segmentLines({ durationSeconds }: SegmentEntry, url: string): readonly string[] {
  return [`#EXTINF:${durationSeconds.toFixed(6)},`, url]
}

const PLAYLIST_END = '#EXT-X-ENDLIST'
