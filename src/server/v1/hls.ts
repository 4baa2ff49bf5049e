import { basename, dirname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '#app/app.ts'
import { baseUrlOf } from '#server/http/base-url.ts'
import { refuse } from '#server/http/errors.ts'
import { type Api, callerOf, type Operation } from '#server/http/operation.ts'
import { sendBlob } from '#server/http/send-blob.ts'
import { type StreamOptions, sendStream } from '#server/http/stream.ts'
import type { SpokenChunk } from '#shared/audio.ts'
import { type Bitrate, FORMATS } from '#shared/formats.ts'

/** Segments of a growing playlist that a player is told of at first. */
const FIRST_SEGMENTS = 3
/** Time in which a player may fetch a playlist several times before it begins, as mpv does, in milliseconds. */
const OPENING_MS = 2_000
/** Players that are remembered. */
const MOST_PLAYERS = 1_000

/** Names of the app's own making. Anything else (`..`, `%2f`) is no name of a file we made. */
const Id = z.string().regex(/^[\w-]{16,80}$/)
const Segment = z.string().regex(/^[\w-]{1,40}\.\w{1,5}$/)

/**
 * Answers with the playlist line by line as its segments become ready. `Content-Location` is where a player may
 * fetch the same playlist, because players cannot POST.
 */
export async function sendPlaylist(
  reply: FastifyReply,
  app: App,
  chunks: AsyncIterable<SpokenChunk>,
  bitrate: Bitrate,
  signal: AbortSignal,
  options: StreamOptions,
): Promise<FastifyReply> {
  const segmentUrl = segmentUrlOf(reply.request)
  const { account, kind } = callerOf(reply.request)
  // Guests share a room of their own, so that they leave the account's to its keys. No account's name has a zero byte.
  const holder = kind === 'guest' ? `guests\u0000${account}` : account
  const { id, lines } = await app.playlists.start(chunks, bitrate, segmentUrl, signal, holder)
  reply.header('content-location', segmentUrl(id, 'index.m3u8'))
  return sendStream(reply, lines, options)
}

/** The playlist and its segments, under an unguessable id that expires, without bearer header: players send none. */
export function addPlaylists({ add }: Api, app: App): void {
  const isNewPlayer = newPlayers()
  const gone = 'This playlist is unknown or has expired. Ask /v1/speech for a new one.'
  add(PLAYLIST, async ({ params: { id }, request, reply }) => {
    const known = Id.safeParse(id)
    const playlist = known.success
      ? await app.playlists.playlist(
          known.data,
          segmentUrlOf(request),
          isNewPlayer(known.data, request) ? FIRST_SEGMENTS : undefined,
        )
      : undefined
    if (playlist === undefined) return refuse(reply, 404, gone)
    reply.headers({ 'content-type': FORMATS.m3u8.mediaType, 'cache-control': 'no-store' })
    return reply.send(playlist)
  })
  add(SEGMENT, async ({ params: { id, segment }, request, reply }) => {
    const known = z.tuple([Id, Segment]).safeParse([id, segment])
    const found = known.success ? await app.playlists.segment(...known.data) : undefined
    if (found === undefined) return refuse(reply, 404, gone)
    const type = mediaTypeOf(String(segment))
    reply.headers({ 'content-type': type, 'cache-control': 'private, max-age=600' })
    if (typeof found !== 'string') return sendBlob(request, reply, found)
    return reply.sendFile(basename(found), dirname(found), {
      contentType: false,
      cacheControl: false,
    })
  })
}

/**
 * Tells whether a player is only beginning with a playlist. ffmpeg, and what is made of it, begins three segments before the
 * end of what still grows, whatever `EXT-X-START` says (its option `prefer_x_start` is off by default): with no more than three
 * segments, that is the beginning.
 */
function newPlayers(): (id: string, request: FastifyRequest) => boolean {
  const known = new Map<string, number>()
  return (id, { ip, headers }) => {
    const player = [id, ip, headers['user-agent']].join('\n')
    const now = performance.now()
    const since = known.get(player)
    if (since !== undefined) return now - since < OPENING_MS
    known.set(player, now)
    const [oldest = ''] = known.keys()
    if (known.size > MOST_PLAYERS) known.delete(oldest)
    return true
  }
}

const PLAYLIST: Operation = {
  method: 'GET',
  path: '/v1/hls/{id}/index.m3u8',
  id: 'getPlaylist',
  tag: 'speech',
  summary: 'Get a playlist',
  scope: undefined,
  params: { id: 'From Content-Location.' },
  responses: {
    200: {
      description:
        'An HLS media playlist, of type EVENT while it grows, which then has no more than three segments in the first two seconds of a player.',
      content: { [FORMATS.m3u8.mediaType]: { type: 'string' } },
    },
    404: { description: 'Unknown or expired.' },
  },
}

const SEGMENT_BYTES = {
  'audio/aac': { type: 'string', format: 'binary' },
  'audio/mpeg': { type: 'string', format: 'binary' },
}

const SEGMENT: Operation = {
  method: 'GET',
  path: '/v1/hls/{id}/{segment}',
  id: 'getSegment',
  tag: 'speech',
  summary: 'Get a segment of a playlist',
  scope: undefined,
  params: { id: 'Of the playlist.', segment: 'From the playlist.' },
  responses: {
    200: { description: 'The whole segment.', content: SEGMENT_BYTES },
    206: { description: 'The byte range asked for.', content: SEGMENT_BYTES },
    304: { description: 'Not changed since it was fetched.', content: {} },
    404: { description: 'Unknown or expired.' },
    412: { description: 'It does not match If-Match or If-Unmodified-Since.' },
    416: { description: 'The range lies outside the segment.' },
  },
}

/** Segment addresses on the server as the caller knows it. */
function segmentUrlOf(request: FastifyRequest): (id: string, name: string) => string {
  const base = `${baseUrlOf(request)}/v1/hls`
  return (id, name) => `${base}/${id}/${name}`
}

function mediaTypeOf(name: string): string {
  return name.endsWith('.mp3') ? 'audio/mpeg' : 'audio/aac'
}
