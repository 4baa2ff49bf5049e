import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { programFolder } from './player.test-support.ts'
import { startPlayer } from './player.ts'

const folder = folderForTests('griot agbọ́hùn')
const forever = new AbortController().signal
const SOUND = Buffer.alloc(48_000, 7)

/** A folder with one program, which is this script. */
function withPlayer(name: string, script: string): string {
  const programs = join(folder, name)
  mkdirSync(programs, { recursive: true })
  writeFileSync(join(programs, 'aplay'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(programs, 'aplay'), 0o755)
  return [programs, '/usr/bin', '/bin'].join(':')
}

test('a player that reads a stream is given samples, and waited for', async () => {
  const players = programFolder(folder)
  const player = await startPlayer(players.searchPath, forever, 'linux')
  await player.write(SOUND)
  await player.write(SOUND)
  await player.end()
  expect(players.heard('paplay').equals(Buffer.concat([SOUND, SOUND]))).toBe(true)
})

test('a player that reads files is given a whole wav, which is gone afterwards', async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('griot-play-'))
  const players = programFolder(join(folder, 'mac'), 'afplay')
  const player = await startPlayer(join(folder, 'mac', 'programs'), forever, 'darwin')
  await player.write(SOUND)
  expect(players.heard('afplay').length).toBe(0)
  await player.end()
  const wav = players.heard('afplay')
  expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(40)]).toEqual(['RIFF', SOUND.length])
  expect(wav.subarray(44).equals(SOUND)).toBe(true)
  const after = readdirSync(tmpdir()).filter((name) => name.startsWith('griot-play-'))
  expect(after).toEqual(before)
})

test('a player that dies is told with its words, and one that is stopped ends at once', async () => {
  const dying = withPlayer('dying', 'echo "no card" >&2; exit 1')
  const dead = await startPlayer(dying, forever, 'linux')
  const writing = async (): Promise<void> => {
    for (;;) await dead.write(SOUND)
  }
  await expect(writing()).rejects.toThrow(/aplay says "no card"/)
  const deaf = withPlayer('deaf', 'exec sleep 1000')
  const stop = new AbortController()
  const stuck = await startPlayer(deaf, stop.signal, 'linux')
  const filling = (async (): Promise<void> => {
    for (;;) await stuck.write(SOUND)
  })()
  stop.abort(new Error('enough'))
  await expect(filling).rejects.toThrow()
  await stuck.stop()
})

test('where no player is, those that would do are named', async () => {
  for (const [platform, name] of [
    ['linux', 'paplay'],
    ['darwin', 'afplay'],
    ['win32', 'powershell'],
  ] as const)
    await expect(startPlayer(folder, forever, platform)).rejects.toThrow(name)
})
