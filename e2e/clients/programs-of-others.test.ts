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

test('the newest client of OpenAI lists, speaks, transcribes and translates', async () => {
  expect(await answerOf('openai.js', host.url)).toEqual({
    ...{ start: 'RIFF', text: HEARD.text, translated: HEARD.text },
    models: expect.arrayContaining(['griot-1', 'tts-1']),
  })
})

test('the newest client of Spitch speaks, transcribes and marks', async () => {
  expect(await answerOf('spitch.js', host.url)).toEqual({
    ...{ start: 'RIFF', text: HEARD.text, marked: expect.stringContaining('Báwo ni') },
  })
})
