import { chmodSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createLiveProcess } from './live-process.ts'
import { folderOfProcess, purgeProcessFolders } from './process-folders.ts'
import { restrictPermissions } from './restrict-permissions.ts'

const home = folderForTests('griot ilé')
const modeOf = (path: string): number => lstatSync(path).mode & 0o777
const UUID = '00000000-0000-4000-8000-000000000000'

test.skipIf(process.platform === 'win32')(
  'a data folder that let others read is closed to them, all that is in it, and nothing that a link leads to',
  async () => {
    const outside = join(home, 'outside')
    const data = join(home, 'data')
    const deep = join(data, 'exports', 'old', 'ìtàn')
    for (const folder of [deep, join(data, 'hls', 'a'), join(data, 'ffmpeg'), outside])
      mkdirSync(folder, { recursive: true })
    const files = [
      join(deep, 'a.wav'),
      join(data, 'hls', 'a', '0.aac'),
      join(data, 'library.db-wal'),
    ]
    const others = [join(outside, 'theirs'), join(data, 'ffmpeg', 'ffmpeg')]
    for (const path of [...files, ...others]) {
      writeFileSync(path, '')
      chmodSync(path, 0o755)
    }
    const folders = ['exports', 'exports/old', 'exports/old/ìtàn', 'hls', 'hls/a']
    for (const name of folders) chmodSync(join(data, name), 0o777)
    symlinkSync(others[0] ?? '', join(data, 'exports', 'link'))
    symlinkSync(outside, join(data, 'voices'))
    await (await restrictPermissions(data)).inside
    expect(folders.map((name) => modeOf(join(data, name)))).toEqual(folders.map(() => 0o700))
    // An executable stays executable for its owner.
    expect(files.map(modeOf)).toEqual(files.map(() => 0o700))
    expect(others.map(modeOf)).toEqual([0o755, 0o755])
    chmodSync(files[0] ?? '', 0o644)
    await (await restrictPermissions(data)).inside
    expect(modeOf(files[0] ?? '')).toBe(0o600)
  },
)

test('what a process that is gone left is removed at the next start, what lives stays', async () => {
  const parent = join(home, 'hls')
  const now = new Date()
  const own = createLiveProcess(process.pid)
  // The number of the test runner, and one that no system has.
  const alive = `${process.ppid}-${UUID}`
  const dead = `${2 ** 31 - 1}-${UUID}`
  const before = `${process.pid}-${UUID}`
  const ofOlder = 'x'.repeat(43)
  for (const name of [alive, dead, before, ofOlder, folderOfProcess('', own)])
    mkdirSync(join(parent, name, 'a'), { recursive: true })
  await purgeProcessFolders(parent, own, now)
  const left = [alive, ofOlder, folderOfProcess('', own)]
  expect((await readdir(parent)).toSorted()).toEqual(left.toSorted())
  await purgeProcessFolders(parent, own, new Date(now.getTime() + 2 * 3_600_000))
  expect(await readdir(parent)).not.toContain(ofOlder)
  await purgeProcessFolders(parent, own, new Date(now.getTime() + 25 * 3_600_000))
  expect(await readdir(parent)).toEqual([folderOfProcess('', own)])
  await purgeProcessFolders(join(home, 'none yet'), own, now)
})
