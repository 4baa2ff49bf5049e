import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { READ, reads, wavOf } from '#server/voices.test-support.ts'
import { openLiveClient } from './live-client.test-support.ts'

const { tone, server, close } = await openToneServer()
afterAll(close)
let recording: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  recording = wavOf(await reads('lucy'))
})

async function makeVoice(language: string): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ transcript: READ, name: 'ሃና', language }))
    form.append(name, value)
  form.append('consent', 'true')
  form.append('audio', new Blob([recording]), 'ድምፅ.wav')
  const headers = { authorization: `Bearer ${KEY}` }
  const answer = await fetch(`${server.url}/v1/voices`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(201)
  return String(Object(await answer.json()).voice_id)
}

test('sentences end by the rules of a custom voice’s own language, unless the caller names another', async () => {
  const id = await makeVoice('am')
  const agent = await openLiveClient(server.url, `?quiet_ms=10000&voice=${id.toUpperCase()}`)
  agent.send({ type: 'append', text: 'ሰላም ነው። አበባ አየሁ። እሺ' })
  await agent.hears('chunk', 4)
  const sentences = () => agent.heard.flatMap(({ sentence }) => sentence ?? [])
  expect(sentences()).toEqual(['ሰላም ነው።', 'አበባ አየሁ።'])
  agent.send({ type: 'start', language: 'en' })
  agent.send({ type: 'append', text: 'ሰላም ነው። እሺ' })
  agent.send({ type: 'end' })
  await agent.closed
  expect(sentences().slice(2)).toEqual(['እሺ', 'ሰላም ነው። እሺ'])
})

test('a custom voice that is deleted while it speaks live says so, and the connection goes on with another', async () => {
  const id = await makeVoice('en')
  const agent = await openLiveClient(server.url, `?voice=${id}`)
  const word = Promise.withResolvers<void>()
  agent.send({ type: 'append', text: 'One. ' })
  await agent.hears('chunk')
  tone.hold = word.promise
  agent.send({ type: 'append', text: 'Two three four. Five. ' })
  const { status } = await fetch(`${server.url}/v1/voices/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${KEY}` },
  })
  expect(status).toBe(200)
  word.resolve()
  // Each sentence that waits for it is told.
  await agent.hears('error', 2)
  expect(agent.heard.find(({ type }) => type === 'error')).toMatchObject({
    code: 'voice/not-found',
    detail: expect.stringContaining('deleted'),
  })
  agent.send({ type: 'start', voice: id })
  await agent.hears('error', 3)
  agent.send({ type: 'start', voice: 'john' })
  agent.send({ type: 'append', text: 'Six.' })
  agent.send({ type: 'end' })
  await agent.closed
  expect(agent.heard.flatMap(({ sentence }) => sentence ?? [])).toEqual(['One.', 'Six.'])
  expect(tone.bugs).toEqual([])
})
