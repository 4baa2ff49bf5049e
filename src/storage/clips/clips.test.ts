import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { toPcm } from '#media/pcm.ts'
import { wavHeader } from '#media/wav.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { CLIP_LIMITS } from '#shared/clips.ts'
import { cleanNoise } from '#speech/dsp/clean-noise.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { MAX_CLIPS } from './clip-limits.ts'
import { type Clips, createClips } from './clips.ts'
import { purgeClips } from './purge.ts'

const home = folderForTests('griot ohùn ድምፅ')
const folder = join(home, 'clips')
const forever = new AbortController().signal
const START = new Date('2026-03-04T05:06:07.890Z')
const DAY_MS = 24 * 60 * 60_000
let at = START
const open = (): Clips =>
  createClips({
    ...{ folder, getFfmpeg, clean: cleanNoise, now: () => at },
    process: createLiveProcess(process.pid),
  })
const clips = open()
afterEach(async () => {
  for (const name of readdirSync(folder)) await clips.discard(name)
  at = START
})

const MICROPHONE = { source: 'microphone', rate: 48_000 } as const
const file = (bytes: Uint8Array, fileName = 'ohùn mi.wav') =>
  ({ source: 'file', fileName, sizeBytes: bytes.length }) as const
/** A tone of 220 Hz, 16 bit. */
const tone = (seconds: number, rate: number): Uint8Array =>
  toPcm(
    Float32Array.from({ length: seconds * rate }, (_, i) => 0.5 * Math.sin((1382.3 * i) / rate)),
  )
const wav = (seconds: number): Uint8Array =>
  Buffer.concat([wavHeader(seconds * SAMPLE_RATE * 2), tone(seconds, SAMPLE_RATE)])

async function send(clipId: string, bytes: Uint8Array, part = 30_001): Promise<void> {
  for (let from = 0; from < bytes.length; from += part)
    await clips.append(clipId, from, bytes.subarray(from, from + part))
}
async function taken(bytes: Uint8Array): Promise<string> {
  const clipId = randomUUID()
  await clips.begin(clipId, file(bytes))
  await send(clipId, bytes, CLIP_LIMITS.partBytes)
  return clipId
}

test('what a microphone heard comes back as it was, in 24 kHz, and only its owner may read it', async () => {
  const clipId = randomUUID()
  await clips.begin(clipId, MICROPHONE)
  await send(clipId, tone(3, 48_000))
  const clip = await clips.finish(clipId, forever)
  expect(clip).toEqual({
    ...{ clipId, source: 'microphone', isFinished: true, startedAt: START.toISOString() },
    seconds: 3,
  })
  expect(await clips.finish(clipId, forever)).toEqual(clip)
  const pcm = Buffer.from(await clips.sound(clipId, false, forever))
  const original = Buffer.from(tone(3, SAMPLE_RATE))
  expect(pcm).toHaveLength(original.length)
  for (let i = 4_000; i < pcm.length - 4_000; i += 2)
    expect(Math.abs(pcm.readInt16LE(i) - original.readInt16LE(i))).toBeLessThan(100)
  const place = join(folder, clipId)
  expect(readdirSync(place).sort()).toEqual(['about.json', 'sound.wav'])
  if (process.platform === 'win32') return
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(place).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(place))
    expect(statSync(join(place, name)).mode & 0o777).toBe(0o600)
})

test('a part that is sent twice is taken once, and a gap and other sound at its place are refused', async () => {
  const clipId = randomUUID()
  const sound = tone(2, 48_000)
  await clips.begin(clipId, MICROPHONE)
  await clips.append(clipId, 0, sound.subarray(0, 50_000))
  await clips.append(clipId, 0, sound.subarray(0, 50_000))
  await clips.append(clipId, 20_000, sound.subarray(20_000, 60_000))
  const gap = clips.append(clipId, 70_000, sound.subarray(70_000))
  await expect(gap).rejects.toMatchObject({
    code: 'request/invalid',
    message: expect.stringContaining('60000 to 70000'),
  })
  const other = clips.append(clipId, 0, tone(1, 8_000))
  await expect(other).rejects.toMatchObject({ code: 'request/invalid' })
  // Sent without waiting: they are written in the order in which they came.
  await Promise.all([
    clips.append(clipId, 60_000, sound.subarray(60_000, 60_001)),
    clips.append(clipId, 60_001, sound.subarray(60_001)),
  ])
  expect(await clips.finish(clipId, forever)).toMatchObject({ seconds: 2 })
  const late = clips.append(clipId, sound.length, sound)
  await expect(late).rejects.toMatchObject({ message: expect.stringContaining('finished') })
})

test('clips are listed the newest first, without one that is being recorded and a file that never came whole', async () => {
  const [recorded, half] = [randomUUID(), randomUUID()]
  await clips.begin(recorded, MICROPHONE)
  await clips.append(recorded, 0, tone(1, 48_000))
  await clips.begin(half, { source: 'file', fileName: 'half.mp3', sizeBytes: 100 })
  at = new Date(START.getTime() + 1_000)
  const whole = await taken(wav(2))
  await clips.finish(whole, forever)
  expect((await clips.list()).map(({ clipId }) => clipId)).toEqual([whole])
  clips.release(recorded)
  expect(await clips.list()).toMatchObject([
    { clipId: whole, source: 'file', fileName: 'ohùn mi.wav', seconds: 2, isFinished: true },
    { clipId: recorded, source: 'microphone', seconds: 1, isFinished: false },
  ])
  await expect(clips.finish(half, forever)).rejects.toMatchObject({
    code: 'file/unfinished',
    message: expect.stringContaining('0 of 100 bytes'),
  })
  await expect(clips.sound(recorded, false, forever)).rejects.toMatchObject({
    code: 'file/unfinished',
  })
})

test('a file that is no sound, or too much of it, is refused in words by its bytes and leaves nothing', async () => {
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2_000)])
  const long = Buffer.concat([wavHeader(122 * 48_000), Buffer.alloc(122 * 48_000)])
  const films = join(home, 'film.mp4')
  const { path } = await getFfmpeg()
  const film = ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64', films]
  await promisify(execFile)(path, film)
  const refused: readonly (readonly [Uint8Array, string])[] = [
    [zip, 'a zip archive'],
    [Buffer.from('no sound at all'), 'no sound file'],
    [wav(2).subarray(0, 44), 'no sound'],
    [readFileSync(films), 'no sound'],
    [long, 'more than 120 s'],
  ]
  for (const [bytes, words] of refused) {
    const clipId = await taken(bytes)
    await expect(clips.finish(clipId, forever)).rejects.toMatchObject({
      code: 'voice/recording',
      message: expect.stringContaining(words),
    })
    expect(existsSync(join(folder, clipId))).toBe(false)
  }
  const empty = randomUUID()
  await clips.begin(empty, MICROPHONE)
  await expect(clips.finish(empty, forever)).rejects.toMatchObject({ code: 'voice/recording' })
  expect(readdirSync(folder)).toEqual([])
})

test('what is too large, empty or begun before is refused before anything of it is stored', async () => {
  const sizeBytes = CLIP_LIMITS.bytes + 1
  const large = clips.begin(randomUUID(), { source: 'file', fileName: 'a.wav', sizeBytes })
  await expect(large).rejects.toMatchObject({ code: 'file/too-large' })
  const empty = clips.begin(randomUUID(), file(new Uint8Array(0)))
  await expect(empty).rejects.toMatchObject({ code: 'voice/recording' })
  expect(readdirSync(folder)).toEqual([])
  const clipId = randomUUID()
  await clips.begin(clipId, file(wav(1)))
  const again = open().begin(clipId, MICROPHONE)
  await expect(again).rejects.toMatchObject({ code: 'job/duplicate' })
  await clips.append(clipId, 0, wav(1))
  const more = clips.append(clipId, wav(1).length, new Uint8Array(1))
  await expect(more).rejects.toMatchObject({ code: 'file/too-large' })
  expect(await clips.finish(clipId, forever)).toMatchObject({ seconds: 1 })
})

test('a microphone is recorded for two minutes, and what came until then is kept', async () => {
  const clipId = randomUUID()
  await clips.begin(clipId, { source: 'microphone', rate: 8_000 })
  const sound = tone(CLIP_LIMITS.seconds, 8_000)
  await send(clipId, sound, CLIP_LIMITS.partBytes)
  const more = clips.append(clipId, sound.length, tone(1, 8_000))
  await expect(more).rejects.toMatchObject({
    code: 'file/too-large',
    message: expect.stringContaining('120 s'),
  })
  expect(await clips.finish(clipId, forever)).toMatchObject({ seconds: 120 })
})

test('a clip that is discarded is gone from disk for every window, also while it is written to and finished', async () => {
  const clipId = await taken(wav(2))
  const other = open()
  const [finishing] = await Promise.allSettled([
    clips.finish(clipId, forever),
    clips.discard(clipId),
    clips.discard(clipId),
  ])
  expect(finishing.status).toBe('fulfilled')
  expect(readdirSync(folder)).toEqual([])
  for (const asked of [
    other.sound(clipId, true, forever),
    other.append(clipId, 0, wav(1)),
    other.finish(clipId, forever),
  ])
    await expect(asked).rejects.toMatchObject({ code: 'file/not-found' })
})

test('no id leads out of the folder of clips', async () => {
  writeFileSync(join(home, 'about.json'), '{}')
  for (const id of ['..', '../clips', `${randomUUID()}/..`, '', 'ohùn'])
    await expect(async () => clips.discard(id)).rejects.toMatchObject({ code: 'file/not-found' })
  expect(existsSync(join(home, 'about.json'))).toBe(true)
  const loud = randomUUID().toUpperCase()
  await clips.begin(loud, MICROPHONE)
  const same = clips.begin(loud.toLowerCase(), MICROPHONE)
  await expect(same).rejects.toMatchObject({ code: 'job/duplicate' })
})

test('a hundred clips wait, and no more', async () => {
  for (let i = 0; i < MAX_CLIPS; i++) await clips.begin(randomUUID(), MICROPHONE)
  await expect(clips.begin(randomUUID(), MICROPHONE)).rejects.toMatchObject({
    code: 'file/quota',
    message: expect.stringContaining('Discard'),
  })
})

test('a clip waits thirty days to become a voice, and half a file one day', async () => {
  const half = randomUUID()
  const whole = await taken(wav(2))
  await clips.finish(whole, forever)
  await clips.begin(half, file(wav(2)))
  await purgeClips(folder, new Date(START.getTime() + DAY_MS - 1))
  expect(readdirSync(folder).sort()).toEqual([whole, half].sort())
  await purgeClips(folder, new Date(START.getTime() + 30 * DAY_MS - 1))
  expect(readdirSync(folder)).toEqual([whole])
  await purgeClips(folder, new Date(START.getTime() + 30 * DAY_MS + 1))
  expect(readdirSync(folder)).toEqual([])
  await purgeClips(join(home, 'nowhere'), START)
})

test('noise is taken out beside the clip, which stays as it was', async () => {
  const clipId = await taken(wav(2))
  await clips.finish(clipId, forever)
  const before = await clips.sound(clipId, false, forever)
  const cleaned = await clips.sound(clipId, true, forever)
  expect(cleaned).toHaveLength(before.length)
  expect(await clips.sound(clipId, true, forever)).toEqual(cleaned)
  expect(await clips.sound(clipId, false, forever)).toEqual(before)
  const stop = new AbortController()
  stop.abort()
  const other = await taken(wav(2))
  await clips.finish(other, forever)
  await expect(clips.sound(other, true, stop.signal)).rejects.toThrow('aborted')
  expect(readdirSync(join(folder, other)).sort()).toEqual(['about.json', 'sound.wav'])
})
