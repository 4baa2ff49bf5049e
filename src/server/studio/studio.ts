import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#core/access/caller.ts'
import type { Authenticate } from '#server/http/auth-guesses.ts'
import { TooManyRequests } from '#server/http/rate-limit.ts'
import { OWNER, SCOPES } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { Sessions } from './sessions.ts'
import { SIGN_IN_HEADERS, signInPage } from './sign-in-page.ts'

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
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
} as const

const KEY_FORM_LIMIT_BYTES = 4_096

/** The built studio in `folder`, for browsers that came with a one-time token or an API key. Throws AppError. */
export async function addStudio(
  fastify: FastifyInstance,
  {
    authenticate,
    folder,
    sessions,
  }: {
    readonly authenticate: Authenticate
    readonly folder: string
    readonly sessions: Sessions
  },
): Promise<void> {
  if (!existsSync(join(folder, 'index.html')))
    throw new AppError(
      'storage/failed',
      `The studio is not built: ${folder} has no index.html. Run "npm run build".`,
    )

  fastify.get('/', async (request, reply) => {
    const { token } = request.query as Record<string, unknown>
    if (token !== undefined) return arrive(request, reply, String(token), sessions)
    if (!(await sessions.has(request))) return askToSignIn(reply)
    reply.headers({ ...STUDIO_HEADERS, 'cache-control': 'no-cache' })
    return reply.sendFile('index.html', folder, { cacheControl: false })
  })

  await fastify.register(studioFiles(folder, sessions))
  await fastify.register(keyForm(authenticate, sessions))
}

/** A scope in which only signed-in browsers get the files. Each file is a route, so that no path is ever looked up. */
function studioFiles(folder: string, sessions: Sessions): FastifyPluginAsync {
  return async (scope) => {
    scope.addHook('onRequest', sessions.require)
    await scope.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders: (response, path) =>
        response.headers({ ...STUDIO_HEADERS, 'cache-control': cachingOf(path) }),
    })
  }
}

/** A link with a token was opened. Asking for its headers only (a preview of the link) does not use it up. */
async function arrive(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  sessions: Sessions,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  if (request.method === 'GET' && sessions.redeem(token)) sessions.begin(request, reply)
  else if (!(await sessions.has(request)))
    return askToSignIn(reply, 'This link was used already or is not from this start.')
  return reply.redirect('/', 303)
}

/** A scope in which forms are read, for browsers that have no link. */
function keyForm(authenticate: Authenticate, sessions: Sessions): FastifyPluginAsync {
  const form = 'application/x-www-form-urlencoded'
  const options = { parseAs: 'string', bodyLimit: KEY_FORM_LIMIT_BYTES } as const
  return async (scope) => {
    scope.addContentTypeParser(
      form,
      options,
      async (_request: unknown, body: string) => new URLSearchParams(body),
    )
    scope.post('/studio/sign-in', { bodyLimit: KEY_FORM_LIMIT_BYTES }, async (request, reply) => {
      const key =
        request.body instanceof URLSearchParams ? request.body.get('key')?.trim() : undefined
      if (!key) return askToSignIn(reply, 'Paste your API key.')
      const problem = await whyNot(() => authenticate(key, request.ip))
      if (problem !== undefined) return askToSignIn(reply, problem)
      sessions.begin(request, reply, key)
      return reply.header('cache-control', 'no-store').redirect('/', 303)
    })
  }
}

/** Undefined: whoever `identify` finds may open the studio; otherwise why not, in words for people. */
export async function whyNot(identify: () => Promise<Caller>): Promise<string | undefined> {
  try {
    return whyNotCaller(await identify())
  } catch (error) {
    if (error instanceof TooManyRequests)
      return `Too many wrong keys came from your address. Wait ${error.retryAfterS} seconds, then try again.`
    if (error instanceof AppError && error.code === 'access/refused') return error.message
    throw error
  }
}

/** The studio is the owner's and can do everything there is: no token gets more through it than it has. */
function whyNotCaller({ account, kind, scopes }: Caller): string | undefined {
  if (account !== OWNER || kind === 'guest') return 'The studio opens with a key of its owner only.'
  if (SCOPES.every((scope) => scopes.has(scope))) return undefined
  return 'The studio can do everything, so it opens only with a key that has every scope.'
}

function askToSignIn(reply: FastifyReply, problem?: string): FastifyReply {
  return reply.code(401).headers(SIGN_IN_HEADERS).send(signInPage(problem))
}

/** The build puts a hash of the content into the names under assets/. */
function cachingOf(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? 'private, max-age=31536000, immutable' : 'no-cache'
}
