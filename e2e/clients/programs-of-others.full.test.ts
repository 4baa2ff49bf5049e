import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealHost } from '#server/real-host.test-support.ts'
import { HEARD, openHostThatTranscribes } from './host-that-transcribes.ts'
import { answerOf } from './run-program.ts'

/** Published packages, unchanged, on the real host; a program beside it stands in for a server of transcription. */
let host: RealHost
beforeAll(async () => {
  host = await openHostThatTranscribes()
})
afterAll(() => host.close())

test('the AI SDK speaks and transcribes', async () => {
  expect(await answerOf('ai-sdk.js', host.url)).toEqual({
    ...{ mediaType: 'audio/wav', start: 'RIFF', text: HEARD.text },
    bytes: expect.any(Number),
  })
})

test('the agents of LiveKit speak and listen', async () => {
  const { frames, seconds, rate, text } = await answerOf<Record<string, number>>(
    'livekit.js',
    host.url,
  )
  expect([rate, text]).toEqual([24_000, HEARD.text])
  expect(frames).toBeGreaterThan(1)
  expect(seconds).toBeGreaterThan(1)
})

test("LangChain's client speaks, and its loader of recordings reads a file and a blob", async () => {
  expect(await answerOf('langchain.js', host.url)).toEqual({
    ...{ start: 'RIFF', translated: HEARD.text, loaded: [HEARD.text], fromBlob: [HEARD.text] },
    models: expect.arrayContaining(['griot-1', 'tts-1']),
  })
})
