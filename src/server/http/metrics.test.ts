import { afterAll, expect, test } from 'vitest'
import { send, speech } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const { tone, server, close } = await openToneServer({
  processes: () => [
    { name: 'speech-tone', pid: process.pid },
    // Gone, as a worker that has just died.
    { name: 'speech-gone', pid: 2 ** 22 + 1 },
  ],
})
afterAll(close)

const authorization = `Bearer ${KEY}`
/** The value of a measure, by its name with its labels in the order in which they are written. */
async function measures(): Promise<(name: string) => number | undefined> {
  const { status, headers, text } = await send(`${server.url}/metrics`, {
    headers: { authorization },
  })
  expect(status).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  // https://prometheus.io/docs/instrumenting/exposition_formats: comments, or a name, labels and a number.
  for (const line of text.split('\n').filter(Boolean))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.+\})? [-+\d.eNaInf]+)$/)
  return (name) => {
    const line = text.split('\n').find((one) => one.startsWith(`${name} `))
    return line === undefined ? undefined : Number(line.slice(name.length))
  }
}

test('answers are counted by operation and status, and speech by its length', async () => {
  const url = `${server.url}/v1/speech`
  expect((await send(url, speech({ text: 'Ẹ káàárọ̀.', format: 'wav' }))).status).toBe(200)
  expect((await send(url, speech({ text: 'Ẹ káàárọ̀.', speed: 9 }))).status).toBe(400)
  expect((await send(`${server.url}/nowhere`)).status).toBe(404)
  const value = await measures()
  const answers = 'griot_http_request_duration_seconds_count'
  expect(value(`${answers}{operation="generateSpeech",status="200"}`)).toBe(1)
  expect(value(`${answers}{operation="generateSpeech",status="400"}`)).toBe(1)
  expect(value(`${answers}{operation="other",status="404"}`)).toBe(1)
  expect(value('griot_http_first_byte_seconds_count{operation="generateSpeech"}')).toBe(2)
  expect(value('griot_http_requests_in_progress')).toBe(1)
  const labels = '{engine="flite",language="yo",source="api"}'
  expect(value(`griot_speech_characters_total${labels}`)).toBe(10)
  expect(value(`griot_speech_seconds_total${labels}`)).toBeGreaterThan(0)
  expect(value(`griot_speech_first_sound_seconds_count${labels}`)).toBe(1)
  expect(value('griot_health{state="ready"}')).toBe(1)
})

test('texts that are spoken and wait are counted while they do', async () => {
  const release = tone.holdAfterFirst()
  const asked = speech({ text: 'One. Two. Three.', format: 'wav' })
  const answer = send(`${server.url}/v1/speech`, asked)
  await expect.poll(async () => (await measures())('griot_speech_speaking')).toBe(1)
  const value = await measures()
  expect(value('griot_speech_waiting')).toBe(0)
  expect(value('griot_speech_oldest_wait_seconds')).toBe(0)
  // It makes its own speech.
  expect(value('griot_worker_waiting')).toBe(0)
  expect(value('griot_worker_oldest_wait_seconds')).toBe(0)
  release()
  await answer
  expect((await measures())('griot_speech_speaking')).toBe(0)
})

test('an answer that is sent again to the same key is counted', async () => {
  const headers = { 'idempotency-key': 'once' }
  const asked = speech({ text: 'Again.', format: 'wav' }, headers)
  for (let n = 0; n < 3; n++)
    expect((await send(`${server.url}/v1/speech`, asked)).status).toBe(200)
  expect((await measures())('griot_http_replays_total')).toBe(2)
})

test('the memory of the processes is told, and one that is gone has none', async () => {
  const value = await measures()
  expect(value('griot_worker_memory_bytes{process="speech-tone"}')).toBeGreaterThan(10_000_000)
  expect(value('griot_worker_memory_bytes{process="speech-gone"}')).toBeUndefined()
})

test('only a key with the scope admin may read them', async () => {
  expect((await send(`${server.url}/metrics`)).status).toBe(401)
  const { token } = await tone.app.access.keys.create({
    ...{ name: 'reader', account: 'owner', scopes: ['speak'] },
  })
  const refused = await send(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(refused.status).toBe(403)
})
