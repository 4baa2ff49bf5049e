import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runGriot } from '#cli/griot.test-support.ts'
import { type RunningNode, startNode } from '#cli/service.test-support.ts'
import { openPostgres } from '#storage/postgres/database.ts'
import { POSTGRES_MIGRATIONS } from '#storage/postgres/migrate.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { json, startTwoNodes, type TwoNodes } from './two-nodes.ts'

const folder = folderForTests('griot ẹgbẹ́')
/** Restarts under load; each takes a second or two. */
const RESTARTS = 4
/** Before the same is asked again. */
const PAUSE_MS = 30
let postgres: TwoNodes['postgres']
let nodes: TwoNodes['nodes']
let key: string
let close: TwoNodes['close'] | undefined

beforeAll(async () => {
  ;({ postgres, nodes, key, close } = await startTwoNodes(folder))
})
afterAll(() => close?.())

/** What was acknowledged, and in what words the rest was refused. */
interface Told {
  readonly ids: string[]
  readonly refusals: Map<string, number>
}

/** Asks again and again, at both nodes in turn, until `stop`. */
async function load(
  stop: AbortSignal,
  ask: (node: RunningNode, count: number) => Promise<Response>,
  idOf: (answer: Response) => Promise<string>,
): Promise<Told> {
  const told: Told = { ids: [], refusals: new Map() }
  for (let count = 0; !stop.aborted; count++) {
    const answer = await ask(nodes[count % 2 ? 1 : 0], count)
    if (answer.ok) {
      const id = await idOf(answer).catch(() => undefined)
      if (id !== undefined) told.ids.push(id)
      await wait(PAUSE_MS)
      continue
    }
    const words = `${answer.status} ${await answer.text()}`.replaceAll(/"request_id":"[^"]*"/g, '')
    told.refusals.set(words, (told.refusals.get(words) ?? 0) + 1)
    await wait(100)
  }
  return told
}

test('nothing that was acknowledged is lost while PostgreSQL is stopped at once and started again under load', async () => {
  const ending = new AbortController()
  const { signal } = ending
  const uploads = load(
    signal,
    (node, count) => {
      const form = new FormData()
      form.append('file', new Blob([`ìròyìn ${count}`]), `${count}.txt`)
      return node.fetch('/v1/files', key, { method: 'POST', body: form })
    },
    async (answer) => ((await answer.json()) as { file_id: string }).file_id,
  )
  const guests = load(
    signal,
    (node) => node.fetch('/v1/guest-tokens', key, json({})),
    async (answer) => ((await answer.json()) as { token: string }).token,
  )
  const spoken = load(
    signal,
    (node, count) =>
      node.fetch('/v1/speech', key, json({ text: `${count}.`, voice: 'henry', format: 'wav' })),
    async (answer) => {
      await answer.arrayBuffer()
      return answer.headers.get('x-request-id') ?? ''
    },
  )
  for (let count = 0; count < RESTARTS; count++) {
    await wait(500 + Math.random() * 1_500)
    postgres.halt('immediate')
    await wait(Math.random() * 1_500)
    postgres.start()
  }
  await wait(1_000)
  ending.abort()
  const told = await Promise.all([uploads, guests, spoken])
  for (const { ids, refusals } of told) {
    expect(ids.length).toBeGreaterThan(0)
    // Words for people, and never "something went wrong".
    for (const words of refusals.keys())
      expect(words).toMatch(/^50[03] .*The (?:database|connection to the database)/)
  }
  const [files, tokens, requests] = told.map(({ ids }) => ids)
  const stored = new Set(postgres.ask("SELECT id FROM files WHERE status = 'ready'").split('\n'))
  expect(files?.filter((id) => !stored.has(id))).toEqual([])
  for (const token of tokens ?? []) {
    // Neither lost nor too old, five minutes apart as the nodes' clocks are.
    const [node] = nodes
    expect(
      (await node.fetch('/v1/normalize', token, json({ text: '1', language: 'en' }))).status,
    ).toBe(200)
  }
  const registered = new Set(
    postgres.ask('SELECT DISTINCT request_id FROM provenance_records').split('\n'),
  )
  expect(requests?.filter((id) => !registered.has(id))).toEqual([])
  // An answer that broke off when it could not be registered is in the log; nothing else is.
  const failures = nodes.flatMap((node) => node.err().match(/^\S.*Error.*$/gm) ?? [])
  for (const words of failures) expect(words).toMatch(/AppError: The (?:database|connection)/)
})

/** Sends an upload that goes on until `ending` is aborted; answers what came of it, undefined for a connection that broke. */
async function slowUpload(node: RunningNode, ending: AbortSignal): Promise<string | undefined> {
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(
        Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'),
      )
      // A body that comes too slowly is refused.
      while (!ending.aborted) {
        controller.enqueue(Buffer.alloc(16_000, 'x'))
        await wait(1_000)
      }
      controller.enqueue(Buffer.from('\r\n--b--\r\n'))
      controller.close()
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const init = { method: 'POST', body, headers, duplex: 'half' }
  const answer = await node.fetch('/v1/files', key, init as RequestInit).catch(() => undefined)
  return answer && `${answer.status} ${await answer.text()}`
}

const unfinished = () => postgres.ask("SELECT count(*) FROM files WHERE status = 'uploading'")
const living = () => postgres.ask('SELECT count(*) FROM nodes')
const SLOWLY = { interval: 1_000 }

test('a killed node is noticed after half a minute, its uploads go, and those of the others stay', async () => {
  const killed = await startNode(join(folder, 'killed'), postgres.url)
  // Of an upload that PostgreSQL was stopped in, a row can stay until the next clearing-up.
  const before = Number(unfinished())
  const ending = new AbortController()
  const uploads = [slowUpload(killed, ending.signal), slowUpload(nodes[0], ending.signal)]
  await expect.poll(unfinished, SLOWLY).toBe(`${before + 2}`)
  killed.child.kill('SIGKILL')
  expect(living()).toBe('3')
  await expect.poll(living, SLOWLY).toBe('2')
  // A node that starts clears up.
  const next = await startNode(join(folder, 'next'), postgres.url)
  expect(unfinished()).toBe(`${before + 1}`)
  ending.abort()
  expect(await Promise.all(uploads)).toEqual([undefined, expect.stringMatching(/^200 /)])
  expect(unfinished()).toBe(`${before}`)
  await next.end()
})

test('a node that was taken for dead tells whoever uploads there, and goes on as another one', async () => {
  const [one, two] = nodes
  const before = Number(unfinished())
  const ending = new AbortController()
  const upload = slowUpload(two, ending.signal)
  await expect.poll(unfinished, SLOWLY).toBe(`${before + 1}`)
  const marks = postgres.ask('SELECT mark FROM nodes').split('\n')
  two.child.kill('SIGSTOP')
  await expect.poll(living, SLOWLY).toBe('1')
  const next = await startNode(join(folder, 'next'), postgres.url)
  expect(Number(unfinished())).toBeLessThanOrEqual(before)
  two.child.kill('SIGCONT')
  ending.abort()
  expect(await upload).toMatch(/^(408|50[03]) .*Send (?:the file|it) again/)
  await expect.poll(living, SLOWLY).toBe('3')
  const now = postgres.ask('SELECT mark FROM nodes').split('\n')
  expect(now.filter((mark) => marks.includes(mark))).toHaveLength(1)
  expect((await two.fetch('/v1/voices', key)).status).toBe(200)
  const links = await runGriot(folder, ['link', '--database', postgres.url])
  for (const { url } of [one, two, next]) expect(String(links.out)).toContain(url)
  await next.end()
})

test('nodes go on under load while a newer version changes the tables so that they can, and more of them start', async () => {
  const ending = new AbortController()
  const uploads = load(
    ending.signal,
    (node, count) => {
      const form = new FormData()
      form.append('file', new Blob([`àtúnṣe ${count}`]), `${count}.txt`)
      return node.fetch('/v1/files', key, { method: 'POST', body: form })
    },
    async (answer) => ((await answer.json()) as { file_id: string }).file_id,
  )
  const supported = POSTGRES_MIGRATIONS.length
  const later = {
    name: 'later',
    readableFrom: supported,
    sql: `ALTER TABLE files ADD COLUMN colour TEXT;
      ALTER TABLE keys ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue';
      CREATE TABLE colours (name TEXT PRIMARY KEY)`,
  }
  const newer = await openPostgres(postgres.url, { migrations: [...POSTGRES_MIGRATIONS, later] })
  await newer.close()
  expect(postgres.ask('SELECT version, readable_from FROM griot_schema')).toBe(
    `${supported + 1}|${supported}`,
  )
  const next = await startNode(join(folder, 'older'), postgres.url)
  ending.abort()
  const { ids, refusals } = await uploads
  expect([...refusals.keys()]).toEqual([])
  expect(ids.length).toBeGreaterThan(0)
  for (const node of [...nodes, next]) {
    expect((await node.fetch(`/v1/files/${ids.at(-1)}`, key)).status).toBe(200)
    const spoken = { text: 'Good morning.', voice: 'henry', format: 'wav' }
    expect((await node.fetch('/v1/speech', key, json(spoken))).status).toBe(200)
  }
  expect((await runGriot(folder, ['keys', 'list', '--database', postgres.url])).code).toBe(0)
  expect(await next.end()).toBe(0)
})

test('what is wrong with an address is told in one line, at once, and the program ends', async () => {
  const closed = postgres.addressOf({ port: 1 })
  for (const [address, words] of [
    [postgres.addressOf({ password: 'wrong' }), /refuses this user or password/],
    [postgres.addressOf({ user: 'nobody' }), /refuses this user or password/],
    [postgres.addressOf({ name: 'other' }), /There is no database .*\/other/],
    [postgres.url.replace(/:[^:@/]+@/, '@'), /asks for a password/],
    [closed, /does not answer/],
    ['mysql://localhost/griot', /looks like postgres:\/\//],
    [`${postgres.url}?connection_limit=none`, /connection_limit/],
    [`${postgres.url}?sslmode=verify-full`, /cannot be opened: .*SSL/],
  ] as const) {
    const { code, err } = await runGriot(folder, ['serve', '--port', '0', '--database', address])
    expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringMatching(words)]])
    expect(err).not.toMatch(/only on|only%20on/)
  }
})
