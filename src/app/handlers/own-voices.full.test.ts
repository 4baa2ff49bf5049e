import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CustomVoices, createCustomVoices } from '#app/custom-voices/custom-voices.ts'
import { openRecordings } from '#app/custom-voices/recordings.ts'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { toPcm } from '#media/pcm.ts'
import { wavHeader } from '#media/wav.ts'
import { OWNER } from '#shared/access.ts'
import type { Data, Event, Parsed } from '#shared/api.ts'
import type { OwnVoice } from '#shared/clips.ts'
import { CONSENT_PURPOSE, CONSENT_STATEMENT } from '#shared/custom-voices.ts'
import type { Cloner } from '#speech/engines/cloner.ts'
import { SYSTEM_VOICES } from '#speech/engines/flite/system-voices.ts'
import type { Inspector } from '#speech/recordings/inspector.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { LocalSpeaker } from '#speech/speaker.ts'
import { type Clips, createClips } from '#storage/clips/clips.ts'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { createFavourites } from '#storage/db/favourites.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { createOrphans } from '#storage/library-ownership/orphans.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { clipHandlers } from './clips.ts'
import { createJobs } from './jobs.ts'
import { ownVoiceHandlers } from './own-voices.ts'
import { voiceHandlers } from './voices.ts'

const home = folderForTests('griot ohùn ድምፅ')
const forever = new AbortController().signal
const NOW = '2026-03-04T05:06:07.890Z'
const TRANSCRIPT = 'Ẹ káàárọ̀, báwo ni? Mo ń kà ìwé kan nípa ọjà Ìbàdàn ní òwúrọ̀ yìí.'
let engine: LocalSpeaker & Cloner & Inspector
let database: Database
let customVoices: CustomVoices
let clips: Clips
/** A person's reading, 24 kHz mono, 16 bit. */
let sound: Uint8Array

beforeAll(async () => {
  engine = await speakerForTests()
  database = openDatabase(join(home, 'library.db'))
  const now = (): Date => new Date(NOW)
  clips = createClips({
    ...{ folder: join(home, 'clips'), getFfmpeg, clean: engine.clean, now },
    process: createLiveProcess(process.pid),
  })
  customVoices = createCustomVoices({
    stored: createStoredVoices(database),
    recordings: openRecordings(join(home, 'voices'), process.pid),
    orphans: createOrphans(home, database, now),
    ...{ cloner: engine, detectLanguage: async () => 'yo', getFfmpeg, now, randomBytes },
  })
  const said = engine.speak({ text: TRANSCRIPT, voice: 'funmi', speed: 1 }, forever)
  sound = Buffer.concat((await Array.fromAsync(said)).map(({ samples }) => toPcm(samples)))
})
afterAll(() => database.close())

type EmittedEvent = { readonly event: Event; readonly data: { readonly jobId?: string } }

/** One window: what it may ask, what it was told, and its end. */
function openWindow() {
  const events: EmittedEvent[] = []
  const systemVoices = SYSTEM_VOICES.map(({ info }) => info)
  const jobs = createJobs(
    (event, data) => events.push({ event, data: 'jobId' in data ? data : {} }),
    (error) => expect.unreachable(String(error)),
  )
  const favourites = createFavourites(database)
  const { retryWhileBusy } = database
  const emit = (event: Event, data: object): unknown => events.push({ event, data })
  const clipDesk = clipHandlers(clips, engine)
  return {
    events,
    jobs,
    handlers: {
      ...voiceHandlers(() => systemVoices, customVoices),
      ...clipDesk.handlers,
      ...ownVoiceHandlers(
        { clips, customVoices, favourites, systemVoices: () => systemVoices, retryWhileBusy },
        jobs,
        emit,
      ),
    },
    close() {
      jobs.close()
      clipDesk.close()
    },
  }
}
type Window = ReturnType<typeof openWindow>

/** A clip that is ready, of what was read. */
async function record({ handlers }: Window): Promise<string> {
  const clipId = randomUUID()
  await handlers['clips.begin']({ clipId, source: 'microphone', rate: 24_000 })
  await handlers['clips.append']({ clipId, position: 0, bytes: sound })
  await handlers['clips.finish']({ clipId })
  return clipId
}

type Order = Parsed<'voices.create'>
const orderFor = (clipId: string, change: Partial<Order> = {}): Order => ({
  ...{ jobId: randomUUID(), clipId, name: 'Fúnmi tèmi', transcript: TRANSCRIPT, consent: true },
  ...{ cut: { start: 0, end: 100, cleaned: false }, ...change },
})

/** The last that was told of a job. */
async function endOf<E extends Event>(
  { events }: Window,
  jobId: string,
  event: E,
): Promise<Data<E>> {
  for (;;) {
    const end = events.find(
      ({ event: told, data }) => told !== 'voice.progress' && data.jobId === jobId,
    )
    // The event says what its data are.
    if (end?.event === event) return end.data as Data<E>
    if (end) throw new Error(JSON.stringify(end))
    await wait(5)
  }
}

async function make(window: Window, change: Partial<Order> = {}): Promise<OwnVoice> {
  const clipId = await record(window)
  const order = orderFor(clipId, change)
  await window.handlers['voices.create'](order)
  const { voice } = await endOf(window, order.jobId, 'voice.created')
  await window.handlers['clips.discard']({ clipId })
  return voice
}
const left = (): readonly string[] => readdirSync(join(home, 'voices'))

test('a voice is made of the cut of a clip, with its consent, and can be compared with its recording', async () => {
  const window = openWindow()
  const { handlers, events } = window
  const clipId = await record(window)
  const order = orderFor(clipId, { cut: { start: 0.5, end: 4, cleaned: false } })
  await handlers['voices.create'](order)
  const { voice } = await endOf(window, order.jobId, 'voice.created')
  const pcm = sound.subarray(0.5 * 48_000, 4 * 48_000)
  const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
  expect(voice).toMatchObject({ name: 'Fúnmi tèmi', language: 'yo', createdAt: NOW })
  expect(voice.consent).toEqual({
    statement: CONSENT_STATEMENT,
    purpose: CONSENT_PURPOSE,
    givenAt: NOW,
    givenBy: 'the studio',
    recordingSha256: sha256(Buffer.concat([wavHeader(pcm.length), pcm])),
    transcriptSha256: sha256(TRANSCRIPT.normalize('NFC')),
  })
  const steps = events.filter(({ event }) => event === 'voice.progress')
  expect(steps.map(({ data }) => 'step' in data && data.step)).toEqual([
    'Cutting the recording.',
    'Waiting for its turn.',
    'Listening to the recording.',
    'Following its words and measuring the voice.',
  ])
  expect(await handlers['voices.show']({ id: voice.id })).toEqual(voice)
  const recording = await handlers['voices.recording']({ id: voice.id })
  expect(recording.transcript).toBe(TRANSCRIPT.normalize('NFC'))
  expect(Buffer.from(recording.pcm).equals(pcm)).toBe(true)
  expect(await handlers['clips.list']({})).toMatchObject([{ clipId, isFinished: true }])
  await handlers['clips.discard']({ clipId })
  await handlers['voices.delete']({ id: voice.id })
  expect(left()).toEqual([])
})

test('a voice of a cleaned cut is made of the cleaned sound, and the clip stays as it was', async () => {
  const window = openWindow()
  const clipId = await record(window)
  const order = orderFor(clipId, { cut: { start: 0, end: 4, cleaned: true } })
  await window.handlers['voices.create'](order)
  const { voice } = await endOf(window, order.jobId, 'voice.created')
  const [recording, cleaned, raw] = await Promise.all([
    window.handlers['voices.recording']({ id: voice.id }),
    window.handlers['clips.sound']({ clipId, cleaned: true }),
    window.handlers['clips.sound']({ clipId, cleaned: false }),
  ])
  expect(Buffer.from(recording.pcm).equals(cleaned.pcm.subarray(0, 4 * 48_000))).toBe(true)
  expect(Buffer.from(raw.pcm).equals(sound)).toBe(true)
  expect(window.events[0]?.data).toMatchObject({ step: 'Taking out the noise.' })
  await window.handlers['clips.discard']({ clipId })
  await window.handlers['voices.delete']({ id: voice.id })
})

test('a voice that cannot be made is refused in words, and its clip stays', async () => {
  const window = openWindow()
  const clipId = await record(window)
  const refused: readonly (readonly [Partial<Order>, string, string])[] = [
    [{ consent: false }, 'voice/consent', 'agrees'],
    [{ name: ' \u0007' }, 'voice/invalid', 'control'],
    [{ transcript: '' }, 'voice/invalid', 'transcript is empty'],
    [{ cut: { start: 1, end: 2.9, cleaned: false } }, 'voice/recording', '1.90 s'],
    [{ cut: { start: 3, end: 1, cleaned: false } }, 'voice/recording', 'move its two ends apart'],
    [{ cut: { start: 90, end: 95, cleaned: true } }, 'voice/recording', 'move its two ends apart'],
    [{ clipId: randomUUID() }, 'file/not-found', 'discarded'],
  ]
  for (const [change, code, words] of refused) {
    const order = orderFor(clipId, change)
    await window.handlers['voices.create'](order)
    const failed = await endOf(window, order.jobId, 'job.failed')
    expect(failed).toMatchObject({ code, message: expect.stringContaining(words) })
  }
  expect(left()).toEqual([])
  expect(await customVoices.list(OWNER)).toEqual([])
  expect(await window.handlers['clips.list']({})).toMatchObject([{ clipId }])
  await window.handlers['clips.discard']({ clipId })
})

test('a voice that is cancelled at any step, or whose window closes, leaves nothing, and its clip stays', async () => {
  const opened = openWindow()
  const clipId = await record(opened)
  for (const step of ['Taking', 'Waiting', 'Listening', 'Following'])
    for (const way of ['cancel', 'close'] as const) {
      const window = openWindow()
      const order = orderFor(clipId, { cut: { start: 0, end: 4, cleaned: step === 'Taking' } })
      await window.handlers['voices.create'](order)
      while (
        !window.events.some(({ data }) => 'step' in data && String(data.step).startsWith(step))
      )
        await wait(1)
      if (way === 'close') window.close()
      else {
        window.jobs.cancel(order.jobId)
        const { code } = await endOf(window, order.jobId, 'job.failed')
        expect(code).toBe('speech/cancelled')
      }
      while (left().length > 0) await wait(5)
    }
  expect(await customVoices.list(OWNER)).toEqual([])
  expect(await opened.handlers['clips.list']({})).toMatchObject([{ clipId }])
  await opened.handlers['clips.discard']({ clipId })
})

test('a voice is renamed as people write names, and a name that cannot be is refused', async () => {
  const window = openWindow()
  const { handlers } = window
  const { id } = await make(window)
  expect(await handlers['voices.rename']({ id, name: '  Ìyá mi ' })).toMatchObject({
    ...{ id, name: 'Ìyá mi' },
  })
  const listed = await openWindow().handlers['voices.list']({})
  expect(listed.at(-1)).toMatchObject({ kind: 'custom', id, name: 'Ìyá mi', createdAt: NOW })
  for (const name of ['', 'a\nb', 'n'.repeat(121)])
    await expect(handlers['voices.rename']({ id, name })).rejects.toMatchObject({
      code: 'voice/invalid',
    })
  expect(await handlers['voices.show']({ id })).toMatchObject({ name: 'Ìyá mi' })
  await handlers['voices.delete']({ id })
  for (const gone of [
    handlers['voices.rename']({ id, name: 'Ìyá' }),
    handlers['voices.show']({ id }),
    handlers['voices.recording']({ id }),
    handlers['voices.delete']({ id }),
    handlers['voices.rename']({ id: 'lina', name: 'Ìyá' }),
  ])
    await expect(gone).rejects.toMatchObject({ code: 'voice/not-found' })
})

test('favourites of all kinds stay in the order in which they were marked, and go with their voice', async () => {
  const window = openWindow()
  const { handlers } = window
  const { id } = await make(window)
  const favour = (voice: string, isFavourite = true) =>
    handlers['voices.setFavourite']({ id: voice, isFavourite })
  for (const voice of ['sade', id, 'john', 'sade']) await favour(voice)
  expect(await openWindow().handlers['voices.favourites']({})).toEqual(['sade', id, 'john'])
  await favour('sade', false)
  await favour('sade', false)
  await favour('sade')
  expect(await handlers['voices.favourites']({})).toEqual([id, 'john', 'sade'])
  await expect(favour('nobody')).rejects.toMatchObject({ code: 'voice/not-found' })
  await expect(favour(`voice_${'0'.repeat(32)}`)).rejects.toMatchObject({
    code: 'voice/not-found',
  })
  // As the API deletes it.
  await customVoices.delete(OWNER, id)
  expect(await handlers['voices.favourites']({})).toEqual(['john', 'sade'])
})
