import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { SpokenChunk } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import type { MarkRestorer, Speaker, WordLanguages, WordReader } from '#speech/speaker.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { serveSpeaker } from './serve.ts'

const chunk = (done: number, total: number): SpokenChunk => ({
  samples: new Float32Array(100),
  timings: { words: [], phones: [], syllables: [] },
  done,
  total,
})

/** Speaks as many chunks as the text says; "break" fails with words, "bug" without. */
const counting: Speaker & MarkRestorer & WordReader & WordLanguages = {
  async *speak({ text }, signal) {
    if (text === 'break') throw new AppError('text/empty', 'There is nothing to say.')
    if (text === 'bug') throw new TypeError('x is not a function')
    const total = Number(text)
    for (let done = 1; done <= total; done++) {
      signal.throwIfAborted()
      yield chunk(done, total)
    }
  },
  restoreMarks: async ({ text }) => ({ text: text.replaceAll('o', 'ọ'), words: [] }),
  normalise: async ({ text }) => text.replaceAll('2', 'two'),
  detectWords: async ({ text }) => [
    { text, start: 0, end: text.length, language: 'en', confidence: 1 },
  ],
  readWords: async ({ text, language }) => [
    { text, language, syllables: [], ipa: '', variants: [], isGivenInPhones: false },
  ],
}

function open(speaker: typeof counting) {
  const heard: FromWorker[] = []
  let listener: (message: ToWorker) => void = () => undefined
  serveSpeaker(
    { send: (message) => heard.push(message), onMessage: (l) => (listener = l) },
    speaker,
  )
  const send = (message: ToWorker): void => listener(message)
  const speak = (job: number, text: string): void =>
    send({ kind: 'speak', job, request: { text, voice: 'john', speed: 1 }, resume: undefined })
  return { heard, send, speak }
}

async function settle(): Promise<void> {
  for (let i = 0; i < 200; i++) await nextTurn()
}

test('a job that nobody reads stops at its credit and goes on when it is pulled', async () => {
  const { heard, send, speak } = open(counting)
  speak(1, '5')
  await settle()
  expect(heard.map(({ kind }) => kind)).toEqual(['chunk', 'chunk'])
  for (let i = 0; i < 4; i++) send({ kind: 'pull', job: 1 })
  await settle()
  expect(heard.map(({ kind }) => kind)).toEqual([
    'chunk',
    'chunk',
    'chunk',
    'chunk',
    'chunk',
    'done',
  ])
})

test('fifty jobs at once are all heard before any is served twice more than another', async () => {
  const { heard, send, speak } = open(counting)
  for (let job = 0; job < 50; job++) {
    speak(job, '3')
    for (let i = 0; i < 2; i++) send({ kind: 'pull', job })
  }
  await settle()
  await settle()
  const first = heard.slice(0, 50)
  expect(new Set(first.map((message) => ('job' in message ? message.job : -1))).size).toBe(50)
  expect(heard.filter(({ kind }) => kind === 'done')).toHaveLength(50)
})

test('the end of a text is told with its last piece, however many others are waiting', async () => {
  const { heard, speak } = open(counting)
  for (let job = 1; job <= 50; job++) speak(job, job === 25 ? '1' : '100')
  await settle()
  const last = heard.findIndex((message) => message.kind === 'chunk' && message.job === 25)
  expect(heard[last + 1]).toEqual({ kind: 'done', job: 25 })
})

test('a new text is heard before a long one goes on', async () => {
  const { heard, send, speak } = open(counting)
  speak(1, '100')
  for (let i = 0; i < 98; i++) send({ kind: 'pull', job: 1 })
  await nextTurn()
  await nextTurn()
  const before = heard.length
  speak(2, '1')
  await settle()
  const place = heard
    .slice(before)
    .findIndex((message) => message.kind === 'chunk' && message.job === 2)
  expect(place).toBeGreaterThanOrEqual(0)
  expect(place).toBeLessThanOrEqual(1)
})

test('a new text is heard before a long one is laid out to its end', async () => {
  const layingOut: typeof counting = {
    ...counting,
    async *speak(order, signal) {
      if (!order.lengthFirst) return yield* counting.speak(order, signal)
      for (let n = 0; n < 40; n++) yield { ...chunk(0, 40), samples: new Float32Array() }
    },
  }
  const { heard, send, speak } = open(layingOut)
  const request = { text: '40', voice: 'john', speed: 1, lengthFirst: true }
  send({ kind: 'speak', job: 1, request, resume: undefined })
  for (let i = 0; i < 40; i++) send({ kind: 'pull', job: 1 })
  for (let i = 0; i < 5; i++) await nextTurn()
  const before = heard.length
  speak(2, '1')
  await settle()
  expect(heard.slice(before, before + 3)).toContainEqual(expect.objectContaining({ job: 2 }))
  expect(heard.length - before).toBeGreaterThan(20)
})

test('texts that nobody has heard yet are begun in the order in which they came', async () => {
  const { heard, send, speak } = open(counting)
  for (let job = 1; job <= 5; job++) speak(job, '100')
  for (let i = 0; i < 98; i++) send({ kind: 'pull', job: 1 })
  // Newcomers do not pass by those who wait, however steadily they come.
  for (let job = 6; job <= 30; job++) {
    await nextTurn()
    speak(job, '2')
  }
  await settle()
  const firsts = new Map<number, number>()
  for (const [place, message] of heard.entries())
    if (message.kind === 'chunk' && !firsts.has(message.job)) firsts.set(message.job, place)
  expect([...firsts.keys()]).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
})

test('a cancelled job sends nothing more', async () => {
  const { heard, send, speak } = open(counting)
  speak(1, '5')
  await settle()
  send({ kind: 'cancel', job: 1 })
  send({ kind: 'pull', job: 1 })
  await settle()
  expect(heard).toHaveLength(2)
})

test.each([
  ['that waits to be pulled', 200],
  ['in the middle of its work', 1],
])('a cancelled job %s lets go of what it works with', async (_, turns) => {
  let isOpen = true
  const { send, speak } = open({
    ...counting,
    async *speak(request, signal) {
      try {
        yield* counting.speak(request, signal)
      } finally {
        isOpen = false
      }
    },
  })
  speak(1, '9')
  for (let turn = 0; turn < turns; turn++) await nextTurn()
  expect(isOpen).toBe(true)
  send({ kind: 'cancel', job: 1 })
  await expect.poll(() => isOpen).toBe(false)
})

test('a failure in words keeps its code, a bug is told with its stack, and the next job is served', async () => {
  const { heard, speak } = open(counting)
  speak(1, 'break')
  speak(2, 'bug')
  speak(3, '1')
  await settle()
  expect(heard).toContainEqual({
    kind: 'failed',
    job: 1,
    code: 'text/empty',
    message: 'There is nothing to say.',
  })
  expect(heard.find((message) => message.kind === 'failed' && message.job === 2)).toMatchObject({
    code: 'bug',
  })
  expect(heard).toContainEqual({ kind: 'done', job: 3 })
})

test('a text to be marked does not wait for a long one to be spoken', async () => {
  const { heard, send, speak } = open(counting)
  speak(1, '100')
  for (let i = 0; i < 98; i++) send({ kind: 'pull', job: 1 })
  await nextTurn()
  const before = heard.length
  send({ kind: 'restore', job: 2, order: { text: 'omo', language: 'yo' } })
  await settle()
  const after = heard.slice(before)
  const place = after.findIndex(({ kind }) => kind === 'restored')
  expect(after[place]).toEqual({ kind: 'restored', job: 2, marked: { text: 'ọmọ', words: [] } })
  expect(place).toBeLessThanOrEqual(1)
  expect(after).toContainEqual({ kind: 'done', job: 2 })
  expect(heard.filter(({ kind }) => kind === 'chunk')).toHaveLength(100)
})
