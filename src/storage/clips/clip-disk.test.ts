import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createClips } from './clips.ts'

const folder = folderForTests('griot ohùn ድምፅ')
const unused = async (): Promise<never> => expect.unreachable()
const clips = createClips({
  ...{ folder, getFfmpeg: unused, clean: unused, now: () => new Date() },
  process: createLiveProcess(process.pid),
})
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
})

test.runIf(existsSync('/dev/full'))(
  'a full disk is told in words, what came before is kept, and the rest can be sent again',
  async () => {
    const clipId = randomUUID()
    await clips.begin(clipId, { source: 'file', fileName: 'a.wav', sizeBytes: 8 })
    const arriving = join(folder, clipId, 'arriving')
    rmSync(arriving)
    symlinkSync('/dev/full', arriving)
    await expect(clips.append(clipId, 0, new Uint8Array(8))).rejects.toMatchObject({
      code: 'storage/full',
      message: expect.stringContaining('The disk is full'),
    })
    rmSync(arriving)
    writeFileSync(arriving, new Uint8Array(3))
    await clips.append(clipId, 0, new Uint8Array(8))
    expect(await clips.list()).toEqual([])
  },
)

test('a folder that is no clip is passed over, and a clip of which a file was lost is told in words', async () => {
  mkdirSync(join(folder, randomUUID()))
  for (const about of ['', '{"source":"telepathy"}']) {
    const place = join(folder, randomUUID())
    mkdirSync(place)
    writeFileSync(join(place, 'about.json'), about)
  }
  writeFileSync(join(folder, 'ohùn.txt'), '')
  const clipId = randomUUID()
  await clips.begin(clipId, { source: 'microphone', rate: 48_000 })
  clips.release(clipId)
  expect(await clips.list()).toMatchObject([{ clipId, seconds: 0 }])
  rmSync(join(folder, clipId, 'arriving'))
  await expect(clips.append(clipId, 0, new Uint8Array(8))).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringContaining('ENOENT'),
  })
})
