import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { leaveLocalhost } from './localhost.ts'

/** Style tags are allowed because Mantine writes them; scripts only from our own files, and no eval. */
const STUDIO_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
} as const

/**
 * The built studio in `folder`. Its files are the same for everybody and hold nothing private, so that they are given to
 * whoever asks; what is private comes over the socket. Throws AppError.
 */
export async function addStudio(fastify: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html')))
    throw new AppError(
      'storage/failed',
      `The studio is not built: ${folder} has no index.html. Run "npm run build".`,
    )

  await fastify.register((pages, _options, done) => {
    addPages(pages, folder)
    done()
  })
}

function addPages(fastify: FastifyInstance, folder: string): void {
  fastify.addHook('onRequest', leaveLocalhost)
  fastify.get('/', async (request, reply) => {
    reply.headers({ ...STUDIO_HEADERS, 'cache-control': 'no-cache' })
    const cookies = formerCookies(request)
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    return reply.sendFile('index.html', folder, { cacheControl: false })
  })

  // Each file is a route, so that no path is ever looked up.
  fastify.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (response, path) =>
      response.headers({ ...STUDIO_HEADERS, 'cache-control': cachingOf(path) }),
  })
}

/** Set-Cookie values that delete the session cookies of older versions, which every port of this host received. */
function formerCookies({ headers }: FastifyRequest): string[] {
  const names = (headers.cookie ?? '').match(/(?<=^|;\s*)griot-session-\d+(?==)/g) ?? []
  return names.map((name) => `${name}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`)
}

/** The build puts a hash of the content into the names under assets/. */
function cachingOf(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? 'private, max-age=31536000, immutable' : 'no-cache'
}
