import { describe, expect, it } from 'vitest'
import type { AudioChunk } from '#shared/audio.ts'
import { STREAM_FORMATS } from '#shared/formats.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { bestWorking } from './ffmpeg.ts'
import { createPlaylists, type HlsPlaylists } from './hls.ts'
import { render } from './render.ts'
import { childProcesses, collect, ffmpegsHere, glideInPieces } from './sound.test-support.ts'

const never = new AbortController().signal
const [ffmpeg] = await ffmpegsHere()
const getFfmpeg = async () => ffmpeg as NonNullable<typeof ffmpeg>
const noFfmpeg = () => bestWorking([])
const folder = folderForTests('griot render')

/** First bytes of each format by its specification. */
const beginnings = {
  wav: 'RIFF',
  mp3: '\xff\xf3',
  ogg_opus: 'OggS',
  webm_opus: '\x1a\x45\xdf\xa3',
  flac: 'fLaC',
  pcm_s16le: '',
  mulaw: '',
  alaw: '',
} as const

describe.each(STREAM_FORMATS)('an answer in %s', (format) => {
  const output = { format, bitrate: '64k' } as const

  it('is one stream of that format', async () => {
    const bytes = await collect(render(glideInPieces(1, 0.3), output, getFfmpeg, never))
    expect(bytes.toString('latin1').startsWith(beginnings[format])).toBe(true)
    expect(bytes.length).toBeGreaterThan(5_000)
  })

  it('throws what is wrong with the speech before its first byte', async () => {
    // biome-ignore lint/correctness/useYield: this speech fails before its first chunk
    async function* speech(): AsyncGenerator<AudioChunk> {
      throw new TypeError('no such voice')
    }
    await expect(render(speech(), output, getFfmpeg, never).next()).rejects.toThrow('no such voice')
  })

  it('is refused in words when nothing was spoken', async () => {
    const nothing = render(glideInPieces(0, 1), output, getFfmpeg, never)
    await expect(nothing.next()).rejects.toMatchObject({ code: 'encode/failed' })
  })

  it('ends with the listener, and so does the speech', async () => {
    let stopped = false
    async function* speech() {
      try {
        yield* glideInPieces(3_600, 0.5)
      } finally {
        stopped = true
      }
    }
    const stop = new AbortController()
    const stream = render(speech(), output, getFfmpeg, stop.signal)
    await stream.next()
    stop.abort()
    await expect(collect(stream)).rejects.toMatchObject({ code: 'speech/cancelled' })
    await new Promise(setImmediate)
    expect(stopped).toBe(true)
    expect(childProcesses()).toEqual([])
  })
})

describe('without ffmpeg', () => {
  it.each(['wav', 'pcm_s16le', 'mulaw', 'alaw'] as const)('%s still works', async (format) => {
    const sound = render(glideInPieces(1, 0.5), { format, bitrate: '128k' }, noFfmpeg, never)
    expect((await collect(sound)).length).toBeGreaterThanOrEqual(24_000)
  })

  it.each(['mp3', 'ogg_opus', 'webm_opus', 'flac'] as const)(
    '%s says what to install',
    async (format) => {
      const sound = render(glideInPieces(1, 0.5), { format, bitrate: '128k' }, noFfmpeg, never)
      await expect(sound.next()).rejects.toMatchObject({ code: 'encode/no-ffmpeg' })
    },
  )
})

describe('the playlists of the program', () => {
  it('are the ones that are written here', async () => {
    const here = createPlaylists(folder, getFfmpeg)
    const playlists: HlsPlaylists = here
    expect(playlists.playlist('unknown', (id, name) => `${id}/${name}`)).toBeUndefined()
    await here.close()
  })
})
