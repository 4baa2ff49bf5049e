import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

export interface StudioOptions {
  /** Whether it is a node of a service, whose page may be sent by one node and its files by another. */
  readonly isService: boolean
}

/**
 * The built studio in `folder`. Its files are the same for everybody and hold nothing private, so that they are given to
 * whoever asks; what is private comes over the socket. Throws AppError.
 */
export async function addStudio(
  fastify: FastifyInstance,
  folder: string,
  { isService }: StudioOptions,
): Promise<void> {
  if (!existsSync(join(folder, 'index.html')))
    throw new AppError(
      'storage/failed',
      `The studio is not built: ${folder} has no index.html. Run "npm run build".`,
    )

  await fastify.register((pages, _options, done) => {
    addPages(pages, folder, isService)
    done()
  })
}

/**
 * The page has no ETag, and its files stand under a path that is new at each start: another program that had this port before
 * may have left files in the browser's cache under any address that it could guess, for a year, or with any ETag.
 */
function addPages(fastify: FastifyInstance, folder: string, isService: boolean): void {
  fastify.addHook('onRequest', leaveLocalhost)
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const start = randomBytes(9).toString('base64url')
  const page = isService ? html : html.replaceAll('"./assets/', `"./start/${start}/assets/`)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers({ ...STUDIO_HEADERS, 'cache-control': 'no-cache' })
    const cookies = formerCookies(request)
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    return reply.type('text/html; charset=utf-8').send(page)
  }
  fastify.get('/', sendPage)
  fastify.get('/index.html', sendPage)

  // Each file is a route, so that no path is ever looked up. A page that was open before goes on at its own path.
  for (const prefix of ['/', '/start/:start/'])
    fastify.register(fastifyStatic, {
      root: folder,
      prefix,
      wildcard: false,
      index: false,
      globIgnore: ['index.html'],
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
