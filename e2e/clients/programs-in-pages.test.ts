import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealHost } from '#server/real-host.test-support.ts'
import { answerInPage } from './answer-in-page.ts'
import { HEARD, openHostThatTranscribes } from './host-that-transcribes.ts'

/** Published packages, bundled for a page of another origin, on the real host; a program beside it stands in for a server of transcription. */
let host: RealHost
beforeAll(async () => {
  host = await openHostThatTranscribes()
})
afterAll(() => host.close())

test('the client of OpenAI speaks, listens, lists and reads errors in a page, with a guest token', async () => {
  const { token } = await host.app.access.guests.create('owner', 900)
  const answer = await answerInPage(host, 'openai.js', token)
  expect(answer).toEqual({
    ...{ parts: expect.any(Number), start: 'RIFF', heard: HEARD.text, instructions: 'slow' },
    events: ['"type":"speech.audio.delta"', '"type":"speech.audio.done"'],
    models: expect.arrayContaining(['griot-1', 'tts-1']),
    voices: expect.arrayContaining(['lina', 'sade']),
    unknownModel: failure('NotFoundError', 404, 'model_not_found'),
    unknownVoice: failure('BadRequestError', 400, 'invalid_value'),
    stranger: failure('AuthenticationError', 401, 'invalid_api_key'),
  })
  expect((answer as { parts: number }).parts).toBeGreaterThan(1)
})

function failure(kind: string, status: number, code: string): object {
  return { kind, status, code, hasId: true }
}
