import { mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AudioChunk } from '#shared/audio.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { bestWorking } from './ffmpeg.ts'
import { createPlaylists, type HlsPlaylists } from './hls.ts'
import {
  childProcesses,
  decode,
  ffmpegsHere,
  fidelity,
  glide,
  glideInPieces,
} from './sound.test-support.ts'

const never = new AbortController().signal
const ffmpegs = await ffmpegsHere()
const url = (id: string, name: string): string => `http://127.0.0.1:8765/hls/${id}/${name}`
const TTL = 60_000
const folder = folderForTests('griot orin ṣíṣàn')
let count = 0

/** Playlists in a folder of their own, with a clock that can be moved. */
function open(getFfmpeg = async () => ffmpegs[0] as (typeof ffmpegs)[number]) {
  const directory = join(folder, `hls ${count++}`)
  const clock = { ms: Date.now() }
  const playlists = createPlaylists(directory, getFfmpeg, { ttlMs: TTL, now: () => clock.ms })
  return { directory, clock, playlists }
}

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(lines)).join('')
}

async function complete(
  playlists: HlsPlaylists,
  seconds: number,
): Promise<{ id: string; text: string }> {
  const { id, lines } = await playlists.start(glideInPieces(seconds, 0.7), '64k', url, never)
  return { id, text: await textOf(lines) }
}

describe.each(ffmpegs)('a playlist made with ffmpeg $version', (ffmpeg) => {
  it('is played by a player from its first sample to its last', async () => {
    const { directory, playlists } = open(async () => ffmpeg)
    const { id } = await complete(playlists, 10)
    const path = join(directory, 'player.m3u8')
    const segmentPath = (id: string, name: string): string => playlists.segment(id, name) ?? ''
    await writeFile(path, playlists.playlist(id, segmentPath) ?? '')
    const heard = await decode(ffmpeg, path, 'hls')
    expect(heard.length).toBeGreaterThanOrEqual(240_000)
    expect(heard.length).toBeLessThanOrEqual(240_000 + 2 * 1_024)
    expect(fidelity(heard, glide(10)).worstDb).toBeGreaterThan(15)
    await playlists.close()
  })
})

describe('a playlist', () => {
  it('that can no longer be written says so, without the place where it lies', async () => {
    const { directory, playlists } = open()
    const sound = async function* (): AsyncGenerator<AudioChunk> {
      yield* glideInPieces(4, 0.7)
      // In one step: segments are being written into it.
      await rename(directory, `${directory} elsewhere`)
      yield* glideInPieces(4, 0.7)
    }
    const failure = await playlists
      .start(sound(), '64k', url, never)
      .then(({ lines }) => textOf(lines))
      .catch((error: Error) => error)
    expect(failure).toMatchObject({ code: 'storage/failed' })
    expect(String(failure)).toContain('could not be written (ENOENT)')
    expect(String(failure)).not.toContain(folder)
    await playlists.close()
  })

  it('is written line by line and says what the players need', async () => {
    const { playlists } = open()
    const { id, text } = await complete(playlists, 6)
    expect(text.split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      '#EXT-X-TARGETDURATION:3',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:EVENT',
      '#EXT-X-START:TIME-OFFSET=0',
      '#EXTINF:2.005333,',
      url(id, '00000.aac'),
      '#EXTINF:2.986667,',
      url(id, '00001.aac'),
      '#EXTINF:1.066667,',
      url(id, '00002.aac'),
      '#EXT-X-ENDLIST',
      '',
    ])
    expect(playlists.playlist(id, url)).toBe(
      text.replace('EVENT', 'VOD').replace('#EXT-X-START:TIME-OFFSET=0\n', ''),
    )
    await playlists.close()
  })

  it('can be played while it grows', async () => {
    const { playlists } = open()
    const goOn = Promise.withResolvers<void>()
    async function* speech(): AsyncGenerator<AudioChunk> {
      yield* glideInPieces(3, 0.5)
      await goOn.promise
      yield* glideInPieces(3, 0.5)
    }
    const { id, lines } = await playlists.start(speech(), '128k', url, never)
    const growing = playlists.playlist(id, url)
    expect(growing).toContain('EVENT')
    expect(growing).toContain('00000.aac')
    expect(growing).not.toContain('ENDLIST')
    expect(playlists.playlist(id, url, 0)).not.toContain('.aac')
    expect(
      (await readFile(playlists.segment(id, '00000.aac') ?? '')).toString('latin1', 0, 3),
    ).toBe('ID3')
    expect(playlists.segment(id, '00001.aac')).toBeUndefined()
    goOn.resolve()
    expect(await textOf(lines)).toContain('00001.aac')
    expect(playlists.playlist(id, url)).toContain('ENDLIST')
    expect(playlists.playlist(id, url, 1)).toContain('00001.aac')
    await playlists.close()
  })

  it('has an id nobody guesses, and gives no file that is not one of its segments', async () => {
    const { playlists } = open()
    const { id } = await complete(playlists, 1)
    expect(id).toMatch(/^[\w-]{43}$/)
    for (const name of [
      '../00000.aac',
      '..',
      '',
      '00000.aac.part',
      '00001.aac',
      '00000.AAC',
      '/etc/passwd',
    ])
      expect(playlists.segment(id, name)).toBeUndefined()
    expect(playlists.segment('../..', '00000.aac')).toBeUndefined()
    expect(playlists.playlist('..', url)).toBeUndefined()
    await playlists.close()
  })

  it('expires with its files, and not before its time', async () => {
    const { directory, clock, playlists } = open()
    const { id } = await complete(playlists, 1)
    // A second of sound, which may take a listener over a slow line four.
    clock.ms += TTL + 4_000 - 1
    await playlists.purge()
    expect(playlists.segment(id, '00000.aac')).toBeDefined()
    clock.ms += 1_000
    expect(playlists.segment(id, '00000.aac')).toBeUndefined()
    expect(playlists.playlist(id, url)).toBeUndefined()
    await playlists.purge()
    expect(await readdir(directory)).toEqual([])
    await playlists.close()
  })

  it('is gone with the program that made it', async () => {
    const { directory, playlists } = open()
    await complete(playlists, 1)
    await playlists.close()
    expect(await readdir(directory)).toEqual([])
  })
})

describe('what an earlier process left behind', () => {
  it('is removed once it is old, and nothing else is', async () => {
    const { directory, clock, playlists } = open()
    const leftover = (letter: string): string => join(directory, letter.repeat(43))
    for (const path of [leftover('a'), leftover('b'), join(directory, 'my own folder')])
      await mkdir(path, { recursive: true })
    const past = new Date(clock.ms - TTL - 10_000)
    await utimes(leftover('a'), past, past)
    await utimes(join(directory, 'my own folder'), past, past)
    await playlists.purge()
    expect(await readdir(directory)).toEqual(
      expect.arrayContaining(['b'.repeat(43), 'my own folder']),
    )
    expect(await readdir(directory)).not.toContain('a'.repeat(43))
    await playlists.close()
  })
})

describe('when it goes wrong', () => {
  it('throws what is wrong with the speech before any line, and leaves nothing', async () => {
    const { directory, playlists } = open()
    async function* speech(): AsyncGenerator<AudioChunk> {
      yield* glideInPieces(1, 1)
      throw new TypeError('the voice broke')
    }
    await expect(playlists.start(speech(), '128k', url, never)).rejects.toThrow('the voice broke')
    expect(await readdir(directory)).toEqual([])
    expect(childProcesses()).toEqual([])
  })

  it('breaks off the lines when the speech fails half-way, and the playlist is gone', async () => {
    const { directory, playlists } = open()
    async function* speech(): AsyncGenerator<AudioChunk> {
      yield* glideInPieces(6, 1)
      throw new TypeError('the voice broke')
    }
    const { id, lines } = await playlists.start(speech(), '128k', url, never)
    await expect(textOf(lines)).rejects.toThrow('the voice broke')
    expect(playlists.playlist(id, url)).toBeUndefined()
    expect(await readdir(directory)).toEqual([])
  })

  it.each(['before the first line', 'between two lines'])(
    'stops on a listener who leaves %s',
    async (when) => {
      const { directory, playlists } = open()
      const stop = new AbortController()
      const { id, lines } = await playlists.start(glideInPieces(3_600, 1), '128k', url, stop.signal)
      const reader = lines[Symbol.asyncIterator]()
      if (when === 'between two lines') for (let line = 0; line < 8; line++) await reader.next()
      stop.abort()
      await expect(
        (async () => {
          while (!(await reader.next()).done);
        })(),
      ).rejects.toMatchObject({ code: 'speech/cancelled' })
      expect(playlists.playlist(id, url)).toBeUndefined()
      expect(await readdir(directory)).toEqual([])
      expect(childProcesses()).toEqual([])
    },
  )

  it('stops when the reader takes no more lines', async () => {
    const { directory, playlists } = open()
    const { lines } = await playlists.start(glideInPieces(3_600, 1), '128k', url, never)
    for await (const _ of lines) break
    expect(await readdir(directory)).toEqual([])
    expect(childProcesses()).toEqual([])
  })

  it('leaves nothing for a listener who left before the first segment', async () => {
    const { directory, playlists } = open()
    const stop = new AbortController()
    const answer = playlists.start(glideInPieces(1.5, 0.01), '128k', url, stop.signal)
    setImmediate(() => stop.abort())
    await expect(answer).rejects.toMatchObject({ code: 'speech/cancelled' })
    expect(await readdir(directory)).toEqual([])
    expect(childProcesses()).toEqual([])
  })

  it('says so in words without ffmpeg and without a place to write', async () => {
    const { playlists } = open(() => bestWorking([]))
    await expect(complete(playlists, 1)).rejects.toMatchObject({ code: 'encode/no-ffmpeg' })
    const file = join(folder, 'a file')
    await writeFile(file, 'not a folder')
    const nowhere = createPlaylists(
      join(file, 'hls'),
      async () => ffmpegs[0] as (typeof ffmpegs)[number],
    )
    await expect(complete(nowhere, 1)).rejects.toMatchObject({ code: 'storage/failed' })
  })
})
