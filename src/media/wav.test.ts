import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SpokenChunk } from '#shared/audio.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { toPcm } from './pcm.ts'
import { collect, decode, ffmpegsHere, glide, glideInPieces } from './sound.test-support.ts'
import { encodeWav, patchWavSizes } from './wav.ts'

const never = new AbortController().signal
const ffmpegs = await ffmpegsHere()
const nothing = { words: [], phones: [], syllables: [] }
const folder = folderForTests('griot ẹ̀dà')

describe('a wav stream', () => {
  it('tells its true length when one sentence is all there is', async () => {
    async function* speech(): AsyncGenerator<SpokenChunk> {
      yield { samples: glide(0.4), timings: nothing, done: 0, total: 1, samplesToCome: 14_400 }
      yield { samples: glide(0.6), timings: nothing, done: 1, total: 1, samplesToCome: 0 }
    }
    const bytes = await collect(encodeWav(speech(), never))
    expect(bytes.length).toBe(44 + 48_000)
    expect(bytes.readUInt32LE(40)).toBe(48_000)
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
  })

  it('says "until the end" when more sentences follow', async () => {
    const bytes = await collect(encodeWav(glideInPieces(1, 0.3), never))
    expect(bytes.readUInt32LE(40)).toBe(0xffff_ffff)
    expect(bytes.readUInt32LE(4)).toBe(0xffff_ffff)
    expect(bytes.length).toBe(44 + 48_000)
  })

  it('does not wait for the second sentence before it gives the first', async () => {
    const second = Promise.withResolvers<void>()
    async function* speech(): AsyncGenerator<SpokenChunk> {
      yield { samples: glide(0.5), timings: nothing, done: 1, total: 2 }
      await second.promise
      yield { samples: glide(0.5), timings: nothing, done: 2, total: 2 }
    }
    const stream = encodeWav(speech(), never)
    expect((await stream.next()).value?.length).toBe(44 + 24_000)
    second.resolve()
    expect((await stream.next()).value?.length).toBe(24_000)
    expect((await stream.next()).done).toBe(true)
  })

  it.each(ffmpegs)(
    'is decoded sample for sample by ffmpeg $version, patched or not',
    async (ffmpeg) => {
      const bytes = await collect(encodeWav(glideInPieces(2, 0.5), never))
      const heard = await decode(ffmpeg, bytes, 'wav')
      expect(Buffer.from(heard.buffer).equals(bytes.subarray(44))).toBe(true)
    },
  )

  it('throws what is wrong with the speech before its header', async () => {
    // biome-ignore lint/correctness/useYield: this speech fails before its first chunk
    async function* speech(): AsyncGenerator<SpokenChunk> {
      throw new TypeError('no such voice')
    }
    await expect(encodeWav(speech(), never).next()).rejects.toThrow('no such voice')
  })

  it('stops the speech when the listener leaves', async () => {
    let stopped = false
    async function* speech() {
      try {
        yield* glideInPieces(600, 0.1)
      } finally {
        stopped = true
      }
    }
    for await (const _ of encodeWav(speech(), never)) break
    expect(stopped).toBe(true)
  })
})

describe('a finished wav file', () => {
  it('gets its true sizes, whatever the folder is called', async () => {
    const path = join(folder, 'Ìtàn àkọ́kọ́.wav')
    await writeFile(path, await collect(encodeWav(glideInPieces(1, 0.25), never)))
    await patchWavSizes(path)
    const bytes = await readFile(path)
    expect(bytes.readUInt32LE(40)).toBe(48_000)
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
    expect(bytes.subarray(44, 44 + 1_000).equals(toPcm(glide(0.25)).subarray(0, 1_000))).toBe(true)
  })

  it('is left alone when it is something else', async () => {
    const path = join(folder, 'letter.txt')
    await writeFile(path, 'A letter that is longer than the header of a wav file.')
    await expect(patchWavSizes(path)).rejects.toMatchObject({ code: 'encode/failed' })
    expect(await readFile(path, 'utf8')).toContain('A letter')
  })
})
