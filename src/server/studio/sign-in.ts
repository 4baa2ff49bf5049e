import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Access } from '#app/access/access.ts'
import type { Caller } from '#app/access/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Authenticate } from '#server/http/failed-auth-throttle.ts'
import { isSameOrigin } from '#server/http/host-and-origin.ts'
import { OWNER, SCOPES } from '#shared/access.ts'
import { AppError, TooManyRequests } from '#shared/errors.ts'
import type { Links } from '#storage/db/links.ts'
import { readPublicKey } from './session-keys.ts'
import type { Sessions, StudioKeys } from './sessions.ts'

const LIMIT_BYTES = 4_096

/** Public key of the pair that the page has made (SPKI, base64url); left out by a page that has no Web Crypto. */
const publicKey = z
  .string()
  .max(500)
  .refine((text) => readPublicKey(text) !== undefined)
  .optional()

/** Credentials of the page: the token of a link, or an API key. */
const SignIn = z.union([
  z.strictObject({ link: z.string().max(200), publicKey }),
  z.strictObject({ key: z.string(), publicKey }),
])

interface SignInDependencies {
  readonly authenticate: Authenticate
  readonly links: Links
  readonly sessions: Sessions
}

/** Adds the routes by which the studio's page signs in and checks its session. */
export function addSignIn(fastify: FastifyInstance, dependencies: SignInDependencies): void {
  const { sessions } = dependencies
  fastify.post('/studio/sign-in', { bodyLimit: LIMIT_BYTES }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    // Browsers send the Origin with a POST; no other page has business here.
    if (!isSameOrigin(request))
      return refuse(reply, 403, 'Only the page of the studio itself may sign in here.')
    const body = SignIn.safeParse(request.body)
    if (!body.success)
      return refuse(
        reply,
        400,
        'Send {"link": …}, the token of a link, or {"key": …}, an API key, and with it {"publicKey": …}, a key of P-256.',
      )
    const { publicKey } = body.data
    if (publicKey === undefined && isAtLoopback(request))
      return refuse(
        reply,
        400,
        'Send {"publicKey": …} too: at this address every browser can make a key pair.',
      )
    const { problem, key } =
      'link' in body.data
        ? { problem: await linkRefusalReason(body.data.link, dependencies.links), key: undefined }
        : await readKey(body.data.key.trim(), request, dependencies.authenticate)
    // A second link opened in a browser that is signed in is used up, and the browser is still the same one.
    if (key === undefined && (await sessions.admits(request))) return reply.send({})
    if (problem !== undefined)
      return refuse(reply.header('www-authenticate', 'Bearer'), 401, problem)
    return reply.send(await sessions.begin(request, { publicKey, key }))
  })

  const allowed = { onRequest: sessions.require }
  fastify.get('/studio/session', allowed, async (_request, reply) =>
    reply.code(204).header('cache-control', 'no-store').send(),
  )
}

/**
 * Whether the page is at an address of this computer, where browsers have Web Crypto also without TLS. A page over plain http from
 * another computer is signed in by a secret: whoever could steal that one can read everything on the way anyway.
 */
function isAtLoopback({ headers }: FastifyRequest): boolean {
  return /^(127\.\d+\.\d+\.\d+|\[::1\]|(.+\.)?localhost)(:\d+)?$/i.test(headers.host ?? '')
}

interface Read {
  readonly key: string
  readonly problem: string | undefined
}

async function readKey(
  key: string,
  { ip }: FastifyRequest,
  authenticate: Authenticate,
): Promise<Read> {
  if (key === '') return { key, problem: 'Paste your API key.' }
  return { key, problem: await refusalReason(() => authenticate(key, ip)) }
}

async function linkRefusalReason(token: string, links: Links): Promise<string | undefined> {
  return (await links.redeem(token))
    ? undefined
    : 'This link was used already, is older than 60 seconds, or was made by a Griot that is no longer running.'
}

/** Which keys open the studio. */
export function studioKeysOf({ authenticate, grants }: Access): StudioKeys {
  const opens = async (identify: () => Promise<Caller>): Promise<boolean> =>
    (await refusalReason(identify)) === undefined
  return {
    opens: (key) => opens(() => authenticate(key)),
    grantOf: async (key) => grants.of(key, await authenticate(key)),
    opensByGrant: (grant) => opens(() => grants.authenticate(grant)),
  }
}

/** Undefined: whoever `identify` finds may open the studio; otherwise why not, in words for people. */
async function refusalReason(identify: () => Promise<Caller>): Promise<string | undefined> {
  try {
    return callerRefusalReason(await identify())
  } catch (error) {
    if (error instanceof TooManyRequests)
      return `Too many wrong keys came from your address. Wait ${error.retryAfterS} seconds, then try again.`
    if (error instanceof AppError && error.code === 'access/refused') return error.message
    throw error
  }
}

/** The studio is the owner's and can do everything there is: no token gets more through it than it has. */
function callerRefusalReason({ account, kind, scopes }: Caller): string | undefined {
  if (account !== OWNER || kind === 'guest') return 'The studio opens only with a key of its owner.'
  if (SCOPES.every((scope) => scopes.has(scope))) return undefined
  return 'The studio can do everything, so it opens only with a key that has every scope.'
}
