import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningGriot, runGriot, startGriot } from '#cli/griot.test-support.ts'
import { type RunningNode, startNode, withClockOff } from '#cli/service.test-support.ts'
import { PROTOCOL } from '#cluster/protocol.ts'
import { openRedis } from '#cluster/redis.ts'
import { announceWorker, redisDirectory } from '#cluster/redis-directory.ts'
import { tinyPack } from '#inference/packs.test-support.ts'
import { writeTranscriptionCatalog } from '#inference/transcription-catalog.test-support.ts'
import { wavOfClip } from '#server/transcriber.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { type PostgresServer, startPostgres } from '#testing/services/postgres.test-support.ts'
import { type RedisServer, startRedis } from '#testing/services/redis.test-support.ts'

const folder = folderForTests('griot ẹgbẹ́ òṣìṣẹ́')
const TEXT = 'The rain has stopped. We can go out now. '
let postgres: PostgresServer
let redis: RedisServer
let nodes: readonly [RunningNode, RunningNode]
let key = ''
const workers: RunningGriot[] = []

const variables = () => ({
  GRIOT_REDIS: redis.url,
  GRIOT_BLOBS: join(folder, 'blobs'),
  GRIOT_CLUSTER_SECRET: 'a secret of all nodes and workers',
})

/** A worker that has announced itself. */
async function startWorker(
  options: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Promise<RunningGriot> {
  const own = join(folder, `worker ${workers.length}`)
  const args = ['worker', '--listen', '127.0.0.1:0', '--processes', '1', ...options]
  const given = { ...variables(), GRIOT_DATABASE: postgres.url, ...more }
  const worker = startGriot(own, args, given)
  workers.push(worker)
  await worker.printed(/^Worker {3}ws:/m)
  return worker
}

beforeAll(async () => {
  ;[postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  await startWorker()
  nodes = await Promise.all([
    startNode(join(folder, 'one'), postgres.url, variables(), ['--cluster']),
    startNode(join(folder, 'two'), postgres.url, { ...variables(), ...withClockOff(5) }, [
      '--cluster',
    ]),
  ])
  key = nodes.map(({ firstKey }) => firstKey ?? '').find((one) => one !== '') ?? ''
})
afterAll(async () => {
  await Promise.all([...nodes, ...workers].map((program) => program.end()))
  await redis.stop()
  postgres.stop()
})

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const speak = (node: RunningNode, fields: object = {}): Promise<Response> =>
  node.fetch('/v1/speech', key, json({ text: TEXT, voice: 'john', format: 'pcm_s16le', ...fields }))
const bytesOf = async (answer: Response): Promise<Buffer> => {
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** The rest of a batch's life, as the node tells it. */
async function over(node: RunningNode, id: string): Promise<Record<string, unknown>> {
  let batch: Record<string, unknown> = {}
  await expect
    .poll(async () => {
      batch = (await (await node.fetch(`/v1/batches/${id}`, key)).json()) as typeof batch
      return batch['status']
    })
    .toBe('completed')
  return batch
}

test('nodes without speech processes of their own speak, the same at each, and sign what all know', async () => {
  const [one, other] = await Promise.all(nodes.map(async (node) => bytesOf(await speak(node))))
  expect(one?.length).toBeGreaterThan(100_000)
  expect(other?.equals(one ?? Buffer.of())).toBe(true)
  const wav = await bytesOf(await speak(nodes[0], { format: 'wav' }))
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(wav)]), 'ohùn.wav')
  const checked = await nodes[1].fetch('/v1/provenance/verify', key, { method: 'POST', body: form })
  expect(await checked.json()).toMatchObject({ verdict: 'made-here' })
})

test('a text whose worker is killed goes on at another one, byte by byte', async () => {
  const text = TEXT.repeat(12)
  const whole = await bytesOf(await speak(nodes[0], { text }))
  await startWorker()
  const [first] = workers
  const answers = await Promise.all([0, 1, 2, 3].map(() => speak(nodes[0], { text })))
  // Nobody has read: the speech of all is held up half-way.
  first?.child.kill('SIGKILL')
  for (const answer of answers) expect((await bytesOf(answer)).equals(whole)).toBe(true)
  expect(await first?.exit).toEqual([null, 'SIGKILL'])
})

test('a worker that is told to stop finishes what it speaks and ends with 0; one that comes is found', async () => {
  const text = TEXT.repeat(12)
  const whole = await bytesOf(await speak(nodes[1], { text }))
  const last = workers.at(-1)
  const answer = await speak(nodes[1], { text })
  const next = startWorker()
  last?.child.kill('SIGTERM')
  expect((await bytesOf(answer)).equals(whole)).toBe(true)
  expect(await last?.exit).toEqual([0, null])
  await next
  expect((await bytesOf(await speak(nodes[1], { text }))).equals(whole)).toBe(true)
})

test('a key that one node revokes is refused by the other', async () => {
  const { out } = await runGriot(
    folder,
    ['keys', 'create', '--name', 'brief', '--database', postgres.url, '--json'],
    variables(),
  )
  const made = JSON.parse(String(out)) as { readonly token: string; readonly number?: number }
  const listed = await nodes[1].fetch('/v1/voices', made.token)
  expect(listed.status).toBe(200)
  const number = postgres.ask("SELECT id FROM keys WHERE name = 'brief'")
  await runGriot(folder, ['keys', 'revoke', number, '--database', postgres.url], variables())
  for (const node of nodes)
    await expect.poll(async () => (await node.fetch('/v1/voices', made.token)).status).toBe(401)
})

test('a worker with another secret is not spoken with', async () => {
  const stranger = startGriot(
    join(folder, 'stranger'),
    ['worker', '--listen', '127.0.0.1:0', '--processes', '1'],
    { ...variables(), GRIOT_CLUSTER_SECRET: 'a secret that nobody else has' },
  )
  await stranger.printed(/^Worker {3}ws:/m)
  for (const answer of await Promise.all(nodes.flatMap((node) => [speak(node), speak(node)])))
    expect(answer.status).toBe(200)
  expect(await stranger.end()).toBe(0)
})

test('a batch is spoken by workers: whole, in order and once, whoever is killed meanwhile', async () => {
  await startWorker()
  const lines = Array.from({ length: 120 }, (_, n) => ({
    ...{ custom_id: `line-${n}`, method: 'POST', url: '/v1/speech' },
    body: { text: `Line number ${n}.`, voice: 'john', format: 'wav' },
  }))
  const made = await nodes[0].fetch(
    '/v1/batches',
    key,
    json({ requests: lines, endpoint: '/v1/speech' }),
  )
  expect(made.status, await made.clone().text()).toBeLessThan(300)
  const { id } = (await made.json()) as { readonly id: string }
  await expect
    .poll(() => Number(postgres.ask(`SELECT count(*) FROM batch_chunks WHERE status <> 'waiting'`)))
    .toBeGreaterThan(0)
  workers.at(-1)?.child.kill('SIGKILL')
  await redis.end('SIGKILL')
  await redis.startAgain({ keepsData: false })
  const batch = await over(nodes[1], id)
  expect(batch).toMatchObject({ request_counts: { total: 120, completed: 120, failed: 0 } })
  const { url } = (await (
    await nodes[1].fetch(`/v1/files/${batch['output_file_id']}/url`, key)
  ).json()) as { readonly url: string }
  const results = (await (await fetch(url)).text()).trim().split('\n')
  expect(results.map((line) => JSON.parse(line).custom_id)).toEqual(
    lines.map(({ custom_id }) => custom_id),
  )
})

test('while Redis is away, speech goes on with the workers that are known; a new one is found when it is back', async () => {
  await redis.end()
  for (const node of nodes) expect((await speak(node)).status).toBe(200)
  await redis.startAgain({ keepsData: true })
  const before = workers.filter(({ child }) => child.exitCode === null && child.signalCode === null)
  await startWorker()
  await Promise.all(before.map(({ end }) => end()))
  for (const node of nodes) await expect.poll(async () => (await speak(node)).status).toBe(200)
})

test('a node that is killed takes nothing with it: the other one replays its answers and has its files', async () => {
  const order = {
    ...json({ text: TEXT, voice: 'john', format: 'wav' }),
    headers: { 'content-type': 'application/json', 'idempotency-key': 'once and for all' },
  }
  const first = await bytesOf(await nodes[0].fetch('/v1/speech', key, order))
  nodes[0].child.kill('SIGKILL')
  await nodes[0].exit
  const again = await nodes[1].fetch('/v1/speech', key, order)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await bytesOf(again)).equals(first)).toBe(true)
})

test.each([
  [['worker'], { GRIOT_REDIS: '' }, 2, 'A worker needs the Redis'],
  [['worker'], { GRIOT_CLUSTER_SECRET: 'short' }, 2, 'at least 16 characters'],
  [['worker'], { GRIOT_REDIS: 'redis://127.0.0.1:9' }, 1, 'Redis at 127.0.0.1:9 cannot be reached'],
  [['serve', '--cluster'], { GRIOT_CLUSTER_SECRET: '' }, 2, 'GRIOT_CLUSTER_SECRET'],
  [['worker', '--tls-cert', 'worker.pem'], {}, 2, '--tls-cert and --tls-key go together'],
  [['serve', '--cluster'], { GRIOT_CLUSTER_CA: 'none.pem' }, 2, '--cluster-ca cannot be read'],
  [['worker', '--listen', 'everywhere'], {}, 2, 'such as 0.0.0.0:7071, not "everywhere"'],
] as const)('%j with %j ends at once with %i and one line', async (args, wrong, code, words) => {
  const { code: ended, err } = await runGriot(folder, [...args], {
    ...variables(),
    ...wrong,
  })
  expect(err).toContain(words)
  expect(ended).toBe(code)
  expect(err.trim().split('\n').length).toBeLessThanOrEqual(3)
})

test('a recording is written down by a worker that has a pack, though no node has one; where it is killed, another one takes the next', async () => {
  const catalog = { GRIOT_PACKS_CATALOG: writeTranscriptionCatalog(join(folder, 'catalog')) }
  const recorders: RunningGriot[] = []
  for (const _ of [1, 2]) {
    const { folder: pack } = tinyPack('tiny-ctc')
    const accepted = ['models', 'import', pack, '--accept-licence', 'Apache-2.0']
    const home = join(folder, `worker ${workers.length}`)
    mkdirSync(home)
    expect(await runGriot(home, accepted, catalog)).toMatchObject({ code: 0, err: '' })
    recorders.push(await startWorker([], catalog))
  }
  const form = new FormData()
  form.set('language', 'yo')
  form.set('content', new Blob([Uint8Array.from(wavOfClip('yo'))]), 'ohùn.wav')
  const write = async (): Promise<unknown> => {
    const answer = await nodes[1].fetch('/v1/transcriptions', key, { method: 'POST', body: form })
    return { status: answer.status, ...((await answer.json()) as object) }
  }
  const written = { status: 200, text: 'omi ilé ìwé'.normalize('NFC') }
  await expect.poll(write).toMatchObject(written)
  recorders[0]?.child.kill('SIGKILL')
  expect(await write()).toMatchObject(written)
  await recorders[1]?.end()
  expect(await write()).toMatchObject({ status: 503 })
})

test('workers of another version are left alone, and that is said once', async () => {
  const client = await openRedis(redis.url)
  const notices: string[] = []
  const access = { secret: 'a secret' }
  const directory = redisDirectory(client, access, (words) => notices.push(words))
  await client.flushall()
  const entry = { url: 'ws://10.0.0.9:7071', protocol: 'griot-worker-0', version: '0.0.9' }
  await client.set('griot:worker:old', JSON.stringify(entry))
  await client.set('griot:worker:odd', 'no worker wrote this')
  await client.sadd('griot:workers', 'old', 'odd', 'gone')
  const nowhere = { url: 'ws://user@10.0.0.8:7071/path', protocol: PROTOCOL, version: '0.1.0' }
  await client.set('griot:worker:nowhere', JSON.stringify(nowhere))
  await client.sadd('griot:workers', 'nowhere')
  const announced = announceWorker(client, { url: 'ws://10.0.0.7:7071', version: '0.1.0' })
  const known = [{ url: 'ws://10.0.0.7:7071', secret: 'a secret' }]
  await expect.poll(() => directory.list()).toEqual(known)
  expect(await directory.list()).toEqual(known)
  expect([...notices].sort()).toEqual([
    expect.stringContaining('plain text'),
    expect.stringContaining('workers of Griot 0.0.9'),
  ])
  // Whoever names an authority wants TLS off this machine.
  const strictly: string[] = []
  const strict = redisDirectory(client, { ...access, ca: 'PEM' }, (words) => strictly.push(words))
  const here = announceWorker(client, { url: 'ws://127.0.0.1:7071', version: '0.1.0' })
  const secure = announceWorker(client, { url: 'wss://10.0.0.7:7072', version: '0.1.0' })
  const addresses = async (): Promise<string[]> =>
    (await strict.list()).map(({ url }) => url).sort()
  await expect.poll(addresses).toEqual(['ws://127.0.0.1:7071', 'wss://10.0.0.7:7072'])
  expect(strictly).toContainEqual(expect.stringContaining('are not used'))
  await here.withdraw()
  await secure.withdraw()
  expect(await client.sismember('griot:workers', 'gone')).toBe(0)
  await announced.withdraw()
  expect(await directory.list()).toEqual([])
  client.disconnect()
})
