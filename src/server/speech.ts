import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '#core/app.ts'
import { AppError } from '#shared/errors.ts'
import { FORMATS } from '#shared/formats.ts'
import { requireKey } from './auth.ts'
import { readInput } from './errors.ts'
import { sendPlaylist } from './hls.ts'
import type { speechRequest } from './speech-request.ts'
import { callerGone, type StreamOptions, sendStream } from './stream.ts'

/** POST /v1/speech: a text in, its sound out while it is still being generated. */
export function addSpeech(
  fastify: FastifyInstance,
  app: App,
  schema: ReturnType<typeof speechRequest>,
  options: StreamOptions,
): void {
  fastify.post('/v1/speech', { onRequest: requireKey(app.keys) }, async (request, reply) => {
    checkRetention(request)
    const { request: speak, format, bitrate } = readInput(schema, request.body, 'body')
    const { mediaType, extension } = FORMATS[format]
    const gone = callerGone(reply)
    reply.headers({
      'content-type': mediaType,
      'content-disposition': `inline; filename="${request.id}.${extension}"`,
      'cache-control': 'no-store',
    })
    if (format === 'm3u8') return sendPlaylist(reply, app, speak, bitrate, gone, options)
    return sendStream(reply, app.render(speak, { format, bitrate }, gone), options)
  })
}

/** Nothing of a request is kept yet, so both answers are honoured; one that cannot be read is refused, not guessed. */
function checkRetention(request: FastifyRequest): void {
  const value = request.headers['x-data-retention']
  if (value !== undefined && !/^\s*(true|false)\s*$/i.test(String(value)))
    throw new AppError('request/invalid', 'The header X-Data-Retention must be true or false.')
}
