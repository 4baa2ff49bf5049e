import { afterAll, expect, test } from 'vitest'
import { send, speech } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { limitRequests } from './rate-limit.ts'

const { tone, server, close } = await openToneServer({ ratePerMinute: 3 })
afterAll(close)

const url = `${server.url}/v1/speech`

test('a token may ask as often as was set, is then told in words when to come back, and others go on', async () => {
  const [one, two] = await Promise.all(
    [1, 2].map(async () => (await tone.app.access.guests.create('owner', 60)).token),
  )
  const say = (token = '', fields = {}) =>
    send(url, speech({ text: 'Ẹ káàárọ̀.', ...fields }, { authorization: `Bearer ${token}` }))
  expect((await say(one)).status).toBe(200)
  expect((await say(one, { speed: 9 })).status).toBe(400)
  expect((await say(one)).status).toBe(200)
  for (const fields of [{}, { speed: 9 }]) {
    const refused = await say(one, fields)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(refused.detail).toMatch(/3 requests within a minute/)
    expect(refused.headers['content-type']).toMatch(/^application\/json/)
  }
  expect((await say(two)).status).toBe(200)
  expect((await send(`${server.url}/health`)).status).toBe(200)
})

test('many requests at once are counted one by one', async () => {
  const { token } = await tone.app.access.guests.create('owner', 60)
  const authorization = `Bearer ${token}`
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => send(url, speech({ text: 'Yes.' }, { authorization }))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array(3).fill(200),
    ...Array(9).fill(429),
  ])
})

test('a key of the environment has a minute of its own, however it is written in the header', async () => {
  const say = (authorization: string) => send(url, speech({ text: 'Yes.' }, { authorization }))
  const forms = [`Bearer ${KEY}`, `bearer   ${KEY}`, `BEARER ${KEY} `, `Bearer ${KEY}`]
  const statuses: number[] = []
  for (const form of forms) statuses.push((await say(form)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const { token } = await tone.app.access.guests.create('owner', 60)
  expect((await say(`Bearer ${token}`)).status).toBe(200)
})

test('a minute begins with the first request and what is refused is not counted', () => {
  let now = 5_000
  const count = limitRequests(2, () => now)
  count('a')
  now += 59_000
  count('a')
  count('b')
  expect(() => count('a')).toThrow(expect.objectContaining({ retryAfterS: 1 }))
  now += 500
  expect(() => count('a')).toThrow(expect.objectContaining({ retryAfterS: 1 }))
  now += 500
  count('a')
  count('a')
  expect(() => count('a')).toThrow(
    expect.objectContaining({ code: 'rate/limited', retryAfterS: 60 }),
  )
  count('b')
  expect(() => count('b')).toThrow(expect.objectContaining({ retryAfterS: 59 }))
})
