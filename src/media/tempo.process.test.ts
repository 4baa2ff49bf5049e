import { describe, expect, it } from 'vitest'
import { type AudioChunk, SAMPLE_RATE } from '#shared/audio.ts'
import { openPitchTrack } from '#speech/dsp/pitch.ts'
import { bestWorking } from './ffmpeg.ts'
import { childProcesses, ffmpegsHere, glideInPieces } from './sound.test-support.ts'
import { changeTempo } from './tempo.ts'

const never = new AbortController().signal
const ffmpegs = await ffmpegsHere()

/** A steady voice-like sound of 150 Hz with its harmonics. */
async function* hum(seconds: number): AsyncGenerator<AudioChunk> {
  for (let from = 0; from < seconds - 1e-6; from += 0.5) {
    const length = Math.round(Math.min(0.5, seconds - from) * SAMPLE_RATE)
    yield {
      samples: Float32Array.from({ length }, (_, index) => {
        const phase = 2 * Math.PI * 150 * (from + index / SAMPLE_RATE)
        return 0.3 * Math.sin(phase) + 0.15 * Math.sin(2 * phase) + 0.1 * Math.sin(3 * phase)
      }),
    }
  }
}

async function heard(chunks: AsyncIterable<AudioChunk>): Promise<Float32Array> {
  const pieces = await Array.fromAsync(chunks)
  return Float32Array.from(pieces.flatMap(({ samples }) => [...samples]))
}

function level(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)
}

function medianPitch(samples: Float32Array): number {
  const track = openPitchTrack(samples, SAMPLE_RATE, 90, 270)
  track.follow(samples.length / SAMPLE_RATE)
  const voiced = [...track.hz].filter((hz) => hz > 0).sort((a, b) => a - b)
  return voiced[voiced.length >> 1] ?? 0
}

describe.each(ffmpegs)('with ffmpeg $version', (ffmpeg) => {
  const getFfmpeg = async () => ffmpeg

  it.each([0.357, 0.5, 0.75, 1.5, 2, 3.334, 4])(
    'speech at %f times its pace lasts as long as it should, at the same pitch and without a gap',
    async (factor) => {
      const sound = await heard(changeTempo(hum(6), factor, getFfmpeg, never))
      const seconds = sound.length / SAMPLE_RATE
      expect(seconds).toBeGreaterThan((6 / factor) * 0.95)
      expect(seconds).toBeLessThan((6 / factor) * 1.05)
      const middle = sound.subarray(sound.length * 0.2, sound.length * 0.8)
      expect(medianPitch(middle)).toBeGreaterThan(148)
      expect(medianPitch(middle)).toBeLessThan(152)
      for (let at = 0; at + 960 < middle.length; at += 960)
        expect(level(middle.subarray(at, at + 960))).toBeGreaterThan(0.12)
    },
  )

  it('is heard while the voice is still speaking', async () => {
    const enough = Promise.withResolvers<void>()
    async function* speech(): AsyncGenerator<AudioChunk> {
      yield* hum(2)
      await enough.promise
    }
    let samples = 0
    for await (const chunk of changeTempo(speech(), 0.5, getFfmpeg, never)) {
      samples += chunk.samples.length
      if (samples > 2 * 1.8 * SAMPLE_RATE) enough.resolve()
    }
    expect(samples).toBeGreaterThan(2 * 1.9 * SAMPLE_RATE)
  })

  it('ends its process when the listener leaves and when it is cancelled', async () => {
    const before = childProcesses()
    for await (const _ of changeTempo(hum(60), 2, getFfmpeg, never)) break
    const stop = new AbortController()
    const cancelled = (async () => {
      for await (const _ of changeTempo(hum(60), 2, getFfmpeg, stop.signal)) stop.abort()
    })()
    await expect(cancelled).rejects.toMatchObject({ code: 'speech/cancelled' })
    expect(childProcesses()).toEqual(before)
  })

  it('hands on what is wrong with the speech, and refuses silence', async () => {
    // biome-ignore lint/correctness/useYield: this speech fails before its first chunk
    async function* broken(): AsyncGenerator<AudioChunk> {
      throw new TypeError('no such voice')
    }
    await expect(changeTempo(broken(), 2, getFfmpeg, never).next()).rejects.toThrow('no such voice')
    const nothing = changeTempo(glideInPieces(0, 1), 2, getFfmpeg, never)
    await expect(nothing.next()).rejects.toMatchObject({ code: 'encode/failed' })
  })
})

it('says that only paces far from the usual need ffmpeg, where there is none', async () => {
  const refused = changeTempo(hum(1), 2, () => bestWorking([]), never).next()
  await expect(refused).rejects.toMatchObject({
    code: 'encode/no-ffmpeg',
    message: expect.stringMatching(/0\.7 to 1\.2.*Install ffmpeg/s),
  })
})
