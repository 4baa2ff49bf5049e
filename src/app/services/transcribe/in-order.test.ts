import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { type TranscriptionProvider, transcribeInOrder } from './in-order.ts'

const recording = { path: '/nowhere', kind: 'wav' } as const
const request = { language: 'yo', specialWords: [], timestamp: 'none' } as const
const never = new AbortController().signal

function provider(
  name: string,
  answer: () => string,
  supports = true,
): TranscriptionProvider & { asked: number } {
  const made = {
    ...{ name, asked: 0 },
    supports: async () => supports,
    transcribe: async () => {
      made.asked++
      return { text: answer(), segments: undefined, language: undefined }
    },
  }
  return made
}
const failing =
  (code: 'model/failed' | 'transcribe/failed' | 'transcribe/source') => (): string => {
    throw new AppError(code, `It is ${code}.`)
  }

test('the next transcriber takes over from one that fails, and that is said', async () => {
  const said: string[] = []
  const [first, second] = [
    provider('the pack', failing('model/failed')),
    provider('the server', () => 'ẹ káàbọ̀'),
  ]
  const transcriber = transcribeInOrder([first, second], (words) => said.push(words))
  expect((await transcriber.transcribe(recording, request, never)).text).toBe('ẹ káàbọ̀')
  expect(said).toEqual(['Transcription by the pack failed. It is model/failed.'])
})

test('what is wrong with the recording itself is not tried elsewhere', async () => {
  const second = provider('the server', () => 'x')
  const transcriber = transcribeInOrder(
    [provider('the pack', failing('transcribe/source')), second],
    () => undefined,
  )
  await expect(transcriber.transcribe(recording, request, never)).rejects.toThrow(
    'transcribe/source',
  )
  expect(second.asked).toBe(0)
})

test('with nobody who knows the language, the answer says what helps', async () => {
  const transcriber = transcribeInOrder([provider('the pack', () => 'x', false)], () => undefined)
  await expect(transcriber.transcribe(recording, request, never)).rejects.toMatchObject({
    code: 'transcribe/unavailable',
    message: expect.stringMatching(/in Yoruba\. Set GRIOT_TRANSCRIBE_URL/),
  })
})

test('where one alone fails, its failure is told, and where several do, that of each', async () => {
  const transcribe = (...providers: readonly TranscriptionProvider[]) =>
    transcribeInOrder(providers, () => undefined).transcribe(recording, request, never)
  const [pack, server] = [
    provider('the pack', failing('model/failed')),
    provider('the server', failing('transcribe/failed')),
  ]
  await expect(transcribe(pack)).rejects.toMatchObject({
    ...{ code: 'model/failed', message: 'It is model/failed.' },
  })
  const both = {
    code: 'model/failed',
    message:
      'Transcription by the pack failed. It is model/failed. Transcription by the server failed. It is transcribe/failed.',
  }
  await expect(transcribe(pack, server)).rejects.toMatchObject(both)
  // Several behind one name have said already who they are.
  const several = {
    ...provider('the packs', () => ''),
    transcribe: () => transcribe(pack, server),
  }
  await expect(transcribe(several, server)).rejects.toMatchObject({
    ...both,
    message: `${both.message} Transcription by the server failed. It is transcribe/failed.`,
  })
})
