import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealHost } from '#server/real-host.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { HEARD, openHostThatTranscribes } from './host-that-transcribes.ts'
import { withPageOfOthers } from './page-of-others.ts'
import { PROGRAMS } from './run-program.ts'

/** Published packages, bundled for a page of another origin, on the real host; a program beside it stands in for a server of transcription. */
let host: RealHost
beforeAll(async () => {
  host = await openHostThatTranscribes()
})
afterAll(() => host.close())

/** Runs a program of the folder `programs/in-page` in Chromium, with a key or a guest token, and gives what it answers. */
async function answerInPage(file: string, key: string): Promise<unknown> {
  const bytes = await bundled(file)
  const text = 'Good morning from Lagos. The market opens at seven, and the buses leave at eight.'
  let answer: unknown
  await withPageOfOthers(
    host,
    async (path) =>
      path === '/program.js'
        ? { type: 'text/javascript', bytes }
        : { type: 'text/html', bytes: '<!doctype html><title>A page</title>' },
    async ({ page, origin, url }) => {
      await page.goto(origin)
      const given = JSON.stringify({ url, key, text })
      answer = await page.evaluate(`import('/program.js').then(({ run }) => run(${given}))`)
    },
  )
  return answer
}

async function bundled(file: string): Promise<string> {
  const made = await build({
    ...{ root: PROGRAMS, configFile: false, logLevel: 'error' },
    build: {
      ...{ write: false, minify: false, target: 'es2024' },
      lib: { entry: join(PROGRAMS, 'in-page', file), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [{ output }] = [made].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  return output[0].code
}

test('the client of OpenAI speaks, listens, lists and reads errors in a page, with a guest token', async () => {
  const { token } = await host.app.access.guests.create('owner', 900)
  const answer = await answerInPage('openai.js', token)
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

test('the client of Spitch speaks, listens, marks and reads errors in a page', async () => {
  const answer = await answerInPage('spitch.js', KEY)
  expect(answer).toEqual({
    ...{ parts: expect.any(Number), start: 'RIFF', heard: HEARD.text, marked: 'Báwo ni?' },
    voices: expect.arrayContaining(['lina', 'sade']),
    unknownVoice: { status: 400, message: expect.stringContaining('no voice called') },
    stranger: { status: 401, message: expect.any(String) },
  })
  expect((answer as { parts: number }).parts).toBeGreaterThan(1)
})

test('the AI SDK speaks, transcribes and reads errors in a page', async () => {
  expect(await answerInPage('ai-sdk.js', KEY)).toEqual({
    ...{ mediaType: 'audio/wav', heard: HEARD.text },
    refused: { statusCode: 400, message: expect.stringContaining('no voice called "darth"') },
  })
})

test('the client that LangChain hands out speaks, transcribes and lists in a page', async () => {
  expect(await answerInPage('langchain.js', KEY)).toEqual({
    heard: HEARD.text,
    models: expect.arrayContaining(['griot-1', 'tts-1']),
  })
})
