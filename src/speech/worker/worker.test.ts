import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWNER, type Requester } from '#shared/access.ts'
import { SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import { RECORDING_CHECKS } from '#shared/clips.ts'
import { AppError } from '#shared/errors.ts'
import type { Cloner } from '#speech/engines/cloner.ts'
import { StoredTraits } from '#speech/engines/flite/clone/traits.ts'
import type { Inspector } from '#speech/recordings/inspector.ts'
import type { MarkRestorer, Speaker, WordLanguages, WordReader } from '#speech/speaker.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import { forkWorker } from './fork.ts'
import type { WorkerLink } from './link.ts'
import type { FromWorker } from './messages.ts'
import { createRemoteSpeaker } from './remote.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'

/** The real process, whose life the tests hold in hand. */
const started: WorkerLink[] = []
const bugs: Error[] = []
let supervisor: Supervisor
let speaker: Speaker & MarkRestorer & WordReader & WordLanguages & Cloner & Inspector
const forever = new AbortController().signal
const request = (text: string) => ({ text, voice: 'john', speed: 1 })
const killLast = (): void => started.at(-1)?.kill()
/** How many processes are still to die of the first sound that each of them makes. */
let doomed = 0
function diesOfSound(link: WorkerLink): void {
  let isDying = false
  link.onMessage((message) => {
    // What our own process says.
    if (isDying || doomed === 0 || (message as FromWorker).kind !== 'chunk') return
    isDying = true
    doomed--
    link.kill()
  })
}

beforeAll(async () => {
  const root = join(import.meta.dirname, '../../..')
  supervisor = createSupervisor({
    start: () => {
      const link = forkWorker(join(root, 'src/speech/worker/index.ts'), [
        join(root, 'resources'),
        'flite',
      ])
      started.push(link)
      diesOfSound(link)
      return link
    },
    backOffMs: [0, 0, 0, 0, 0],
  })
  speaker = createRemoteSpeaker(supervisor, { onBug: (error) => bugs.push(error) })
  await supervisor.ready(forever)
})
afterAll(() => supervisor.close())

const THREE = 'The rain has stopped. We can go out now. Bring your bicycle.'

test('the process speaks sentence by sentence, with times that go on across sentences', async () => {
  const chunks = await Array.fromAsync(speaker.speak(request(THREE), forever))
  expect(chunks.at(-1)).toMatchObject({ done: 3, total: 3 })
  const words = chunks.flatMap(({ timings }) => timings.words)
  expect(words.map(({ text }) => text).join(' ')).toBe(
    'the rain has stopped we can go out now bring your bicycle',
  )
  for (const [i, word] of words.entries())
    expect(word.start).toBeGreaterThanOrEqual(words[i - 1]?.end ?? 0)
  const seconds = chunks.reduce((sum, { samples }) => sum + samples.length, 0) / SAMPLE_RATE
  expect(words.at(-1)?.end).toBeLessThan(seconds)
})

test('a process killed half-way is replaced and the text goes on where it was, sample for sample', async () => {
  const whole = await Array.fromAsync(speaker.speak(request(THREE), forever))
  const pieces: SpokenChunk[] = []
  for await (const chunk of speaker.speak(request(THREE), forever)) {
    pieces.push(chunk)
    if (pieces.length === 1) killLast()
  }
  expect(pieces).toEqual(whole)
})

fullTest(
  'a text whose length is asked for first survives a killed process at every point',
  async () => {
    const order = { ...request(THREE), lengthFirst: true }
    const whole = await Array.fromAsync(speaker.speak(order, forever))
    const heard = (chunks: readonly SpokenChunk[]) =>
      chunks.filter(({ samples }) => samples.length > 0)
    for (const at of [1, 3, 5]) {
      const pieces: SpokenChunk[] = []
      for await (const chunk of speaker.speak(order, forever)) {
        pieces.push(chunk)
        if (pieces.length === at) killLast()
      }
      expect(heard(pieces)).toEqual(heard(whole))
    }
  },
)

fullTest(
  'a text during which the process dies twice fails in words, and the next one works',
  async () => {
    const long = Array.from({ length: 40 }, (_, i) => `This is sentence number ${i}.`).join(' ')
    doomed = 2
    const speaking = Array.fromAsync(speaker.speak(request(long), forever))
    await expect(speaking).rejects.toMatchObject({
      code: 'speech/failed',
      message: expect.stringContaining('twice'),
    })
    const next = await Array.fromAsync(speaker.speak(request('Good morning.'), forever))
    expect(next.at(-1)).toMatchObject({ done: 1, total: 1 })
  },
)

test('an unknown voice and an empty text are said in words', async () => {
  const nobody = speaker.speak({ text: 'Hello.', voice: 'nobody', speed: 1 }, forever)
  await expect(nobody.next()).rejects.toThrow(AppError)
  await expect(speaker.speak(request('  \n '), forever).next()).rejects.toMatchObject({
    code: 'text/empty',
  })
  await expect(speaker.speak(request('🙂🙂'), forever).next()).rejects.toMatchObject({
    code: 'text/unspeakable',
  })
  await expect(
    speaker.speak({ ...request('Bonjour.'), language: 'fr' }, forever).next(),
  ).rejects.toMatchObject({
    code: 'language/unsupported',
    message: expect.stringContaining('en (English)'),
  })
})

test('a cancelled text ends at once and the process goes on', async () => {
  const stop = new AbortController()
  const heard: SpokenChunk[] = []
  const speaking = (async () => {
    for await (const chunk of speaker.speak(request(THREE), stop.signal)) {
      heard.push(chunk)
      stop.abort()
    }
  })()
  await expect(speaking).rejects.toThrow('aborted')
  expect(heard).toHaveLength(1)
  const after = await Array.fromAsync(speaker.speak(request('Hello.'), forever))
  expect(after.at(-1)).toMatchObject({ done: 1, total: 1 })
})

test('twenty texts at once come back whole and unmixed', async () => {
  const texts = Array.from({ length: 20 }, (_, i) => `Ticket ${i} please. Thank you.`)
  const alone = await Array.fromAsync(speaker.speak(request(texts[7] ?? ''), forever))
  const all = await Promise.all(
    texts.map((text) => Array.fromAsync(speaker.speak(request(text), forever))),
  )
  expect(all.every((chunks) => chunks.at(-1)?.done === 2)).toBe(true)
  expect(all[7]).toEqual(alone)
  expect(bugs).toEqual([])
})

test('bare Yoruba comes back with its marks while other texts are spoken', async () => {
  const speaking = Array.fromAsync(speaker.speak(request(THREE), forever))
  const { text, words } = await speaker.restoreMarks(
    { text: 'Ojo n ro ni Eko.', language: 'yo' },
    forever,
  )
  expect(text).toBe('Òjò ń rọ̀ ní Èkó.')
  expect(words.map(({ original, restored }) => [original, restored])).toContainEqual(['ro', 'rọ̀'])
  expect((await speaking).at(-1)).toMatchObject({ done: 3, total: 3 })
})

/** What guests ask for, which is worked on for a while before there is a result, and the same of the owner with two words. */
const KINDS_OF_WORK: Record<string, (text: string, requester?: Requester) => Promise<unknown>> = {
  'spoken for the first time': async (text, requester) => {
    const order = { ...request(text), voice: 'john', language: 'en', requester } as const
    for await (const _ of speaker.speak(order, forever)) return
  },
  marked: (text, requester) => speaker.restoreMarks({ text, language: 'yo', requester }, forever),
  'told the languages of its words': (text, requester) =>
    speaker.detectWords({ text, main: 'en', requester }, forever),
}

test.each(Object.entries(KINDS_OF_WORK))(
  'two words of the owner are %s before long texts of guests that came first',
  async (_, work) => {
    const long = 'Awon omo de si ile iwe. The rain has stopped, and we can go out now. '.repeat(25)
    const done: string[] = []
    const guests = [1, 2, 3].map((n) =>
      work(long, { account: OWNER, token: `guest ${n}`, isGuest: true }).then(() =>
        done.push('guest'),
      ),
    )
    await work('two words').then(() => done.push('owner'))
    await Promise.all(guests)
    expect(done).toEqual(['owner', 'guest', 'guest', 'guest'])
  },
)

test('a text is put into words while other texts are spoken', async () => {
  const speaking = Array.fromAsync(speaker.speak(request(THREE), forever))
  const order = { text: 'It costs ₦5,000.', language: 'en' } as const
  expect(await speaker.normalise(order, forever)).toBe('It costs five thousand naira.')
  expect((await speaking).at(-1)).toMatchObject({ done: 3, total: 3 })
})

test('a text is marked although the process is killed before it answers', async () => {
  const marking = speaker.restoreMarks({ text: 'Awon omo ti de.', language: 'yo' }, forever)
  killLast()
  expect((await marking).text).toBe('Àwọn ọmọ ti dé.')
})

test('a hundred thousand letters without a space are marked, and a text that is no longer wanted is not', async () => {
  const letters = 'gbogbo'.repeat(16_667)
  const marked = await speaker.restoreMarks({ text: letters, language: 'yo' }, forever)
  expect(marked.text.normalize('NFD').replace(/\p{M}/gu, '')).toBe(letters)
  const stop = new AbortController()
  const marking = speaker.restoreMarks({ text: 'ile '.repeat(5_000), language: 'yo' }, stop.signal)
  stop.abort(new Error('enough'))
  await expect(marking).rejects.toThrow('enough')
})

fullTest(
  'a voice is made of a recording while texts are spoken, and the same recording gives the same voice',
  async () => {
    const said = await Array.fromAsync(speaker.speak(request(THREE), forever))
    const samples = Float32Array.from(said.flatMap((chunk) => [...chunk.samples]))
    const order = { samples, transcript: THREE, language: 'en' as const }
    const [voice, chunks] = await Promise.all([
      speaker.clone(order, forever),
      Array.fromAsync(speaker.speak(request(THREE), forever)),
    ])
    expect(chunks).toEqual(said)
    // John speaks at 100 Hz.
    const { f0Hz } = StoredTraits.parse(voice.traits)
    expect(f0Hz).toBeGreaterThan(90)
    expect(f0Hz).toBeLessThan(110)
    expect(await speaker.clone(order, forever)).toEqual(voice)
  },
)

test('a recording that cannot be used is refused in words, and a cancelled one ends at once', async () => {
  const silence = { samples: new Float32Array(3 * SAMPLE_RATE), transcript: 'Hm.' }
  await expect(speaker.clone({ ...silence, language: 'en' }, forever)).rejects.toMatchObject({
    code: 'voice/recording',
    message: expect.stringContaining('dB'),
  })
  const stop = new AbortController()
  const making = speaker.clone({ ...silence, language: 'en' }, stop.signal)
  stop.abort()
  await expect(making).rejects.toThrow('aborted')
  expect(bugs).toEqual([])
})

fullTest('a recording over which the process dies twice fails in words that fit it', async () => {
  const before = started.length
  const samples = new Float32Array(100 * SAMPLE_RATE)
  const cleaning = expect(speaker.clean(samples, forever)).rejects.toMatchObject({
    code: 'speech/failed',
    message: expect.stringMatching(/twice.*change the text or the recording/),
  })
  killLast()
  await expect.poll(() => started.length).toBeGreaterThan(before)
  await supervisor.ready(forever)
  killLast()
  await cleaning
  expect(bugs).toEqual([])
})

fullTest(
  'a recording is judged and cleaned although the process is killed before it answers, and gives way at once',
  async () => {
    const said = await Array.fromAsync(speaker.speak(request(THREE), forever))
    const samples = Float32Array.from(said.flatMap((chunk) => [...chunk.samples]))
    const judging = speaker.inspect(samples, forever)
    const cleaning = speaker.clean(samples, forever)
    killLast()
    expect((await judging).map(({ kind }) => kind)).toEqual(RECORDING_CHECKS)
    expect(await cleaning).toHaveLength(samples.length)
    const stop = new AbortController()
    const long = speaker.clean(new Float32Array(120 * SAMPLE_RATE), stop.signal)
    const after = Array.fromAsync(speaker.speak(request(THREE), forever))
    expect(await after).toEqual(said)
    stop.abort()
    await expect(long).rejects.toThrow('aborted')
    expect(bugs).toEqual([])
  },
)
