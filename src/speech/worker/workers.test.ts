import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { SpokenChunk } from '#shared/audio.ts'
import { defaultEngine } from '#speech/engines/registry.ts'
import {
  PLANNED,
  registerToneEngines,
} from '#speech/engines/tone-for-tests/engines.test-support.ts'
import { forkWorker } from './fork.ts'
import type { WorkerLink } from './link.ts'
import { createSpeechWorkers } from './workers.ts'

const root = join(import.meta.dirname, '../../..')
const entry = join(root, 'src/speech/engines/tone-for-tests/worker.test-support.ts')
const forever = new AbortController().signal
const started: { readonly engine: string; readonly link: WorkerLink }[] = []
const removeEngines = registerToneEngines()
const workers = createSpeechWorkers({
  start: (engine) => {
    const link = forkWorker(entry, [join(root, 'resources'), engine])
    started.push({ engine, link })
    return link
  },
  backOffMs: [0, 0, 0, 0],
  onBug: (error) => expect.unreachable(String(error)),
})
afterAll(() => {
  workers.close()
  removeEngines()
})

const TEXT = 'The rain has stopped. We can go out now. Bring your bicycle.'
const [tone] = PLANNED.voices()
const speak = (voice: string): AsyncGenerator<SpokenChunk> =>
  workers.speak({ text: TEXT, voice, speed: 1 }, forever)
const linesOf = (engine: string): readonly WorkerLink[] =>
  started.filter((one) => one.engine === engine).map(({ link }) => link)

test('every engine speaks in a process of its own, which starts when a voice of it is first asked for', async () => {
  await workers.ready(forever)
  expect(started.map(({ engine }) => engine)).toEqual([defaultEngine().id])
  const [plain, tones] = await Promise.all([
    Array.fromAsync(speak('john')),
    Array.fromAsync(speak(tone?.id ?? '')),
  ])
  expect(started.map(({ engine }) => engine)).toEqual([defaultEngine().id, 'flite', PLANNED.id])
  for (const chunks of [plain, tones]) expect(chunks.at(-1)).toMatchObject({ done: 3, total: 3 })
  expect(workers.state).toBe('ready')
})

test('an engine whose process dies in the middle of a text goes on in a new one, and no other engine is disturbed', async () => {
  const whole = await Array.fromAsync(speak(tone?.id ?? ''))
  const chunks: SpokenChunk[] = []
  const beside = speak('john')
  await beside.next()
  for await (const chunk of speak(tone?.id ?? '')) {
    chunks.push(chunk)
    if (chunks.length === 1) linesOf(PLANNED.id).at(-1)?.kill()
  }
  const samplesOf = (all: readonly SpokenChunk[]): number[] =>
    all.flatMap(({ samples }) => [...samples])
  expect(samplesOf(chunks)).toEqual(samplesOf(whole))
  const rest = await Array.fromAsync(beside)
  expect(rest.at(-1)).toMatchObject({ done: 3, total: 3 })
  expect(linesOf(PLANNED.id)).toHaveLength(2)
  expect(linesOf('flite')).toHaveLength(1)
  expect(workers.state).toBe('ready')
})
