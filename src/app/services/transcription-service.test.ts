import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openPublicSite } from './guarded-fetch/https-server.test-support.ts'
import { INTERNET } from './guarded-fetch/network.ts'
import { type Transcribers, transcribersOf } from './providers.ts'
import { createTranscriptionService, MAX_LINKS, MAX_SOUND_BYTES } from './transcription-service.ts'

const root = folderForTests('griot ohùn ድምፅ')
const folder = join(root, 'transcriptions')
const now = new Date('2026-05-01T12:00:00Z')
const deaf: Transcribers = {
  transcribe: async () => ({ text: '', segments: undefined, language: undefined }),
  isThere: async () => true,
  whyNone: async () => new AppError('transcribe/unavailable', 'There is none.'),
  live: undefined,
}
const parts = { folder, transcriber: deaf, network: INTERNET, now: () => now }
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function leave(name: string, minutesAgo: number): void {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, '0'), 'OggS')
  const time = new Date(now.getTime() - minutesAgo * 60_000)
  utimesSync(join(folder, name), time, time)
}

async function* bytes(...chunks: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

test('what a killed program left is removed, and what another one works on stays', async () => {
  leave('sound-killed', 90)
  leave('sound-working', 5)
  const desk = await createTranscriptionService(parts).open()
  expect(readdirSync(folder)).toHaveLength(2)
  expect(readdirSync(folder)).toContain('sound-working')
  await desk.close()
  expect(readdirSync(folder)).toEqual(['sound-working'])
})

test('a data folder that cannot be written is told in words, and works once it can', async () => {
  const transcripts = createTranscriptionService(parts)
  writeFileSync(folder, 'a file where the folder should be')
  await expect(transcripts.open()).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringContaining('data folder'),
  })
  rmSync(folder)
  await (await transcripts.open()).close()
})

test('a sender that breaks off half-way is told its own reason, and nothing is left', async () => {
  const desk = await createTranscriptionService(parts).open()
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield* bytes('RIFF')
    throw new AppError('request/unreadable', 'The form ended before it was complete.')
  }
  await expect(desk.take(broken())).rejects.toThrow('ended before')
  await desk.close()
  expect(readdirSync(folder)).toEqual([])
})

test('a stored file that is gone, and one that is too large, are told in words', async () => {
  const desk = await createTranscriptionService(parts).open()
  await expect(desk.use(join(root, 'gone'))).rejects.toMatchObject({ code: 'file/not-found' })
  const large = join(root, 'large')
  writeFileSync(large, Buffer.alloc(MAX_SOUND_BYTES + 1))
  await expect(desk.use(large)).rejects.toMatchObject({
    code: 'file/too-large',
    message: expect.stringContaining('26,214,401 bytes; at most 26,214,400'),
  })
  await desk.close()
})

test('an empty part does not take the place of the sound', async () => {
  const desk = await createTranscriptionService(parts).open()
  const order = { language: undefined, specialWords: [], timestamp: 'none' } as const
  const forever = new AbortController().signal
  expect(await desk.take(bytes())).toBe(0)
  await expect(desk.transcribe(order, forever)).rejects.toThrow('The sound is empty.')
  expect(await desk.take(bytes('RIFF', '\0\0\0\0WAVE'))).toBe(12)
  expect(await desk.take(bytes())).toBe(0)
  expect(await desk.transcribe(order, forever)).toMatchObject({ text: '' })
  await desk.close()
})

test('without a transcriber nothing is written down at all', async () => {
  const transcripts = createTranscriptionService({
    ...parts,
    transcriber: transcribersOf({}, undefined, () => undefined),
  })
  await expect(transcripts.open()).rejects.toMatchObject({ code: 'transcribe/unavailable' })
  expect(existsSync(folder)).toBe(false)
})

test('a guest has only so many recordings written down at once, and its place back when one is done', async () => {
  const transcripts = createTranscriptionService(parts)
  const guest = { account: 'owner', kind: 'guest', tokenId: 'guest 1' } as const
  const desks = await Promise.all(Array.from({ length: 4 }, () => transcripts.open(guest)))
  await expect(transcripts.open(guest)).rejects.toMatchObject({
    code: 'rate/limited',
    message: expect.stringContaining('4 recordings are already being transcribed with this token'),
  })
  await (await transcripts.open({ account: 'owner', kind: 'key', tokenId: 'key 1' })).close()
  await desks.pop()?.close()
  desks.push(await transcripts.open(guest))
  for (const desk of desks) await desk.close()
})

test('links beyond the most that are fetched at once are refused in words, and fetched once others are done', async () => {
  const release = Promise.withResolvers<void>()
  let asked = 0
  const site = await openPublicSite(
    async (_, response) => {
      asked++
      await release.promise
      response.end('OggS')
    },
    { 'ohun.example.org': [['93.184.216.34']] },
  )
  const transcripts = createTranscriptionService({ ...parts, network: site.network })
  const forever = new AbortController().signal
  const link = 'https://ohun.example.org/orin.ogg'
  const desks = await Promise.all(Array.from({ length: MAX_LINKS }, transcripts.open))
  const fetches = desks.map((desk) => desk.fetch(link, forever))
  const late = await transcripts.open()
  await expect(late.fetch(link, forever)).rejects.toMatchObject({
    code: 'transcribe/failed',
    message: expect.stringMatching(/8 links,.* Try again/),
  })
  // An error in a link is reported all the same.
  await expect(late.fetch('http://ohun.example.org', forever)).rejects.toMatchObject({
    code: 'transcribe/source',
  })
  release.resolve()
  await Promise.all(fetches)
  const gone = new AbortController()
  gone.abort(new Error('The caller went away.'))
  for (let i = 0; i < MAX_LINKS; i++)
    await expect(late.fetch(link, gone.signal)).rejects.toThrow('went away')
  await late.fetch(link, forever)
  expect(asked).toBe(MAX_LINKS + 1)
  for (const desk of [...desks, late]) await desk.close()
  expect(readdirSync(folder)).toEqual([])
  await site.close()
})
