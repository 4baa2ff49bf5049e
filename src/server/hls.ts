import { basename, dirname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '#core/app.ts'
import type { SpeakRequest } from '#shared/api.ts'
import { type Bitrate, FORMATS } from '#shared/formats.ts'
import { refuse } from './errors.ts'
import { type StreamOptions, sendStream } from './stream.ts'

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
  speak: SpeakRequest,
  bitrate: Bitrate,
  signal: AbortSignal,
  options: StreamOptions,
): Promise<FastifyReply> {
  const segmentUrl = segmentUrlOf(reply.request)
  const { id, lines } = await app.playlists.start(
    app.speak(speak, signal),
    bitrate,
    segmentUrl,
    signal,
  )
  reply.header('content-location', segmentUrl(id, 'index.m3u8'))
  return sendStream(reply, lines, options)
}

/** The playlist and its segments, under an unguessable id that expires, without bearer header: players send none. */
export function addPlaylists(fastify: FastifyInstance, app: App): void {
  const gone = 'This playlist is unknown or has expired. Ask /v1/speech for a new one.'

  fastify.get('/v1/hls/:id/index.m3u8', async (request, reply) => {
    const { id } = request.params as Record<string, unknown>
    const known = Id.safeParse(id)
    const playlist = known.success
      ? app.playlists.playlist(known.data, segmentUrlOf(request))
      : undefined
    if (playlist === undefined) return refuse(reply, 404, gone)
    reply.headers({ 'content-type': FORMATS.m3u8.mediaType, 'cache-control': 'no-store' })
    return reply.send(playlist)
  })

  fastify.get('/v1/hls/:id/:segment', async (request, reply) => {
    const { id, segment } = request.params as Record<string, unknown>
    const known = z.tuple([Id, Segment]).safeParse([id, segment])
    const path = known.success ? app.playlists.segment(...known.data) : undefined
    if (path === undefined) return refuse(reply, 404, gone)
    reply.headers({ 'content-type': mediaTypeOf(path), 'cache-control': 'private, max-age=600' })
    return reply.sendFile(basename(path), dirname(path), {
      contentType: false,
      cacheControl: false,
    })
  })
}

/** Segment addresses on the server as the caller knows it; the guard has checked its Host. */
function segmentUrlOf(request: FastifyRequest): (id: string, name: string) => string {
  const base = `${request.protocol}://${request.headers.host}/v1/hls`
  return (id, name) => `${base}/${id}/${name}`
}

function mediaTypeOf(path: string): string {
  return path.endsWith('.mp3') ? 'audio/mpeg' : 'audio/aac'
}
