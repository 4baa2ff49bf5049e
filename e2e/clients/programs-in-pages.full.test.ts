import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealHost } from '#server/real-host.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { answerInPage } from './answer-in-page.ts'
import { HEARD, openHostThatTranscribes } from './host-that-transcribes.ts'

/** Published packages, bundled for a page of another origin, on the real host; a program beside it stands in for a server of transcription. */
let host: RealHost
beforeAll(async () => {
  host = await openHostThatTranscribes()
})
afterAll(() => host.close())

test('the client of Spitch speaks, listens, marks and reads errors in a page', async () => {
  const answer = await answerInPage(host, 'spitch.js', KEY)
  expect(answer).toEqual({
    ...{ parts: expect.any(Number), start: 'RIFF', heard: HEARD.text, marked: 'Báwo ni?' },
    voices: expect.arrayContaining(['lina', 'sade']),
    unknownVoice: { status: 400, message: expect.stringContaining('no voice called') },
    stranger: { status: 401, message: expect.any(String) },
  })
  expect((answer as { parts: number }).parts).toBeGreaterThan(1)
})

test('the AI SDK speaks, transcribes and reads errors in a page', async () => {
  expect(await answerInPage(host, 'ai-sdk.js', KEY)).toEqual({
    ...{ mediaType: 'audio/wav', heard: HEARD.text },
    refused: { statusCode: 400, message: expect.stringContaining('no voice called "darth"') },
  })
})

test('the client that LangChain hands out speaks, transcribes and lists in a page', async () => {
  expect(await answerInPage(host, 'langchain.js', KEY)).toEqual({
    heard: HEARD.text,
    models: expect.arrayContaining(['griot-1', 'tts-1']),
  })
})
