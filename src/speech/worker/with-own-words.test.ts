import { expect, test } from 'vitest'
import { methods } from '#shared/api.ts'
import type { Pronunciation } from '#shared/pronunciation.ts'
import type { Speaker, SpeakOrder } from '#speech/speaker.ts'
import { withOwnWords } from './with-own-words.ts'

const ours: Pronunciation = {
  id: 1,
  word: 'Zik',
  saidAs: { kind: 'text', text: 'Azikiwe' },
  scope: { kind: 'global' },
  caseSensitive: false,
}
const theirs: Pronunciation = { ...ours, saidAs: { kind: 'text', text: 'something rude' } }

test('a request is spoken with the entries of the dictionary, with the marks that were accepted, and no others', async () => {
  const received: SpeakOrder[] = []
  const speaker: Speaker = {
    async *speak(order) {
      received.push(order)
      yield* []
    },
  }
  const asked: unknown[] = []
  const accepted = [{ word: 'oko', form: 'ọkọ̀' }]
  const decorated = withOwnWords(speaker, async (text, projectId) => {
    asked.push([text, projectId])
    return { pronunciations: [ours], accepted }
  })
  const order = {
    ...{ text: 'Zik', voice: 'john', speed: 1, projectId: 'p', pronunciations: [theirs] },
    accepted: [{ word: 'oko', form: 'something rude' }],
  }
  await Array.fromAsync(decorated.speak(order, new AbortController().signal))
  expect(asked).toEqual([['Zik', 'p']])
  expect(received).toEqual([{ ...order, pronunciations: [ours], accepted }])
})

test('entries that a window sends with a text do not get through the contract', () => {
  const jobId = '7d9f6c1e-8f3a-4d2b-9c5e-1a2b3c4d5e6f'
  const input = { jobId, text: 'Zik', voice: 'john', pronunciations: [theirs] }
  expect(methods['speech.start'].input.parse(input)).toEqual({
    jobId,
    text: 'Zik',
    voice: 'john',
    speed: 1,
  })
})
