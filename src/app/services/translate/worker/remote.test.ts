import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { forkWorker } from '#speech/worker/fork.ts'
import type { WorkerLink } from '#speech/worker/link.ts'
import {
  createTranslatorProcess,
  type TranslatorProcess,
  type TranslatorProcessOptions,
} from './remote.ts'

const forever = new AbortController().signal
const EN_PCM = { source: 'en', target: 'pcm' } as const
const started: WorkerLink[] = []
let ended: string[] = []
const bugs: Error[] = []
let opened: TranslatorProcess | undefined

afterEach(() => {
  opened?.close()
  for (const list of [started, bugs]) list.length = 0
  // Processes of this test that end later tell it to the old list.
  ended = []
})

/** The real process, with the translator for tests or with the built-in one. */
function open(
  entry: 'dictionary.test-support' | 'index',
  options: Partial<TranslatorProcessOptions> = {},
): TranslatorProcess {
  const own = ended
  const start = (): WorkerLink => {
    const link = forkWorker(join(import.meta.dirname, `${entry}.ts`), ['/no/such folder'])
    link.onExit((reason) => own.push(reason))
    started.push(link)
    return link
  }
  opened = createTranslatorProcess({ start, onBug: (error) => bugs.push(error), ...options })
  return opened
}

test('the process starts with the first text, and tells its directions', async () => {
  const process = open('dictionary.test-support')
  expect(started).toHaveLength(0)
  const { directions, translate } = await process.open(forever)
  expect(directions).toContainEqual({ source: 'en', target: 'ha', quality: 'word help' })
  const sentences = ['Good morning.', 'The children eat.', 'You \uE000 come.']
  const answers = await Promise.all(sentences.map((one) => translate(one, EN_PCM, forever)))
  expect(answers.map(({ text }) => text)).toEqual([
    ...['Fine mornin.', 'Di pikin dem chop.', 'Yu \uE000 kom.'],
  ])
  expect(started).toHaveLength(1)
})

const MISSING = {
  code: 'translate/unavailable',
  message: expect.stringMatching(/^The built-in translator cannot be used\. .*install Griot again/),
}

test('models that are missing are told in words, and are looked for again only after a while', async () => {
  const process = open('index', { backOffMs: 200 })
  await expect(process.open(forever)).rejects.toMatchObject(MISSING)
  await expect(process.open(forever)).rejects.toMatchObject(MISSING)
  expect(started).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 250))
  await expect(process.open(forever)).rejects.toMatchObject(MISSING)
  expect(started).toHaveLength(2)
})

test('the end of a process without models, which comes later, changes nothing of what is told', async () => {
  const process = open('index', { backOffMs: 60_000 })
  await expect(process.open(forever)).rejects.toMatchObject(MISSING)
  await expect.poll(() => ended).toHaveLength(1)
  await expect(process.open(forever)).rejects.toMatchObject(MISSING)
  expect(started).toHaveLength(1)
})

test('a process that was killed is started again for the next sentence', async () => {
  const { translate } = await open('dictionary.test-support').open(forever)
  await translate('Good morning.', EN_PCM, forever)
  started[0]?.kill()
  expect((await translate('Good morning.', EN_PCM, forever)).text).toBe('Fine mornin.')
  expect(started).toHaveLength(2)
})

test('a sentence over which the process dies twice is given up in words', async () => {
  const { translate } = await open('dictionary.test-support').open(forever)
  await expect(translate('Crash now.', EN_PCM, forever)).rejects.toMatchObject({
    code: 'translate/failed',
    message: expect.stringContaining('The built-in translator has stopped (exit code 9)'),
  })
  expect(started).toHaveLength(2)
  expect((await translate('Good morning.', EN_PCM, forever)).text).toBe('Fine mornin.')
})

test('a bug in the translator is reported, and the next sentence is translated', async () => {
  const { translate } = await open('dictionary.test-support').open(forever)
  await expect(translate('Break it.', EN_PCM, forever)).rejects.toMatchObject({
    code: 'translate/failed',
  })
  expect(bugs).toHaveLength(1)
  expect((await translate('Good morning.', EN_PCM, forever)).text).toBe('Fine mornin.')
  expect(started).toHaveLength(1)
})

test('whoever stops says why, and the process goes on with the next sentence', async () => {
  const { translate } = await open('dictionary.test-support').open(forever)
  const stop = new AbortController()
  const slow = translate('Slowly.', EN_PCM, stop.signal)
  stop.abort(new Error('enough'))
  await expect(slow).rejects.toThrow('enough')
  expect((await translate('Good morning.', EN_PCM, forever)).text).toBe('Fine mornin.')
  expect(started).toHaveLength(1)
})

test('a process that is silent for too long over a sentence is ended', async () => {
  const { translate } = await open('dictionary.test-support', { sentenceMs: 300 }).open(forever)
  await expect(translate('Slowly.', EN_PCM, forever)).rejects.toThrow(
    'has stopped (signal SIGKILL)',
  )
})

test('without work the process ends, and starts again when it is needed', async () => {
  const { translate } = await open('dictionary.test-support', { idleMs: 50 }).open(forever)
  await translate('Good morning.', EN_PCM, forever)
  await expect.poll(() => ended.length).toBe(1)
  expect((await translate('Good morning.', EN_PCM, forever)).text).toBe('Fine mornin.')
  expect(started).toHaveLength(2)
})

test('a system that refuses a new process is told in words', async () => {
  const process = open('index', {
    start: () => {
      throw new Error('spawn EAGAIN')
    },
  })
  await expect(process.open(forever)).rejects.toMatchObject({
    code: 'translate/failed',
    message: expect.stringContaining('spawn EAGAIN'),
  })
})

test('after closing nothing is translated any more', async () => {
  const process = open('dictionary.test-support')
  const { translate } = await process.open(forever)
  process.close()
  await expect(translate('Good morning.', EN_PCM, forever)).rejects.toThrow('Griot is closing')
  await expect.poll(() => ended.length).toBe(1)
})
