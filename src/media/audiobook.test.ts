import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { encodeAudiobook } from './audiobook.ts'
import { encodePcm } from './pcm.ts'
import { ffmpegsHere, glideInPieces } from './sound.test-support.ts'

const folder = folderForTests('griot ìwé ohùn')
const never = new AbortController().signal
const order = {
  format: 'm4b',
  title: 'Ìtàn; #1 = "one"\\two',
  bitrate: '64k',
  chapters: [
    { title: 'Orí kìíní', start: 0, end: 1.25 },
    { title: 'ምዕራፍ; 2', start: 1.25, end: 3 },
  ],
} as const

test.each(await ffmpegsHere())(
  'ffmpeg $version makes an audiobook with its title, its chapters and its length',
  async (ffmpeg) => {
    const path = join(folder, `${ffmpeg.source}.m4b`)
    const sound = encodePcm(glideInPieces(3, 0.3), never)
    await encodeAudiobook(sound, order, path, async () => ffmpeg, never)
    const { stdout } = spawnSync(ffmpeg.path, [
      '-loglevel',
      'error',
      '-i',
      path,
      '-f',
      'ffmetadata',
      '-',
    ])
    const notes = String(stdout)
    expect(notes).toContain('title=Ìtàn\\; \\#1 \\= "one"\\\\two')
    expect(
      Array.from(notes.matchAll(/START=(\d+)\nEND=(\d+)\ntitle=(.*)/g), ([, ...found]) => found),
    ).toEqual([
      ['0', '1250', 'Orí kìíní'],
      ['1250', '3000', 'ምዕራፍ\\; 2'],
    ])
    const pcm = spawnSync(
      ffmpeg.path,
      [...['-loglevel', 'error', '-i', path, '-f', 's16le', '-ar', `${SAMPLE_RATE}`, '-']],
      { maxBuffer: 1e8 },
    ).stdout
    expect(Math.abs(pcm.length / 2 / SAMPLE_RATE - 3)).toBeLessThan(0.1)
  },
)

test('a book whose sound fails is not made', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1_000)
    throw new Error('no more')
  }
  const [ffmpeg] = await ffmpegsHere()
  const making = encodeAudiobook(
    broken(),
    order,
    join(folder, 'no.m4b'),
    async () => {
      if (!ffmpeg) throw new Error('no ffmpeg')
      return ffmpeg
    },
    never,
  )
  await expect(making).rejects.toThrow('no more')
})
