import { text } from 'node:stream/consumers'
import { z } from 'zod'
import {
  type HlsPlaylists,
  type PlaylistMirror,
  playlistText,
  type SegmentEntry,
  type SegmentUrl,
} from '#media/hls.ts'
import { AppError } from '#shared/errors.ts'
import type { Blobs, ServedBlob } from '#storage/blobs/blobs.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import type { ByteStores } from './byte-stores.ts'

/** Playlists that several servers give out, whichever of them makes one. */
export interface SharedPlaylists extends Pick<HlsPlaylists, 'start'> {
  /** As of `HlsPlaylists`. Throws AppError('storage/failed') and ('storage/busy'). */
  playlist(id: string, segmentUrl: SegmentUrl, most?: number): Awaitable<string | undefined>
  /** Path of a segment here, or its bytes elsewhere; undefined if unknown or expired. Throws as `playlist` does. */
  segment(id: string, name: string): Awaitable<string | ServedBlob | undefined>
}

/** Begins the keys of all playlists: `hls/<id>/<segment>`, and `hls/<id>/playlist.json` with what is known of them. */
const PREFIX = 'hls/'
const TYPE = 'audio/aac'
/** As the playlists name themselves and their segments; nothing else is asked of the store. */
const ID = /^[\w-]{43}$/
/** Playlists of others whose records are remembered. */
const MOST_REMEMBERED = 1_000

const Stored = z.object({
  segments: z.array(
    z.object({ name: z.string(), durationSeconds: z.number(), sizeBytes: z.number() }),
  ),
  writtenAt: z.number(),
  expiresAt: z.number().optional(),
})
type Stored = z.infer<typeof Stored>

type ClosablePlaylists = SharedPlaylists & Pick<HlsPlaylists, 'close'>

/** The playlists of this computer; also those of others, where bytes lie in a store elsewhere. `open`: see `createSharedPlaylists`. */
export function playlistsIn(
  { shared }: Pick<ByteStores, 'shared'>,
  open: (mirror: PlaylistMirror | undefined) => HlsPlaylists,
): ClosablePlaylists {
  return shared ? createSharedPlaylists(shared, open) : open(undefined)
}

/**
 * Playlists in a store of bytes, and those of this computer. `open` opens those of this computer; what it is given, it has to tell of all that is written. Each
 * server sends its own from its disk.
 */
export function createSharedPlaylists(
  blobs: Blobs,
  open: (mirror: PlaylistMirror) => HlsPlaylists,
  now: () => number = Date.now,
): ClosablePlaylists {
  const sizes = new Map<string, number[]>()
  /** Complete playlists of others, which do not change any more. */
  const complete = new Map<string, Stored>()
  const write = async (
    id: string,
    segments: readonly SegmentEntry[],
    expiresAt?: number,
  ): Promise<void> => {
    const known = sizes.get(id) ?? []
    const record: Stored = {
      segments: segments.map((entry, i) => ({ ...entry, sizeBytes: known[i] ?? 0 })),
      writtenAt: now(),
      expiresAt,
    }
    const bytes = Buffer.from(JSON.stringify(record))
    await blobs.put(recordOf(id), { bytes, type: 'application/json' })
  }
  const local = open({
    async write(id, segments, bytes) {
      const { name } = segments.at(-1) ?? { name: '' }
      await blobs.put(keyOf(id, name), { bytes, type: TYPE })
      sizes.set(id, [...(sizes.get(id) ?? []), bytes.length])
      // Whoever finds a segment in the record finds it in the store.
      await write(id, segments)
    },
    async end(id, segments, expiresAt) {
      await write(id, segments, expiresAt)
      sizes.delete(id)
    },
    async remove(id) {
      sizes.delete(id)
      await blobs.removeAll(`${PREFIX}${id}/`)
    },
  })
  const find = async (id: string): Promise<Stored | undefined> => {
    if (!ID.test(id)) return undefined
    const stored = complete.get(id) ?? (await read(blobs, id))
    if (stored?.expiresAt === undefined) return stored
    if (stored.expiresAt <= now()) {
      complete.delete(id)
      return undefined
    }
    complete.set(id, stored)
    const [first] = complete.keys()
    if (complete.size > MOST_REMEMBERED && first !== undefined) complete.delete(first)
    return stored
  }
  return {
    start: local.start,
    async playlist(id, segmentUrl, most) {
      const own = local.playlist(id, segmentUrl, most)
      if (own !== undefined) return own
      const stored = await find(id)
      return stored && playlistText({ ...stored, id }, segmentUrl, most)
    },
    async segment(id, name) {
      const own = local.segment(id, name)
      if (own !== undefined) return own
      const stored = await find(id)
      const entry = stored?.segments.find((segment) => segment.name === name)
      if (!stored || !entry) return undefined
      return {
        sizeBytes: entry.sizeBytes,
        etag: `${id}-${name}`,
        modified: new Date(stored.writtenAt),
        async open(range, signal) {
          const content = await blobs.get(keyOf(id, name), { range, signal })
          if (content) return content
          throw new AppError('file/not-found', 'This segment has expired. Ask for a new playlist.')
        },
      }
    },
    close: local.close,
  }
}

async function read(blobs: Blobs, id: string): Promise<Stored | undefined> {
  const content = await blobs.get(recordOf(id))
  return content && Stored.parse(JSON.parse(await text(content.bytes)))
}

const keyOf = (id: string, name: string): string => `${PREFIX}${id}/${name}`
const recordOf = (id: string): string => keyOf(id, 'playlist.json')
