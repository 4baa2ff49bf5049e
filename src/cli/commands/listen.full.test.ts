import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGriotHere, startGriot } from '#cli/griot.test-support.ts'
import { programFolder } from '#media/player.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const folder = folderForTests('griot etí')

test('a sentence is heard before the next one is written, and all of it in the end', async () => {
  const args = ['listen', '--voice', 'lina', '--out', '-']
  const { child, exit, err } = startGriot(folder, args)
  let bytes = 0
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    bytes += text.length
  })
  child.stdin.write('Good morning, everybody. And then')
  await once(child.stdout, 'data')
  child.stdin.end(' there was more to say.\n')
  expect([await exit, err()]).toEqual([[0, null], ''])
  expect(bytes % 2).toBe(0)
  expect(bytes / 48_000).toBeGreaterThan(2)
})

test('it is played aloud, sentence by sentence in their languages', async () => {
  const players = programFolder(folder)
  const { code, err } = await runGriotHere(folder, ['listen'], {
    variables: { PATH: players.searchPath },
    input: 'Ẹ káàárọ̀ o.\nSannu.',
  })
  expect([code, err]).toEqual([0, ''])
  expect(players.heard('paplay').length / 48_000).toBeGreaterThan(1)
})

test('more text than may wait at once is taken as fast as it is spoken', async () => {
  const args = ['listen', '--out', '-', '--format', 'mulaw', '--speed', '1.2']
  const { child, printed } = startGriot(folder, args)
  child.stdin.on('error', () => undefined)
  child.stdin.write('Good morning. '.repeat(4_000))
  await printed(/.{40000}/s)
  child.kill('SIGINT')
  expect((await once(child, 'exit'))[0]).toBe(130)
})

test('a player that fails ends it, though more text may come', async () => {
  const broken = programFolder(join(folder, 'broken'))
  const player = join(folder, 'broken', 'programs', 'paplay')
  writeFileSync(player, '#!/bin/sh\necho "no loudspeaker here" >&2\nexit 3\n')
  const { child, exit, err } = startGriot(folder, ['listen'], { PATH: broken.searchPath })
  child.stdin.on('error', () => undefined)
  child.stdin.write('Good morning, everybody. And then')
  expect([await exit, err()]).toEqual([[1, null], expect.stringContaining('no loudspeaker here')])
})

test('a voice that is not there, and wrong options, are refused', async () => {
  for (const [args, words] of [
    [['--out', 'a.pcm'], '--out is "-"'],
    [['--format', 'mulaw'], '--out -'],
    [['--format', 'mp3', '--out', '-'], 'pcm_s16le'],
    [['--speed', '7'], '--speed'],
  ] as const) {
    const { code, err } = await runGriotHere(folder, ['listen', ...args])
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
  }
  const { code, err } = await runGriotHere(folder, ['listen', '--voice', 'nobody', '--out', '-'])
  expect([code, err]).toEqual([1, expect.stringContaining('no voice called')])
})
