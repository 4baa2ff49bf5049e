import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningGriot, runGriot, startGriot } from '#cli/griot.test-support.ts'
import { send, speech } from '#server/client.test-support.ts'
import { postVoice, reads, wavOf } from '#server/voices.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { startSwift } from '#testing/services/swift.test-support.ts'

const KEY = 'My API Key'
const authorization = `Bearer ${KEY}`
const BUCKET = 'griot-serve'
/** More than one part of an upload to S3. */
const SOUND = Buffer.concat([Buffer.from('RIFF....WAVE'), randomBytes(11_000_000)])
const root = folderForTests('griot ẹgbẹ́ ድምፅ')
const swift = await startSwift()
afterAll(swift.stop)

const addressOf = (bucket: string): string =>
  `s3://${bucket}/ìpamọ́?endpoint=${swift.endpoint}&region=${swift.region}`
const credentials = ({ accessKeyId, secretAccessKey }: typeof swift.owner) => ({
  GRIOT_API_KEY: KEY,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
})

type Node = RunningGriot & { readonly url: string; readonly folder: string }

/** A server with a data folder of its own, which keeps its bytes in the bucket. */
async function startNode(name: string, bucket = BUCKET, by = swift.owner): Promise<Node> {
  const folder = join(root, name)
  const args = ['serve', '--port', '0', '--blobs', addressOf(bucket)]
  const running = startGriot(folder, args, credentials(by))
  return { ...running, folder, url: await running.address() }
}

/** Another server that knows what `before` knew, and has none of its other files. */
async function startNext(before: Node, name: string): Promise<Node> {
  expect(await before.end()).toBe(0)
  const data = join(root, name, 'data')
  mkdirSync(data, { recursive: true })
  cpSync(join(before.folder, 'data', 'library.db'), join(data, 'library.db'))
  return startNode(name)
}

let one: Node
let two: Node
let fileId: string
let voiceId: string
let recording: Buffer
let spoken: Buffer
let playlist: string
let segments: readonly string[]

async function upload(url: string, bytes: Uint8Array<ArrayBuffer>, headers = {}) {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'ohùn.wav')
  const options = { method: 'POST', headers: { authorization, ...headers }, body: form }
  const answer = await fetch(`${url}/v1/files`, options)
  const body: { file_id: string; detail?: string } = Object(await answer.json())
  return { status: answer.status, replayed: answer.headers.get('idempotent-replayed'), body }
}
const api = (node: Node, path: string, method = 'GET') =>
  send(`${node.url}${path}`, { method, headers: { authorization } })
async function urlOf(node: Node, id: string): Promise<string> {
  return JSON.parse((await api(node, `/v1/files/${id}/url`)).text).url
}
/** What the data folder of a node has of files of people. */
const kept = ({ folder }: Node): readonly string[] =>
  ['files', 'answers', 'voices', 'hls', 'exports'].flatMap((name) => {
    const path = join(folder, 'data', name)
    if (!existsSync(path)) return []
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  })
const say = (node: Node, voice: string, key: string) =>
  send(
    `${node.url}/v1/speech`,
    speech({ text: 'Ẹ káàárọ̀.', voice }, { 'idempotency-key': key, authorization }),
  )

beforeAll(async () => {
  await swift.setBucket(BUCKET)
  recording = wavOf(await reads('lucy'))
  one = await startNode('one')
})

test('what is uploaded, answered and recorded lies in the bucket, and nothing of it in the data folder', async () => {
  const { status, body } = await upload(one.url, SOUND, { 'idempotency-key': 'upload' })
  expect([status, body.detail]).toEqual([200, undefined])
  fileId = body.file_id
  const first = await say(one, 'sade', 'say')
  expect(first.status).toBe(200)
  spoken = first.bytes
  const listed = await send(`${one.url}/v1/speech`, speech({ format: 'm3u8' }, { authorization }))
  expect(listed.status).toBe(200)
  playlist = String(listed.headers['content-location']).slice(one.url.length)
  segments = listed.text.split('\n').filter((line) => line.startsWith('http'))
  const made = await postVoice(one.url, KEY, recording)
  expect([made.status, made.detail]).toEqual([201, '""'])
  voiceId = made.id
  // It sends its own playlists from its disk.
  expect(kept(one).filter((path) => !path.startsWith(join('data', 'hls')))).toEqual([])
  const objects = (await swift.objectsIn(BUCKET)).map((key) => key.replace(/^ìpamọ́\//, ''))
  expect(objects.filter((key) => key.endsWith(fileId))).toHaveLength(1)
  expect(objects).toContain(`voices/${voiceId}/recording`)
  expect(objects.filter((key) => key.startsWith('answers/'))).toHaveLength(2)
  expect(objects.filter((key) => key.startsWith('.'))).toEqual([])
})

test('another server with an empty data folder has all of it', async () => {
  two = await startNext(one, 'two')
  const list = JSON.parse((await api(two, '/v1/files')).text)
  expect(list.items).toMatchObject([{ file_id: fileId, size_bytes: SOUND.length, status: 'ready' }])
  const url = await urlOf(two, fileId)
  const whole = await send(url)
  expect(whole.bytes.equals(SOUND)).toBe(true)
  expect(whole.headers).toMatchObject({
    'content-type': 'audio/wav',
    'content-length': String(SOUND.length),
    'accept-ranges': 'bytes',
  })
  const ranged = (range: string, more: Record<string, string> = {}) =>
    send(url, { headers: { range, ...more } })
  const middle = await ranged('bytes=5000000-5000009')
  expect([middle.status, middle.headers['content-range']]).toEqual([
    ...[206, `bytes 5000000-5000009/${SOUND.length}`],
  ])
  expect(middle.bytes.equals(SOUND.subarray(5_000_000, 5_000_010))).toBe(true)
  expect((await ranged('bytes=-3')).bytes.equals(SOUND.subarray(-3))).toBe(true)
  const outside = await ranged(`bytes=${SOUND.length}-`)
  expect([outside.status, outside.headers['content-range']]).toEqual([
    ...[416, `bytes */${SOUND.length}`],
  ])
  const { etag = '', 'last-modified': modified = '' } = whole.headers
  expect((await ranged('bytes=0-1', { 'if-range': modified })).status).toBe(206)
  expect((await ranged('bytes=0-1', { 'if-range': etag })).bytes).toHaveLength(2)
  expect((await ranged('bytes=0-1', { 'if-range': '"other"' })).status).toBe(200)
  expect((await send(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await send(url, { headers: { 'if-match': '"other"' } })).status).toBe(412)
  const head = await send(url, { method: 'HEAD' })
  expect([head.status, head.headers['content-length'], head.text]).toEqual([
    ...[200, String(SOUND.length), ''],
  ])
})

test('it answers again what the other one has answered, without doing it again', async () => {
  const again = await upload(two.url, SOUND, { 'idempotency-key': 'upload' })
  expect([again.status, again.replayed, again.body.file_id]).toEqual([200, 'true', fileId])
  const said = await say(two, 'sade', 'say')
  expect([said.status, said.headers['idempotent-replayed']]).toEqual([200, 'true'])
  expect(said.bytes.equals(spoken)).toBe(true)
})

test('it gives out the playlist of the other one, with all its segments', async () => {
  const again = await send(`${two.url}${playlist}`)
  expect([again.status, again.headers['content-type']]).toEqual([
    ...[200, 'application/vnd.apple.mpegurl'],
  ])
  const addresses = again.text.split('\n').filter((line) => line.startsWith('http'))
  expect(addresses).toEqual(segments.map((address) => address.replace(one.url, two.url)))
  for (const address of addresses) {
    const sound = await send(address)
    expect([sound.status, sound.headers['content-type']]).toEqual([200, 'audio/aac'])
    // The first bytes of a frame of AAC (ADTS), or of the tag before it.
    expect(sound.bytes.toString('latin1', 0, 3)).toMatch(/^(ID3|\u00ff[\u00f0-\u00ff])/)
    const part = await send(address, { headers: { range: 'bytes=0-2' } })
    expect([part.status, part.bytes]).toEqual([206, sound.bytes.subarray(0, 3)])
  }
})

test('it speaks with the voice that the other one has made, and has its recording', async () => {
  const said = await say(two, voiceId, 'own')
  expect([said.status, said.bytes.length > 20_000]).toEqual([200, true])
  const sample = await runGriot(two.folder, ['voices', 'show', voiceId, '--json'], {
    ...credentials(swift.owner),
    GRIOT_BLOBS: addressOf(BUCKET),
  })
  expect(sample.code).toBe(0)
  expect(JSON.parse(String(sample.out))).toMatchObject({
    recording: { size_bytes: recording.length },
  })
})

test('what is deleted is gone from the bucket', async () => {
  const url = await urlOf(two, fileId)
  expect((await api(two, `/v1/files/${fileId}`, 'DELETE')).status).toBe(200)
  expect((await send(url)).status).toBe(404)
  expect((await api(two, `/v1/voices/${voiceId}`, 'DELETE')).status).toBe(200)
  const objects = await swift.objectsIn(BUCKET)
  expect(objects.filter((key) => key.includes(fileId) || key.includes(voiceId))).toEqual([])
})

test('a bucket that fills up is told, loses nothing, and takes more once there is room', async () => {
  const { body } = await upload(two.url, Buffer.from('before'))
  await swift.setBucket(BUCKET, { quotaBytes: 1 })
  const refused = await upload(two.url, Buffer.from('too much'))
  expect([refused.status, refused.body.detail]).toEqual([507, expect.stringContaining('full')])
  expect((await send(await urlOf(two, body.file_id))).text).toBe('before')
  const list = JSON.parse((await api(two, '/v1/files')).text)
  expect(list.items).toHaveLength(1)
  await swift.setBucket(BUCKET, { quotaBytes: 1_000_000_000 })
  await expect.poll(async () => (await upload(two.url, Buffer.from('room'))).status).toBe(200)
  expect(await two.end()).toBe(0)
  expect(two.err()).toBe('')
})

test('a bucket that becomes read-only is told with 503 and what to do; files are read and speech goes on', async () => {
  const bucket = 'griot-shut'
  // Swift keeps parts of uploads in a second one.
  const allow = async (writers: boolean): Promise<void> => {
    for (const name of [bucket, `${bucket}+segments`])
      await swift.setBucket(name, { readers: true, writers })
  }
  await allow(true)
  const node = await startNode('three', bucket, swift.reader)
  const { body } = await upload(node.url, Buffer.from('before'))
  await allow(false)
  const refused = await upload(node.url, Buffer.from('not now'))
  expect([refused.status, refused.body.detail]).toEqual([
    ...[503, expect.stringMatching(/ is read-only for these credentials .* allow PutObject/)],
  ])
  const made = await postVoice(node.url, KEY, recording)
  expect([made.status, made.detail]).toEqual([503, expect.stringContaining('is read-only')])
  const line = { custom_id: '1', method: 'POST', url: '/v1/speech' }
  const requests = [{ ...line, body: { text: 'Ẹ káàárọ̀.', voice: 'sade' } }]
  const batch = await send(`${node.url}/v1/batches`, {
    ...{ method: 'POST', headers: { authorization, 'content-type': 'application/json' } },
    body: JSON.stringify({ endpoint: '/v1/speech', requests }),
  })
  expect([batch.status, batch.headers['x-should-retry']]).toEqual([503, 'false'])
  expect((await say(node, 'sade', 'shut')).status).toBe(200)
  expect((await send(await urlOf(node, body.file_id))).text).toBe('before')
  expect((await api(node, `/v1/files/${body.file_id}`, 'DELETE')).status).toBe(503)
  await allow(true)
  await expect.poll(async () => (await upload(node.url, Buffer.from('room'))).status).toBe(200)
  expect(await node.end()).toBe(0)
  expect(node.err()).toBe('')
})

test.each([
  ['a wrong bucket', 'no-such-bucket', swift.owner, /There is no bucket "no-such-bucket"/],
  [
    'a wrong secret',
    BUCKET,
    { ...swift.owner, secretAccessKey: 'wrong' },
    /refuses the credentials/,
  ],
  ['a bucket that may only be read', 'read-only', swift.reader, /is read-only/],
])('%s ends the start with one line and an exit code', async (_, bucket, by, words) => {
  await swift.setBucket('read-only', { readers: true })
  mkdirSync(join(root, 'refused'), { recursive: true })
  const { code, err, out } = await runGriot(
    join(root, 'refused'),
    ['serve', '--port', '0', '--blobs', addressOf(bucket)],
    credentials(by),
  )
  expect([code, String(out)]).toEqual([1, ''])
  expect(err).toMatch(words)
  expect(err.trim().split('\n')).toHaveLength(1)
})
