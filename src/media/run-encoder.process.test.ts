import { afterEach, describe, expect, it } from 'vitest'
import { encodePcm } from './pcm.ts'
import { runEncoder } from './run-encoder.ts'
import {
  childProcesses,
  collect,
  decode,
  ffmpegsHere,
  glideInPieces,
} from './sound.test-support.ts'

const FLAC = [
  '-f',
  's16le',
  '-ar',
  '24000',
  '-ac',
  '1',
  '-i',
  'pipe:0',
  '-c:a',
  'flac',
  '-f',
  'flac',
  'pipe:1',
]
const never = new AbortController().signal
const ffmpegs = await ffmpegsHere()
const hour = (): AsyncGenerator<Uint8Array> => encodePcm(glideInPieces(3_600, 0.5), never)

afterEach(() => {
  expect(childProcesses()).toEqual([])
})

describe.each(ffmpegs)('ffmpeg $version as an encoder', (ffmpeg) => {
  it('gives back everything it was fed', async () => {
    const flac = await collect(
      runEncoder(ffmpeg, FLAC, encodePcm(glideInPieces(3, 0.4), never), never),
    )
    const heard = await decode(ffmpeg, flac, 'flac')
    const meant = await collect(encodePcm(glideInPieces(3, 0.4), never))
    expect(Buffer.from(heard.buffer).equals(meant)).toBe(true)
  })

  it('is gone when the listener hangs up half-way', async () => {
    const stop = new AbortController()
    const stream = runEncoder(ffmpeg, FLAC, hour(), stop.signal)
    await stream.next()
    expect(childProcesses()).toHaveLength(1)
    stop.abort()
    await expect(collect(stream)).rejects.toMatchObject({ code: 'speech/cancelled' })
    expect(childProcesses()).toEqual([])
  })

  it('is gone when the reader has heard enough, and so is the speech', async () => {
    let stopped = false
    async function* speech() {
      try {
        yield* hour()
      } finally {
        stopped = true
      }
    }
    for await (const _ of runEncoder(ffmpeg, FLAC, speech(), never)) break
    expect(childProcesses()).toEqual([])
    expect(stopped).toBe(true)
  })

  it('that is killed half-way says so in words', async () => {
    const stream = runEncoder(ffmpeg, FLAC, hour(), never)
    await stream.next()
    for (const id of childProcesses()) process.kill(id, 'SIGKILL')
    await expect(collect(stream)).rejects.toMatchObject({
      code: 'encode/failed',
      message: expect.stringContaining('SIGKILL'),
    })
  })

  it('that is killed while the voice is still thinking does not wait for it', async () => {
    async function* speech(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(96_000)
      for (const id of childProcesses()) process.kill(id, 'SIGKILL')
      await new Promise(() => 'this voice never comes back')
    }
    await expect(collect(runEncoder(ffmpeg, FLAC, speech(), never))).rejects.toMatchObject({
      code: 'encode/failed',
    })
  })

  it('ends a voice that hangs as soon as the listener hangs up', async () => {
    const stop = new AbortController()
    const speech = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => 'hangs') }),
    }
    const answer = collect(runEncoder(ffmpeg, FLAC, speech, stop.signal))
    setImmediate(() => stop.abort())
    await expect(answer).rejects.toMatchObject({ code: 'speech/cancelled' })
  })

  it('passes on what is wrong with the speech, before any byte', async () => {
    // biome-ignore lint/correctness/useYield: this speech fails before its first chunk
    async function* speech(): AsyncGenerator<Uint8Array> {
      throw new TypeError('no such voice')
    }
    await expect(runEncoder(ffmpeg, FLAC, speech(), never).next()).rejects.toThrow('no such voice')
  })

  it('passes on what goes wrong with the speech half-way', async () => {
    async function* speech(): AsyncGenerator<Uint8Array> {
      yield* encodePcm(glideInPieces(5, 0.5), never)
      throw new TypeError('the voice broke')
    }
    await expect(collect(runEncoder(ffmpeg, FLAC, speech(), never))).rejects.toThrow(
      'the voice broke',
    )
  })

  it('says in its own words why it refuses', async () => {
    const args = FLAC.map((arg) => (arg === 'flac' ? 'no-such-format' : arg))
    await expect(collect(runEncoder(ffmpeg, args, hour(), never))).rejects.toMatchObject({
      code: 'encode/failed',
      message: expect.stringContaining('no-such-format'),
    })
  })

  it('slows the speech down for a slow listener', async () => {
    let pulled = 0
    async function* speech() {
      for await (const chunk of hour()) {
        pulled += 1
        yield chunk
      }
    }
    const stream = runEncoder(ffmpeg, FLAC, speech(), never)
    await stream.next()
    let before = -1
    while (before !== pulled) {
      before = pulled
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    expect(pulled).toBeLessThan(240)
    await stream.return(undefined)
  })
})

describe('an encoder that is not there', () => {
  it('is an error in words', async () => {
    const answer = collect(runEncoder({ path: '/nowhere/ffmpeg' }, FLAC, hour(), never))
    await expect(answer).rejects.toMatchObject({
      code: 'encode/failed',
      message: expect.stringContaining('there is no such file'),
    })
  })

  it('is an error before a slow voice has said anything', async () => {
    const speech = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => 'slow') }),
    }
    const stream = runEncoder({ path: process.cwd() }, FLAC, speech, never)
    await expect(stream.next()).rejects.toMatchObject({ code: 'encode/failed' })
  })

  it('is not even started for a listener who has left', async () => {
    const stream = runEncoder({ path: '/nowhere/ffmpeg' }, FLAC, hour(), AbortSignal.abort())
    await expect(stream.next()).rejects.toMatchObject({ code: 'speech/cancelled' })
  })
})
