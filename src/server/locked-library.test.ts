import { afterAll, beforeAll, expect, test } from 'vitest'
import { libraryOf } from '#core/home.ts'
import { lockLibrary } from '#core/library/lock.test-support.ts'
import { type Ask, ask, speech } from './client.test-support.ts'
import { openRealEngine, type RealEngine } from './engine.test-support.ts'
import { KEY } from './tone-app.test-support.ts'

let engine: RealEngine
beforeAll(async () => {
  engine = await openRealEngine()
  await ask(`${engine.url}/v1/speech`, speech())
})
afterAll(() => engine.close())

const GUEST_TOKEN: Ask = {
  method: 'POST',
  headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
  body: '{}',
}
const TEXT = 'Good morning from Lagos. The market opens at six. Bring a bag.'

test('while another program keeps the library locked others are served, and what is to be written waits', async () => {
  const lock = await lockLibrary(libraryOf(engine.home))
  let settled = 0
  const asked = [
    ask(`${engine.url}/v1/speech`, speech({ text: TEXT, format: 'mp3' })),
    ask(`${engine.url}/v1/speech`, speech({ text: TEXT, format: 'wav' })),
  ].map((answer) => answer.finally(() => settled++))
  for (let n = 0; n < 5; n++) expect((await ask(`${engine.url}/health`)).status).toBe(200)
  // Neither its audio nor the registry of what was signed is written: it has nothing to wait for.
  const pcm = await ask(`${engine.url}/v1/speech`, speech({ text: TEXT }))
  expect(pcm.bytes.length).toBeGreaterThan(24_000)
  asked.push(ask(`${engine.url}/v1/guest-tokens`, GUEST_TOKEN))
  expect(settled).toBe(0)
  await lock.release()
  const [mp3, wav, guest] = await Promise.all(asked)
  expect([mp3?.status, wav?.status, guest?.status]).toEqual([200, 200, 201])
  for (const answer of [mp3, wav]) {
    const record = await ask(`${engine.url}/v1/provenance/${answer?.headers['x-request-id']}`, {
      headers: { authorization: `Bearer ${KEY}` },
    })
    expect(record.status).toBe(200)
  }
  expect(engine.bugs).toEqual([])
})

test('where it stays locked the answer says so, and when to ask again', async () => {
  const lock = await lockLibrary(libraryOf(engine.home))
  const answer = await ask(`${engine.url}/v1/guest-tokens`, GUEST_TOKEN)
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBe('1')
  expect(answer.detail).toMatch(/library\.db locked\. Close other copies of Griot/)
  expect(answer.detail).not.toContain(engine.home)
  await lock.release()
  expect((await ask(`${engine.url}/v1/guest-tokens`, GUEST_TOKEN)).status).toBe(201)
  expect(engine.bugs).toEqual([])
}, 30_000)
