import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RunningGriot, startGriot } from '#cli/griot.test-support.ts'
import { send, speech } from '#server/client.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openBreakableNetwork } from '#testing/services/breakable-network.test-support.ts'
import { startSwift } from '#testing/services/swift.test-support.ts'

const KEY = 'My API Key'
const authorization = `Bearer ${KEY}`
const BUCKET = 'griot-trouble'
const root = folderForTests('griot wàhálà')
const swift = await startSwift()
const network = await openBreakableNetwork(Number(new URL(swift.endpoint).port))
afterAll(async () => {
  await network.close()
  await swift.stop()
})

let running: RunningGriot
let url: string
/** Starts the server anew on the same data folder. */
async function start(): Promise<void> {
  const address = `s3://${BUCKET}?endpoint=http://127.0.0.1:${network.port}&region=${swift.region}`
  running = startGriot(join(root, 'one'), ['serve', '--port', '0'], {
    GRIOT_API_KEY: KEY,
    GRIOT_BLOBS: address,
    AWS_ACCESS_KEY_ID: swift.owner.accessKeyId,
    AWS_SECRET_ACCESS_KEY: swift.owner.secretAccessKey,
  })
  url = await running.address()
}
beforeAll(async () => {
  await swift.setBucket(BUCKET)
  await start()
})

beforeEach(() => network.mend())

interface Uploaded {
  readonly status: number
  readonly id: string
  readonly detail: string
  readonly retryAfter: string | null
}
async function upload(bytes: Uint8Array<ArrayBuffer>): Promise<Uploaded> {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'ohùn.wav')
  const options = { method: 'POST', headers: { authorization }, body: form }
  const answer = await fetch(`${url}/v1/files`, options)
  const { file_id, detail = '' } = Object(await answer.json())
  const retryAfter = answer.headers.get('retry-after')
  return { status: answer.status, id: String(file_id), detail, retryAfter }
}
const contentOf = async (id: string) => {
  const given = await send(`${url}/v1/files/${id}/url`, { headers: { authorization } })
  return send(JSON.parse(given.text).url)
}
async function listed(): Promise<readonly string[]> {
  const { text } = await send(`${url}/v1/files?limit=100`, { headers: { authorization } })
  const { items } = JSON.parse(text)
  return Array.from(items, (item) => `${Object(item).file_id} ${Object(item).status}`)
}
const say = (key: string) =>
  send(
    `${url}/v1/speech`,
    speech({ text: 'Good morning.' }, { authorization, 'idempotency-key': key }),
  )

test('while the bucket cannot be reached, speech goes on, what has to be stored is refused in words, and all heals by itself', async () => {
  const before = await upload(Buffer.from('before'))
  expect(before.status).toBe(200)
  expect((await say('before')).status).toBe(200)
  network.cut()
  const refused = await upload(Buffer.from('while'))
  expect([refused.status, refused.retryAfter]).toEqual([503, '1'])
  expect(refused.detail).toMatch(/127\.0\.0\.1:\d+ .*\(E\w+\)/)
  expect(await listed()).toEqual([`${before.id} ready`])
  expect((await contentOf(before.id)).status).toBe(503)
  // Done already: it is not done again, and cannot be given again now.
  expect((await say('before')).status).toBe(503)
  const spoken = await say('while')
  expect([spoken.status, spoken.bytes.length > 1_000]).toEqual([200, true])
  network.mend()
  expect((await contentOf(before.id)).text).toBe('before')
  const replayed = await say('before')
  expect([replayed.status, replayed.headers['idempotent-replayed']]).toEqual([200, 'true'])
  // Not kept, so that it is done again.
  const anew = await say('while')
  expect([anew.status, anew.headers['idempotent-replayed']]).toEqual([200, undefined])
  expect((await upload(Buffer.from('after'))).status).toBe(200)
  expect(running.err()).toBe('')
})

test('while the bucket answers nothing, who has heard all of an answer does not wait for it', async () => {
  network.hang()
  const spoken = await say('hanging')
  expect([spoken.status, spoken.bytes.length > 1_000]).toEqual([200, true])
  network.mend()
  await expect.poll(async () => (await say('hanging')).status).toBe(200)
  expect(running.err()).toBe('')
})

test('what was acknowledged outlives a server that is killed at any moment, and nothing half-written is listed', async () => {
  const stored = new Map<string, Buffer>()
  for (let round = 0; round < 5; round++) {
    let isKilled = false
    const before = stored.size
    const uploads = Array.from({ length: 3 }, async (_, i) => {
      while (!isKilled) {
        const bytes = randomBytes(i * 4_500_000 + 1_000)
        const { status, id } = await upload(bytes).catch(() => ({ status: 0, id: '' }))
        if (status === 200) stored.set(id, bytes)
      }
    })
    await expect.poll(() => stored.size).toBeGreaterThan(before)
    await wait(Math.random() * 1_500)
    running.child.kill('SIGKILL')
    isKilled = true
    await Promise.all(uploads)
    await start()
    for (const id of stored.keys()) expect(await listed()).toContain(`${id} ready`)
  }
  const all = await listed()
  expect(all.filter((file) => !file.endsWith(' ready'))).toEqual([])
  for (const [id, bytes] of stored)
    if (all.length < 100 || all.includes(`${id} ready`))
      expect((await contentOf(id)).bytes.equals(bytes)).toBe(true)
  // Of every file that is listed, its bytes are there; of no other one.
  const objects = (await swift.objectsIn(BUCKET)).filter((key) => key.startsWith('files/'))
  const ids = new Set(objects.map((key) => /([\da-f-]{36})(\.json)?$/.exec(key)?.[1] ?? key))
  expect([...ids].sort()).toEqual(all.map((file) => file.slice(0, 36)).sort())
  expect(await running.end()).toBe(0)
})
