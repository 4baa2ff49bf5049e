import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { type Clips, createClips } from './clips.ts'

const home = folderForTests('griot ohùn ድምፅ')
const folder = join(home, 'clips')
const forever = new AbortController().signal
/** As another program opens them; its clock is late. */
const open = (lateMs: number): Clips =>
  createClips({
    ...{ folder, getFfmpeg, clean: async () => expect.unreachable() },
    now: () => new Date(Date.now() + lateMs),
    process: createLiveProcess(process.pid),
  })
const clips = open(0)
afterEach(async () => {
  for (const name of readdirSync(folder)) await clips.discard(name)
})

const RECORD = `
import { createClips } from '#storage/clips/clips.ts'
import { createLiveProcess } from '#storage/live-process.ts'
const [, folder, clipId] = process.argv
const unused = async () => { throw new Error() }
const clips = createClips({ folder, getFfmpeg: unused, clean: unused, now: () => new Date(), process: createLiveProcess(process.pid) })
await clips.begin(clipId, { source: 'microphone', rate: 48000 })
for (let position = 0; ; position += 9600) {
  await clips.append(clipId, position, new Uint8Array(9600).fill(position / 9600))
  process.stdout.write(position + 9600 + '\\n')
}`

/**
 * A process that records 0.1 s at a time, until it is killed after `meanwhile`; returns how many bytes it had been told
 * were taken.
 */
async function recordUntilKilled(
  clipId: string,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<number> {
  const args = ['--input-type=module', '-e', RECORD, folder, clipId]
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  const enough = Promise.withResolvers<void>()
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    told += text
    if (told.split('\n').length > 40) enough.resolve()
  })
  const closed = once(child, 'close')
  try {
    await enough.promise
    await meanwhile()
  } finally {
    child.kill('SIGKILL')
  }
  expect(await closed).toEqual([null, 'SIGKILL'])
  return Number(told.trimEnd().split('\n').at(-1))
}

test('a recording whose program is killed is a wav as far as it came, waits in the list and can be finished', async () => {
  const clipId = randomUUID()
  const bytes = await recordUntilKilled(clipId)
  expect(bytes).toBeGreaterThan(300_000)
  const arriving = join(folder, clipId, 'arriving')
  const size = statSync(arriving).size
  expect(size).toBeGreaterThanOrEqual(44 + bytes)
  const { path } = await getFfmpeg()
  const out = join(home, 'read.raw')
  const read = ['-v', 'error', '-y', '-i', arriving, '-f', 's16le', out]
  await promisify(execFile)(path, read)
  expect(readFileSync(out).equals(readFileSync(arriving).subarray(44))).toBe(true)
  const again = open(0)
  const [clip] = await again.list()
  expect(clip).toMatchObject({ clipId, isFinished: false, seconds: (size - 44) / 96_000 })
  expect(await again.finish(clipId, forever)).toMatchObject({ isFinished: true })
  expect((await again.list())[0]?.seconds).toBeCloseTo((size - 44) / 96_000, 3)
})

test('what another program records is neither listed nor finished here, until that program falls silent or ends', async () => {
  const clipId = randomUUID()
  await recordUntilKilled(clipId, async () => {
    expect(await clips.list()).toEqual([])
    await expect(clips.finish(clipId, forever)).rejects.toMatchObject({
      code: 'file/unfinished',
      message: expect.stringContaining('stop it there'),
    })
    // More than a minute from now: a file's time is rounded to the millisecond, the clock is cut off.
    expect(await open(61_000).list()).toMatchObject([{ clipId, isFinished: false }])
  })
  expect(await clips.list()).toMatchObject([{ clipId, isFinished: false }])
  expect(await clips.finish(clipId, forever)).toMatchObject({ isFinished: true })
})
