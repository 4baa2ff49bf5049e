import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { type DiskSpace, type DiskSpaceOptions, openDiskSpace, reserveOf } from './disk-space.ts'

const folder = folderForTests('griot àyè ቦታ')
let home: string
let count = 0
beforeEach(() => {
  home = join(folder, String(++count))
  mkdirSync(home)
})

const RESERVE = 300_000
function open(options: Partial<DiskSpaceOptions> = {}): DiskSpace {
  const room = openDiskSpace({
    folder: home,
    keepFreeBytes: 1_000_000,
    reserveBytes: RESERVE,
    ...options,
  })
  onTestFinished(room.close)
  return room
}
const reserved = (): number => statSync(reserveOf(home), { throwIfNoEntry: false })?.size ?? 0

test('a disk with room has a reserve laid up, for its owner alone, that a second start finds', async () => {
  const room = open()
  await room.refill()
  expect([reserved(), room.problem()]).toEqual([RESERVE, undefined])
  expect(statSync(reserveOf(home)).mode & 0o077).toBe(0)
  const { mtimeMs } = statSync(reserveOf(home))
  const next = open()
  await next.refill()
  expect(statSync(reserveOf(home)).mtimeMs).toBe(mtimeMs)
  expect(() => next.check()).not.toThrow()
})

test('less free than is to be kept free is told with both figures, what to do and what still works, and without a path', async () => {
  let free = 100_000_000
  const room = open({ freeBytes: () => free })
  await room.refill()
  free = 987_654
  expect(() => room.check()).toThrow(
    expect.objectContaining({
      code: 'storage/full',
      message: expect.stringMatching(
        /data folder is almost full: 987\.7 kB are free, and 1\.0 MB are needed\. Free some space there\. .*pcm_s16le, mulaw and alaw still work\./,
      ),
    }),
  )
  expect(room.problem()).not.toContain(home)
  free = 1_000_000
  expect(room.problem()).toBeUndefined()
})

test('the reserve is given back part by part to its last byte, and laid up again by itself when there is room', async () => {
  let free = 100_000_000
  const room = open({ freeBytes: () => free, againMs: 5 })
  await room.refill()
  free = 0
  let parts = 0
  while (room.releaseReserve()) parts++
  expect([parts, reserved()]).toEqual([Math.ceil(RESERVE / 65_536), 0])
  expect(room.problem()).toMatch(/0 B are free, and 1\.3 MB are needed/)
  // Room for what is to be kept free, and not for the reserve.
  free = 1_200_000
  expect(room.problem()).toMatch(/1\.2 MB are free, and 1\.3 MB are needed/)
  free = 100_000_000
  await expect.poll(() => room.problem()).toBeUndefined()
  expect(reserved()).toBe(RESERVE)
})

test('a reserve that another program shortened or took away is missed and laid up again', async () => {
  const room = open({ againMs: 5 })
  await room.refill()
  for (const take of [
    () => rmSync(reserveOf(home)),
    () => writeFileSync(reserveOf(home), 'short'),
  ]) {
    take()
    expect(room.problem()).toMatch(/could not be written to when it was last tried/)
    await expect.poll(() => room.problem()).toBeUndefined()
  }
})

test('a folder in which no reserve can be laid up is told in words, not thrown', async () => {
  mkdirSync(reserveOf(home))
  const room = open()
  await room.refill()
  expect(room.problem()).toMatch(/\(EISDIR\)\. Check that the folder is writable/)
  expect(room.releaseReserve()).toBe(false)
})

test('where the system does not say how much is free, only what was refused counts', async () => {
  const room = open({ freeBytes: () => undefined })
  await room.refill()
  expect(room.problem()).toBeUndefined()
})
