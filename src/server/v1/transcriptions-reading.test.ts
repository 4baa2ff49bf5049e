import { afterAll, expect, test } from 'vitest'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { openTinyTranscriber, wavOfClip } from '#server/transcriber.test-support.ts'
import {
  type FormParts,
  openTranscriptionServers,
  post,
  WAV,
} from './transcriptions.test-support.ts'

const { packTranscriber, models } = openTinyTranscriber()
const server = await openToneServer({ app: { packTranscriber } })
const service = await openTranscriptionServers()
afterAll(async () => {
  await server.close()
  await service.close()
  models.close()
})

async function read(expected: string, more: FormParts = []) {
  const answer = await post(server, [
    ['content', wavOfClip('yo')],
    ['expected_text', expected],
    ...more,
  ])
  return { status: answer.status, body: JSON.parse(answer.text) }
}

test('a recording is compared with its text: what is missing, too much and as it should be', async () => {
  const right = await read('Omi, ilé, ìwé.', [['language', 'yo']])
  expect(right.body.reading).toEqual({
    ...{ words: 3, heard: 'omi ilé ìwé'.normalize('NFC'), basis: 'sound', findings: [] },
  })
  const { body } = await read('Omi ọ̀rẹ́ ilé.', [['language', 'yo']])
  expect(body.text).toBe('omi ilé ìwé'.normalize('NFC'))
  expect(body.reading.findings).toMatchObject([
    { kind: 'missing', written: 'ọ̀rẹ́', from: 4, heard: '', sure: true },
    { kind: 'extra', written: '', heard: 'ìwé'.normalize('NFC'), sure: true },
  ])
})

test('the language of the text is that of the recording, and a text whose language cannot be told is refused', async () => {
  expect((await read('Àwọn ọmọ ti dé sí ilé ìwé.')).body.detected_language).toBe('yo')
  const { status, body } = await read('Lagos')
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain('The language of the text could not be detected')
})

test('a text without words, or with wrong markup, is refused in words', async () => {
  const empty = await read('…', [['language', 'yo']])
  expect([empty.status, JSON.stringify(empty.body)]).toEqual([
    422,
    expect.stringContaining('no words to compare'),
  ])
  const marked = await read('[pause soon]', [['language', 'yo']])
  expect([marked.status, JSON.stringify(marked.body)]).toEqual([
    422,
    expect.stringContaining('pause'),
  ])
})

test('a server that only writes words down is compared by words, and it is said', async () => {
  const answer = await post(service.hearing, [
    ['content', WAV],
    ['language', 'yo'],
    ['expected_text', 'Àwọn ọmọ mi ti dé.'],
  ])
  expect(JSON.parse(answer.text).reading).toMatchObject({
    basis: 'words',
    findings: [{ kind: 'missing', written: 'mi', sure: false }],
  })
})
