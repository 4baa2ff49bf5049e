import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createDictionaryBuiltIn } from '#app/services/translate/dictionary-built-in.test-support.ts'
import { openToneApp } from '#server/tone-app.test-support.ts'
import { type Data, type Event, events, type Input, methods } from '#shared/api.ts'

const tone = openToneApp({ builtIn: createDictionaryBuiltIn() })
afterAll(tone.close)

/** A window, and what it is told: each event as its contract reads it. */
function openWindow() {
  const told: { event: Event; data: unknown }[] = []
  const { handlers } = tone.app.connect((event, data) =>
    told.push({ event, data: events[event].parse(data) }),
  )
  const start = async (order: Omit<Input<'translate.start'>, 'jobId'>) => {
    const jobId = randomUUID()
    const asked = methods['translate.start'].input.parse({ jobId, ...order })
    await handlers['translate.start'](asked)
    return jobId
  }
  const ofKind = <E extends Event>(kind: E): Data<E>[] =>
    told.filter(({ event }) => event === kind).map(({ data }) => data as Data<E>)
  return { handlers, start, ofKind }
}

test('a window gets its translation part by part, and at the end who has made it', async () => {
  const { start, ofKind } = openWindow()
  const text = 'Good morning. The children eat.\n\nYou have come.'
  const jobId = await start({ text, source: 'en', target: 'pcm', formality: 'formal' })
  await expect.poll(() => ofKind('translate.done')).toHaveLength(1)
  const parts = ofKind('translate.part')
  expect(parts.map((part) => part.text).join('')).toBe(
    'Fine mornin. Di pikin dem chop.\n\nYu don kom.',
  )
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.at(-1)).toMatchObject({ jobId, done: text.length, total: text.length })
  expect(ofKind('translate.done')).toEqual([
    {
      ...{ jobId, providers: ['built-in'], qualities: ['draft'], isStyleUsed: false },
      ...{ notices: [], offers: [], doubts: [] },
      licences: [{ provider: 'built-in', id: 'CC-BY-NC-4.0', commercialUse: false }],
    },
  ])
})

test('what a window remembers is used at once, listed and forgotten', async () => {
  const { handlers, start, ofKind } = openWindow()
  const draft = { sourceLanguage: 'en', targetLanguage: 'pcm' } as const
  const entry = await handlers['translations.remember']({
    ...{ ...draft, source: 'Good morning.', target: 'How una dey?' },
  })
  await start({ text: 'Good morning.', source: 'en', target: 'pcm' })
  await expect.poll(() => ofKind('translate.done')).toHaveLength(1)
  expect(ofKind('translate.done')[0]).toMatchObject({ providers: ['memory'] })
  const page = methods['translations.list'].input.parse({})
  expect(await handlers['translations.list'](page)).toEqual([entry])
  expect(await handlers['translations.forget']({ id: entry.id })).toEqual(entry)
  expect(await handlers['translations.list'](page)).toEqual([])
  await expect(handlers['translations.forget']({ id: entry.id })).rejects.toMatchObject({
    code: 'translate/not-found',
  })
})

test('a translation that is cancelled, and one that cannot be made, end in words', async () => {
  const { handlers, start, ofKind } = openWindow()
  const jobId = await start({ text: 'Slowly, please.', source: 'en', target: 'pcm' })
  await handlers['job.cancel']({ jobId })
  await expect.poll(() => ofKind('job.failed')).toHaveLength(1)
  await start({ text: 'Good morning.', source: 'en', target: 'am' })
  await expect.poll(() => ofKind('job.failed')).toHaveLength(2)
  expect(ofKind('job.failed')).toMatchObject([
    { jobId, code: 'speech/cancelled' },
    { code: 'language/unsupported', message: expect.stringContaining('English to Amharic') },
  ])
  expect(tone.bugs).toEqual([])
})
