import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '#server/client.test-support.ts'
import { openToneApp, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { READ, reads, wavOf } from '#server/voices.test-support.ts'
import { OWNER } from '#shared/access.ts'
import type { Data, Event } from '#shared/api.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { StoredVoice } from '#storage/db/voices.ts'

const tone = openToneApp()
const { customVoices } = tone.app
const forever = new AbortController().signal
const events: { readonly event: Event; readonly data: unknown }[] = []
const { handlers, close } = tone.app.connect((event, data) => {
  events.push({ event, data })
  // An export goes no further than its first word before it is let.
  if (event === 'export.progress') tone.hold = nextWord.promise
})
const nextWord = Promise.withResolvers<void>()
let recording: Uint8Array
beforeAll(async () => {
  recording = wavOf(await reads('lucy'))
})
afterAll(async () => {
  close()
  await tone.close()
})

async function makeVoice(
  name: string,
  language: LanguageCode,
  account = OWNER,
): Promise<StoredVoice> {
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    yield recording
  }
  const order = { name, transcript: READ, language, consent: true }
  const received = await customVoices.receive(bytes())
  return customVoices.create(order, received, { account, tokenName: 'studio' }, forever)
}

const newsOf = <
  E extends Exclude<
    Event,
    | 'script.changed'
    | 'dictionary.changed'
    | `${'packs' | 'voices' | 'takes' | 'projects' | 'settings'}.${string}`
  >,
>(
  event: E,
  jobId: string,
): Data<E>[] =>
  events
    .filter((item) => item.event === event)
    // The event says what its data are.
    .map(({ data }) => data as Data<E>)
    .filter((data) => 'jobId' in data && data.jobId === jobId)

test('a window lists the system voices, then the owner’s own, the newest first, and nobody else’s', async () => {
  const first = await makeVoice('Ìyá $& [mi]', 'yo')
  const second = await makeVoice('አያቴ', 'am')
  await makeVoice('Obi', 'ig', 'Obi')
  const voices = await handlers['voices.list']({})
  expect(voices.map(({ kind, id }) => [kind, id])).toEqual([
    ['system', 'lina'],
    ['system', 'john'],
    ['custom', second.id],
    ['custom', first.id],
  ])
  expect(voices[3]).toMatchObject({ name: 'Ìyá $& [mi]', language: 'yo' })
  expect(voices[3]?.sample).toContain('Ìyá $& mi')
  for (const { id } of [first, second]) await customVoices.delete(OWNER, id)
})

test('a window speaks with the owner’s own voice, and not with somebody else’s', async () => {
  const mine = await makeVoice('Ìyá mi', 'yo')
  const theirs = await makeVoice('Obi', 'ig', 'Obi')
  const [heard, refused] = [crypto.randomUUID(), crypto.randomUUID()]
  const line = { text: 'Ẹ káàárọ̀ o', speed: 1 }
  await handlers['speech.start']({ ...line, jobId: heard, voice: mine.id })
  await until(() => newsOf('speech.done', heard).length > 0)
  const sound = newsOf('speech.chunk', heard).reduce((sum, { pcm }) => sum + pcm.length, 0)
  expect(sound).toBe(3 * WORD_BYTES)
  await handlers['speech.start']({ ...line, jobId: refused, voice: theirs.id })
  await until(() => newsOf('job.failed', refused).length > 0)
  expect(newsOf('job.failed', refused)[0]).toMatchObject({ code: 'voice/not-found' })
  await customVoices.delete(OWNER, mine.id)
})

test('an export whose voice is deleted meanwhile ends in words and leaves no file', async () => {
  const { id } = await makeVoice('Ìyá mi', 'yo')
  const jobId = crypto.randomUUID()
  const voice = { voice: id, speed: 1 }
  const lines = [
    { id: crypto.randomUUID(), text: 'One.', ...voice },
    { id: crypto.randomUUID(), text: 'Two three.', ...voice },
  ]
  const order = { title: 'Ìtàn', lines, bitrate: '128k', division: 'whole' } as const
  const rest = { formats: ['wav' as const], voices: {}, date: '2026-11-24' }
  await handlers['export.start']({ ...order, ...rest, jobId })
  await until(() => newsOf('export.progress', jobId).length > 0)
  await customVoices.delete(OWNER, id)
  nextWord.resolve()
  await until(() => newsOf('job.failed', jobId).length > 0)
  expect(newsOf('job.failed', jobId)).toEqual([
    { jobId, code: 'voice/not-found', message: expect.stringContaining('deleted') },
  ])
  const folder = join(tone.folder, 'exports')
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
  expect(tone.bugs).toEqual([])
})
