import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programFolder } from '#media/player.test-support.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { ENTRY, runGriot, runGriotHere } from './griot.test-support.ts'

const folder = folderForTests('griot ohùn rara')
const players = programFolder(folder)
const PATH = players.searchPath

test('a text is played while it is made, with a file beside it only where one is named', async () => {
  const { code, err } = await runGriotHere(folder, ['say', 'Good morning.', '--play'], {
    variables: { PATH },
  })
  expect([code, err]).toEqual([0, ''])
  const heard = players.heard('paplay')
  expect(heard.length / 2).toBeGreaterThan(SAMPLE_RATE / 2)
  expect(existsSync(join(folder, 'speech.wav'))).toBe(false)
  const both = ['say', 'Good morning.', '--play', '--format', 'pcm_s16le', '--out', 'a.pcm']
  await runGriotHere(folder, both, { variables: { PATH } })
  expect(players.heard('paplay').subarray(heard.length).equals(heard)).toBe(true)
  expect(readFileSync(join(folder, 'a.pcm')).equals(heard)).toBe(true)
})

test('a pipe is read without being asked for, and a text is missed where there is none', async () => {
  const args = ['say', '--out', '-', '--format', 'pcm_s16le']
  const piped = await runGriot(folder, args, {}, 'Good morning.')
  const given = await runGriotHere(folder, [...args, 'Good morning.'])
  expect(piped.out.equals(given.bytes)).toBe(true)
  const child = spawn(process.execPath, [ENTRY, ...args], {
    cwd: folder,
    env: { ...process.env, GRIOT_HOME: join(folder, 'data') },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let err = ''
  child.stderr.on('data', (text) => {
    err += text
  })
  expect((await once(child, 'close'))[0]).toBe(2)
  expect(err).toContain('Give a text')
})

test('a system without a player, and a player that fails, are told in words', async () => {
  const none = await runGriotHere(folder, ['say', 'Hi.', '--play'], {
    variables: { PATH: join(folder, 'nothing') },
  })
  expect([none.code, none.err]).toEqual([1, expect.stringMatching(/No program.*paplay.*--out/)])
  const broken = programFolder(join(folder, 'broken'))
  const path = join(folder, 'broken', 'programs', 'paplay')
  writeFileSync(path, '#!/bin/sh\necho "no loudspeaker here" >&2\nexit 3\n')
  chmodSync(path, 0o755)
  const { code, err } = await runGriotHere(folder, ['say', 'Hi there. '.repeat(60), '--play'], {
    variables: { PATH: broken.searchPath },
  })
  expect([code, err]).toEqual([1, expect.stringContaining('no loudspeaker here')])
})

test.each(['wav', 'mp3', 'flac', 'ogg_opus', 'webm_opus', 'wav_8k', 'mulaw', 'alaw'])(
  'a player can read %s from standard output',
  async (format) => {
    // The Content Credentials of a FLAC come first, in an ID3 tag.
    const start: Readonly<Record<string, RegExp>> = {
      ...{ wav: /^RIFF/, wav_8k: /^RIFF/, mp3: /^(ID3|ÿ)/, flac: /^ID3/, ogg_opus: /^OggS/ },
      webm_opus: /^.Eß£/,
    }
    const args = ['say', 'Good morning.', '--out', '-', '--format', format]
    const { code, bytes } = await runGriotHere(folder, args)
    expect(code).toBe(0)
    expect(bytes.length).toBeGreaterThan(2_000)
    expect(bytes.subarray(0, 4).toString('latin1')).toMatch(start[format] ?? /^/)
  },
)
