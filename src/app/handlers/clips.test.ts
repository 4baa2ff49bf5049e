import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { toPcm } from '#media/pcm.ts'
import { RECORDING_CHECKS } from '#shared/clips.ts'
import { openNoise } from '#speech/dsp/noise.ts'
import type { Inspector } from '#speech/recordings/inspector.ts'
import type { Speaker } from '#speech/speaker.ts'
import { forkWorker } from '#speech/worker/fork.ts'
import { createRemoteSpeaker } from '#speech/worker/remote.ts'
import { createSupervisor, type Supervisor } from '#speech/worker/supervisor.ts'
import { type Clips, createClips } from '#storage/clips/clips.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import { clipHandlers } from './clips.ts'

const home = folderForTests('griot ohùn ድምፅ')
const root = join(import.meta.dirname, '../../..')
let supervisor: Supervisor
let engine: Speaker & Inspector
let clips: Clips
const forever = new AbortController().signal
const RATE = 24_000

beforeAll(() => {
  supervisor = createSupervisor({
    start: () =>
      forkWorker(join(root, 'src/speech/worker/index.ts'), [join(root, 'resources'), 'flite']),
  })
  engine = createRemoteSpeaker(supervisor, { onBug: (error) => expect.unreachable(String(error)) })
  clips = createClips({
    folder: join(home, 'clips'),
    getFfmpeg,
    clean: engine.clean,
    now: () => new Date(),
    process: createLiveProcess(process.pid),
  })
})
afterAll(() => supervisor.close())

const open = () => clipHandlers(clips, engine)
type Window = ReturnType<typeof open>

async function read(): Promise<Float32Array> {
  const text = 'The old man walked slowly down to the river and sat on a stone by the water.'
  const chunks = await Array.fromAsync(engine.speak({ text, voice: 'lucy', speed: 1 }, forever))
  return Float32Array.from(chunks.flatMap(({ samples }) => [...samples]))
}

async function recorded({ handlers }: Window, samples: Float32Array): Promise<string> {
  const clipId = randomUUID()
  await handlers['clips.begin']({ clipId, source: 'microphone', rate: RATE })
  await handlers['clips.append']({ clipId, position: 0, bytes: toPcm(samples) })
  await handlers['clips.finish']({ clipId })
  return clipId
}
const whole = { start: 0, end: 100, cleaned: false }
const stateOf = (checks: Awaited<ReturnType<Window['handlers']['clips.check']>>) =>
  checks.map(({ kind, state }) => `${kind} ${state}`)

test('a clip is judged by its cut: every check in order, with figures and words', async () => {
  const window = open()
  const clipId = await recorded(window, await read())
  const check = (cut: Partial<typeof whole>) =>
    window.handlers['clips.check']({ clipId, cut: { ...whole, ...cut } })
  const good = await check({})
  expect(good.map(({ kind }) => kind)).toEqual(RECORDING_CHECKS)
  expect(good.every(({ state }) => state !== 'refused')).toBe(true)
  expect(good[0]?.figure).toMatch(/^\d\.\d s$/)
  const short = await check({ start: 1, end: 2.9 })
  expect(short[0]).toMatchObject({ kind: 'length', state: 'refused', figure: '1.9 s' })
  expect(stateOf(short).slice(1)).toEqual(stateOf(good).slice(1))
  for (const cut of [{ start: 2, end: 1 }, { start: 99, end: 100 }, { end: 0.05 }])
    expect(stateOf(await check(cut)).slice(0, 2)).toEqual(['length refused', 'level refused'])
  const cleaned = await check({ cleaned: true })
  expect(cleaned.map(({ kind }) => kind)).toEqual(RECORDING_CHECKS)
})

test('what a microphone does wrong is seen: silence, noise, clipping', async () => {
  const window = open()
  const samples = await read()
  const noise = openNoise(7)
  const broken: readonly (readonly [string, Float32Array])[] = [
    ['level', new Float32Array(3 * RATE)],
    ['speech', new Float32Array(3 * RATE).map(() => 0.1 * noise())],
    ['clipping', samples.map((value) => Math.max(-0.05, Math.min(0.05, value)))],
  ]
  for (const [kind, sound] of broken) {
    const clipId = await recorded(window, sound)
    const checks = await window.handlers['clips.check']({ clipId, cut: whole })
    expect(checks.find((check) => check.kind === kind)).toMatchObject({ state: 'refused' })
  }
})

fullTest(
  'of a noisy recording it is said that the noise can be taken out, and then it is judged without it',
  async () => {
    const window = open()
    const sound = await read()
    const noise = openNoise(7)
    const noisy = new Float32Array(sound.length + 2 * RATE).map(
      (_, i) => (sound[i - RATE] ?? 0) + 0.06 * noise(),
    )
    const clipId = await recorded(window, noisy)
    const noiseOf = async (cleaned: boolean) => {
      const checks = await window.handlers['clips.check']({ clipId, cut: { ...whole, cleaned } })
      return checks.find(({ kind }) => kind === 'noise')
    }
    const before = await noiseOf(false)
    expect(before?.state).not.toBe('good')
    expect(before?.words).toContain('take the noise out')
    expect(await noiseOf(true)).toMatchObject({ state: 'good' })
  },
)

fullTest('a minute is judged as too long as too long', async () => {
  const window = open()
  const samples = await read()
  const long = Float32Array.from({ length: 60 * RATE }, (_, i) => samples[i % samples.length] ?? 0)
  const clipId = await recorded(window, long)
  const checks = await window.handlers['clips.check']({ clipId, cut: whole })
  expect(stateOf(checks)[0]).toBe('length refused')
})

test('a newer check of a window makes the older one end, and other windows go on', async () => {
  const [window, other] = [open(), open()]
  const clipId = await recorded(window, await read())
  const check = ({ handlers }: Window) => handlers['clips.check']({ clipId, cut: whole })
  const [older, newer, elsewhere] = await Promise.allSettled([
    check(window),
    check(window),
    check(other),
  ])
  expect(older).toMatchObject({ reason: { code: 'speech/cancelled' } })
  expect(newer.status).toBe('fulfilled')
  expect(elsewhere.status).toBe('fulfilled')
  const last = check(other)
  other.close()
  await expect(last).rejects.toMatchObject({ code: 'speech/cancelled' })
})

test('what a window was recording when it closed is there for the next one, as far as it came', async () => {
  const window = open()
  const clipId = randomUUID()
  await window.handlers['clips.begin']({ clipId, source: 'microphone', rate: RATE })
  const bytes = toPcm((await read()).subarray(0, 2 * RATE))
  await window.handlers['clips.append']({ clipId, position: 0, bytes })
  const next = open()
  const ids = async () => (await next.handlers['clips.list']({})).map((clip) => clip.clipId)
  expect(await ids()).not.toContain(clipId)
  window.close()
  expect(await ids()).toContain(clipId)
  const clip = await next.handlers['clips.finish']({ clipId })
  expect(clip).toMatchObject({ seconds: 2, isFinished: true })
  const { pcm } = await next.handlers['clips.sound']({ clipId, cleaned: false })
  expect(Buffer.from(pcm).equals(bytes)).toBe(true)
  await next.handlers['clips.discard']({ clipId })
  expect(await ids()).not.toContain(clipId)
})
