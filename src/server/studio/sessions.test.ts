import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { createAccess } from '#app/access/create-access.ts'
import { until } from '#server/client.test-support.ts'
import { answerFailures } from '#server/http/errors.ts'
import { type Browsers, createBrowsers } from '#storage/db/browsers.ts'
import { openDatabase } from '#storage/db/database.ts'
import { lockLibraryHere } from '#storage/db/lock.test-support.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createSessions, type Sessions, type StudioKeys } from './sessions.ts'
import { studioKeysOf } from './sign-in.ts'

const folder = folderForTests('griot ìlú ድምፅ')
const database = openDatabase(join(folder, 'griot.db'))
afterAll(() => database.close())

const browsersOf = (): Browsers =>
  createBrowsers(database, () => new Date(), createLiveProcess(process.pid))

const NO_KEYS: StudioKeys = {
  opens: async () => false,
  grantOf: async () => '',
  opensByGrant: async () => false,
}

const sessionsOf = (browsers: Browsers, keys = NO_KEYS): Sessions =>
  createSessions({ browsers, keys })

function rethrow(error: unknown): never {
  throw error
}

/** A server with three addresses: one that signs in, one that gives challenges, and the studio. */
function serverOf(sessions: Sessions): FastifyInstance {
  const server = Fastify()
  answerFailures(server, rethrow)
  server.get<{ Querystring: { publicKey: string; key?: string } }>('/in', (request) =>
    sessions.begin(request, request.query),
  )
  server.get<{ Querystring: { id: string } }>('/prove', (request) =>
    sessions.challenge(request, request.query.id, 'a nonce'),
  )
  server.get(
    '/',
    async (request, reply) => (await sessions.require(request, reply)) ?? 'the studio',
  )
  return server
}

/** Signs a browser in; returns what makes the headers of its next request, also at another server. */
async function signInAt(home: FastifyInstance, key?: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64url')
  const { browser: id } = (
    await home.inject({
      url: '/in',
      query: { publicKey: spki, ...(key === undefined ? {} : { key }) },
    })
  ).json()
  return async (server = home): Promise<{ readonly authorization: string }> => {
    const { body } = await server.inject(`/prove?id=${id}`)
    const challenge = body === '' ? '' : JSON.parse(body).challenge
    const pair = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
    const signature = sign('sha256', Buffer.from(`griot-browser.${challenge}`), pair)
    return { authorization: `Bearer ${id}.${challenge}.${signature.toString('base64url')}` }
  }
}

test('a library that takes nothing, as on a full disk, keeps nobody out of the studio', async () => {
  const full = openDatabase(join(folder, 'full.db'))
  full.run('PRAGMA query_only = ON')
  const browsers = createBrowsers(full, () => new Date(), createLiveProcess(process.pid))
  await expect(async () =>
    browsers.add('hers', { name: 'Firefox', signedInBy: 'link' }),
  ).rejects.toThrow('cannot write its library')
  const sessions = sessionsOf(browsers)
  const server = serverOf(sessions)
  const headers = await signInAt(server)
  expect((await server.inject({ url: '/', headers: await headers() })).body).toBe('the studio')
  expect((await server.inject('/')).statusCode).toBe(401)
  // Once it takes something again, the browser is listed as every other.
  expect(await browsers.list()).toEqual([])
  full.run('PRAGMA query_only = OFF')
  await server.inject({ url: '/', headers: await headers() })
  expect(await browsers.list()).toHaveLength(1)
  await sessions.close()
  await server.close()
  full.close()
})

test('a browser that another program signs out is told so within a second or two', async () => {
  const sessions = sessionsOf(browsersOf())
  const server = serverOf(sessions)
  const headers = await signInAt(server)
  const other = browsersOf()
  const [row] = await other.list()
  let ended = 0
  sessions.whileSignedIn(row?.hash ?? '', () => {
    ended++
  })
  await other.signOut(row?.id ?? 0)
  await until(() => ended > 0)
  expect((await server.inject({ url: '/', headers: await headers() })).statusCode).toBe(401)
  expect(ended).toBe(1)
  await sessions.close()
  await server.close()
})

test('while another program keeps the library locked, who is signed in stays so, also from before the start, and others sign in', async () => {
  const path = join(folder, 'locked.db')
  const library = openDatabase(path)
  library.limitLockWait()
  const browsers = createBrowsers(library, () => new Date(), createLiveProcess(process.pid))
  const before = sessionsOf(browsers)
  const sessions = sessionsOf(browsers)
  const [first, server] = [serverOf(before), serverOf(sessions)]
  const old = await signInAt(first)
  const lock = lockLibraryHere(path)
  const statusWith = async (headers: typeof old): Promise<number> =>
    (await server.inject({ url: '/', headers: await headers(server) })).statusCode
  const fresh = await signInAt(server)
  expect([await statusWith(old), await statusWith(fresh)]).toEqual([200, 200])
  expect(await browsers.list()).toHaveLength(1)
  lock.release()
  expect([await statusWith(fresh), (await browsers.list()).length]).toEqual([200, 2])
  await before.close()
  await sessions.close()
  await first.close()
  await server.close()
  library.close()
})

test('a cookie opens nothing, whatever is in it', async () => {
  const sessions = sessionsOf(browsersOf())
  const server = serverOf(sessions)
  const secret = (await (await signInAt(server))()).authorization.replace('Bearer ', '')
  const cookie = `griot-session-80=${secret}; griot-session=${secret}`
  expect((await server.inject({ url: '/', headers: { cookie } })).statusCode).toBe(401)
  await sessions.close()
  await server.close()
})

/** A library that answers in its own time, as one on a server does: `answered` is waited for after each answer of `find`. */
function slow(browsers: Browsers, answered: () => Promise<unknown>): Browsers {
  return {
    ...browsers,
    async add(...args) {
      await setImmediate()
      await browsers.add(...args)
      await setImmediate()
    },
    async find(hash) {
      const found = await browsers.find(hash)
      await answered()
      return found
    },
  }
}

test('requests of a browser that could not be stored store it once, however many come at the same time', async () => {
  const library = openDatabase(join(folder, 'once.db'))
  const browsers = slow(
    createBrowsers(library, () => new Date(), createLiveProcess(process.pid)),
    setImmediate,
  )
  const sessions = sessionsOf(browsers)
  const server = serverOf(sessions)
  library.run('PRAGMA query_only = ON')
  const headers = await signInAt(server)
  library.run('PRAGMA query_only = OFF')
  const statuses = async (): Promise<number[]> => {
    const answers = Array.from({ length: 5 }, async () =>
      server.inject({ url: '/', headers: await headers() }),
    )
    return (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  }
  expect(new Set(await statuses())).toEqual(new Set([200]))
  const [row, ...others] = await browsers.list()
  expect(others).toEqual([])
  await browsers.signOut(row?.id ?? 0)
  expect(new Set(await statuses())).toEqual(new Set([401]))
  await sessions.close()
  await server.close()
  library.close()
})

test('who is signed out while the library answers is not let in', async () => {
  const browsers = browsersOf()
  const { promise: goOn, resolve } = Promise.withResolvers<void>()
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
  const sessions = sessionsOf(
    slow(browsers, () => {
      asked()
      return goOn
    }),
  )
  const server = serverOf(sessions)
  const before = new Set((await browsers.list()).map(({ id }) => id))
  const headers = await (await signInAt(server))()
  const answer = server.inject({ url: '/', headers }).then(({ statusCode }) => statusCode)
  await isAsked
  const own = (await browsers.list()).find(({ id }) => !before.has(id))
  await browsers.signOut(own?.id ?? 0)
  resolve()
  expect(await answer).toBe(401)
  await sessions.close()
  await server.close()
})

test('a session that a key of the environment opened is refused, but not ended, by a node where that key is not set', async () => {
  const shared = openDatabase(join(folder, 'service.db'))
  const own = createLiveProcess(process.pid)
  const now = (): Date => new Date()
  const nodeWith = (key: string) => {
    const access = createAccess(shared, {
      ...{ now, randomBytes, extraKeys: [key], process: own, onBug: rethrow },
    })
    const browsers = createBrowsers(shared, now, { ...own, isNode: true })
    const sessions = sessionsOf(browsers, studioKeysOf(access))
    return { sessions, server: serverOf(sessions) }
  }
  const [one, two, three] = [nodeWith('ọ̀rọ̀ aṣínà'), nodeWith('another key'), nodeWith('ọ̀rọ̀ aṣínà')]
  const headers = await signInAt(one.server, 'ọ̀rọ̀ aṣínà')
  const statusAt = async ({ server }: typeof one): Promise<number> =>
    (await server.inject({ url: '/', headers: await headers(server) })).statusCode
  expect(await statusAt(two)).toBe(403)
  expect([await statusAt(three), await statusAt(one)]).toEqual([200, 200])
  // Each node takes an answer once.
  const answer = await headers(one.server)
  const statuses = [one, one, three, three].map(
    async ({ server }) => (await server.inject({ url: '/', headers: answer })).statusCode,
  )
  expect((await Promise.all(statuses)).sort()).toEqual([200, 200, 401, 401])
  for (const { sessions, server } of [one, two, three]) {
    await sessions.close()
    await server.close()
  }
  shared.close()
})
