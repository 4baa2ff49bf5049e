import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedServer, startEmbedded } from '#storage/postgres/pglite.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { runGriot } from './griot.test-support.ts'
import { type RunningNode, startNode, withClockOff } from './service.test-support.ts'

const folder = folderForTests('griot ẹgbẹ́')
const LIMIT = 40
let database: EmbeddedServer
let address = ''
let one: RunningNode
let two: RunningNode
let key = ''

beforeAll(async () => {
  database = await startEmbedded()
  address = `${database.url}?connection_limit=3`
  one = await startNode(join(folder, 'one'), address, { GRIOT_API_KEY: 'the key of the operator' })
  key = one.firstKey ?? ''
  two = await startNode(join(folder, 'two'), address, {
    GRIOT_API_KEY: 'the key of the operator',
    ...withClockOff(5),
  })
})
afterAll(async () => {
  await Promise.all([one.end(), two.end()])
  await database.stop()
})

/** A command on the database of the service, in a data folder that it need not make. */
async function griot(...args: readonly string[]) {
  mkdirSync(join(folder, 'command'), { recursive: true })
  const { code, out, err } = await runGriot(join(folder, 'command'), args, {
    GRIOT_DATABASE: address,
  })
  return { code, out: String(out), err }
}

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

test('the first key is made once, and good at every node and at none after it is revoked', async () => {
  expect(key).toMatch(/^griot_/)
  expect(two.firstKey).toBeUndefined()
  for (const node of [one, two]) expect((await node.fetch('/v1/voices', key)).status).toBe(200)
  const made = await griot('keys', 'create', '--name', 'Rédíò', '--json')
  const { token, id } = JSON.parse(made.out)
  for (const node of [one, two]) expect((await node.fetch('/v1/voices', token)).status).toBe(200)
  expect((await griot('keys', 'list')).out).toContain('Rédíò')
  expect((await griot('keys', 'revoke', String(id))).code).toBe(0)
  for (const node of [one, two]) {
    const refused = await node.fetch('/v1/voices', token)
    expect([refused.status, await refused.text()]).toEqual([
      401,
      expect.stringContaining('revoked'),
    ])
  }
})

test('a guest token ends by the clock of the database, whatever a node thinks that it is', async () => {
  const { token } = (await (
    await one.fetch('/v1/guest-tokens', key, json({ ttl_seconds: 60 }))
  ).json()) as { token: string }
  const speech = json({ text: 'Hello.', voice: 'henry', format: 'pcm_s16le' })
  for (const node of [one, two])
    expect((await node.fetch('/v1/speech', token, speech)).status).toBe(200)
  const askedMs = Date.now()
  const short = (await (
    await two.fetch('/v1/guest-tokens', key, json({ ttl_seconds: 60 }))
  ).json()) as {
    readonly token: string
    readonly expires_at: string
  }
  // The clock of the second node is five minutes fast; the database may round to a second.
  const expiresMs = Date.parse(short.expires_at)
  expect(expiresMs).toBeGreaterThanOrEqual(askedMs + 59_000)
  expect(expiresMs).toBeLessThanOrEqual(Date.now() + 61_000)
})

test('what one node speaks and signs is registered for all', async () => {
  const body = json({ text: 'The rain has stopped.', voice: 'henry', format: 'wav' })
  const spoken = await one.fetch('/v1/speech', key, body)
  expect(spoken.status).toBe(200)
  const sound = Buffer.from(await spoken.arrayBuffer())
  expect(sound.subarray(0, 4).toString()).toBe('RIFF')
  const id = spoken.headers.get('x-request-id')
  await expect.poll(async () => (await two.fetch(`/v1/provenance/${id}`, key)).status).toBe(200)
})

test('files and quotas are the same at all nodes', async () => {
  const form = new FormData()
  form.append('file', new Blob(['ìròyìn'], { type: 'text/plain' }), 'a\u0000b ìròyìn.txt')
  const stored = await two.fetch('/v1/files', key, { method: 'POST', body: form })
  expect(stored.status).toBe(200)
  const file = await stored.json()
  expect(await (await one.fetch('/v1/files', key)).json()).toMatchObject({ items: [file] })
  expect((await griot('accounts', 'set', 'owner', '--quota', '10')).code).toBe(0)
  const more = new FormData()
  more.append('file', new Blob(['x'.repeat(50)]), 'x')
  const refused = await one.fetch('/v1/files', key, { method: 'POST', body: more })
  expect([refused.status, await refused.text()]).toEqual([
    expect.any(Number),
    expect.stringContaining('does not fit'),
  ])
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect((await griot('accounts', 'set', 'owner', '--quota', '1GB')).code).toBe(0)
})

test('a text with U+0000 is spoken, and remembered as it was given', async () => {
  const text = 'Good\u0000 morning. \uF8FE0'
  const body = json({ text, voice: 'henry', format: 'mulaw' })
  const spoken = await one.fetch('/v1/speech', key, body)
  expect(spoken.status).toBe(200)
  await spoken.arrayBuffer()
  const texts = async () => (await griot('history', 'list', '--json')).out
  await expect.poll(texts).toContain(JSON.stringify(text))
})

test.each([
  ['a link', () => ({ link: one.linkToken })],
  ['a key', () => ({ key })],
  ['the key of the environment', () => ({ key: 'the key of the operator' })],
])(
  'a browser that was signed in at one node by %s is signed in at all, until it is signed out',
  async (_by, credentials) => {
    const { status, page } = await two.signIn(credentials())
    expect(status).toBe(200)
    for (const node of [one, two, one]) expect(await node.studioStatus(page)).toBe(204)
    const { out } = await griot('browsers', 'list', '--json')
    const [browser] = JSON.parse(out)
    expect((await griot('browsers', 'sign-out', String(browser.id))).code).toBe(0)
    for (const node of [one, two]) expect(await node.studioStatus(page)).toBe(401)
  },
)

test('a session that a key opened ends with the key, at every node', async () => {
  const made = await griot(
    'keys',
    'create',
    '--name',
    'x',
    '--scope',
    'speak,voices,files,text,admin',
    '--json',
  )
  const { token, id } = JSON.parse(made.out)
  const { page } = await one.signIn({ key: token })
  expect(await two.studioStatus(page)).toBe(204)
  await griot('keys', 'revoke', String(id))
  for (const node of [two, one]) expect(await node.studioStatus(page)).toBe(401)
})

test('a live connection to one node ends when its key is revoked elsewhere', async () => {
  const { out } = await griot('keys', 'create', '--name', 'Agent', '--json')
  const { token, id } = JSON.parse(out)
  const address = `${two.url.replace('http', 'ws')}/v1/speech/stream?voice=henry`
  const bearer = `bearer.${Buffer.from(token).toString('base64url')}`
  const socket = new WebSocket(address, ['griot.v1', bearer])
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', ({ code }) => resolve(code))
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  await griot('keys', 'revoke', String(id))
  expect(await closed).toBe(1008)
})

test('a link of "griot link" works at any node, once', async () => {
  const { out } = await griot('link')
  const links = out.trim().split('\n')
  expect(links).toHaveLength(2)
  const [token] = /(?<=#token=)\S+/.exec(out) ?? ['']
  const tried = await Promise.all([one, two, one, two].map((node) => node.signIn({ link: token })))
  expect(tried.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
})

test('a limit of requests holds for all nodes together', async () => {
  const three = await startNode(join(folder, 'three'), address, {}, ['--rate-limit', String(LIMIT)])
  const four = await startNode(join(folder, 'four'), address, {}, ['--rate-limit', String(LIMIT)])
  const ask = (node: RunningNode) => node.fetch('/v1/voices', key)
  const answers = await Promise.all(
    Array.from({ length: LIMIT + 10 }, (_, i) => ask(i % 2 ? three : four)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT)
  const refused = answers.filter(({ status }) => status === 429)
  const others = answers.filter(({ status }) => status !== 200 && status !== 429)
  expect(await Promise.all(others.map((answer) => answer.text()))).toEqual([])
  expect(refused).toHaveLength(10)
  const seconds = Number(refused[0]?.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  await Promise.all([three.end(), four.end()])
})

test('while the database is away, requests and health say so in words; when it is back, all goes on', async () => {
  await database.goAway()
  await expect.poll(async () => (await one.fetch('/health', key)).status).toBe(503)
  const health = (await (await one.fetch('/health', key)).json()) as { readonly step: string }
  expect(health.step).toMatch(/database .* does not answer/)
  const refused = await two.fetch('/v1/voices', key)
  expect([refused.status, await refused.text()]).toEqual([
    503,
    expect.stringMatching(/database .* does not answer/),
  ])
  expect(refused.headers.get('retry-after')).toBe('1')
  await database.comeBack()
  for (const node of [one, two])
    await expect.poll(async () => (await node.fetch('/v1/voices', key)).status).toBe(200)
  await expect.poll(async () => (await one.fetch('/health', key)).status).toBe(200)
  // What passes is nobody's bug, and no word of it repeats the password.
  for (const node of [one, two]) {
    expect(node.err()).not.toMatch(/^ {4}at /m)
    expect(node.err()).not.toContain('postgres:postgres')
  }
})

test.each([
  ['mysql://localhost/griot', /looks like postgres:\/\//],
  ['postgres://me:secret@127.0.0.1:1/griot', /127\.0\.0\.1:1\/griot does not answer/],
  ['postgres://me:secret@127.0.0.1:1/griot?connection_limit=0', /from 1 to 9999, not "0"/],
  ['postgres://me:100%@127.0.0.1:1/griot', /as %25/],
])(
  'a wrong address is told in one line at once, by a node and by a command: %s',
  async (wrong, words) => {
    mkdirSync(join(folder, 'wrong'), { recursive: true })
    for (const command of [['serve', '--port', '0'], ['keys', 'list'], ['link']]) {
      const variables = command[0] === 'link' ? { GRIOT_DATABASE: wrong } : {}
      const option = command[0] === 'link' ? [] : ['--database', wrong]
      const { code, err } = await runGriot(
        join(folder, 'wrong'),
        [...command, ...option],
        variables,
      )
      expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringMatching(words)]])
      expect(err).not.toContain('secret')
    }
  },
)
