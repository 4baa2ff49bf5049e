import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send, speech } from '#server/client.test-support.ts'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { growPlaylist } from './growing-playlist.ts'

const TEXT =
  'The market on the island opens before the sun is up, and the boats come in one by one. '.repeat(
    8,
  )
/** So many segments are there at first that a player which begins near the end leaves out most of them. */
export const READY_SECONDS = 24
/** In seconds: the first two AAC frames are the delay of the encoder, and the last one is filled up. */
export const TOLERANCE = 0.2
/** Half the bytes of a sample of 16 bit. */
const SAMPLE_BYTES = 2

const run = promisify(execFile)

/** A host, and what it says at length. */
export interface LongSpeech {
  host(): RealHost
  samples(): Float32Array
}

/** Long speech for the tests of one file. Call it where tests are defined. */
export function longSpeech(): LongSpeech {
  let host: RealHost
  let samples: Float32Array
  beforeAll(async () => {
    host = await openRealHost()
    const { bytes } = await send(`${host.url}/v1/speech`, speech({ text: TEXT }))
    const pcm = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / SAMPLE_BYTES)
    samples = Float32Array.from(pcm, (value) => value / 32_768)
    expect(samples.length / SAMPLE_RATE).toBeGreaterThan(READY_SECONDS + 8)
  })
  afterAll(async () => {
    await host.close()
    expect(host.bugs).toEqual([])
  })

  return { host: () => host, samples: () => samples }
}

const RAW = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1']
const PLAYERS: Readonly<Record<string, (url: string, out: string) => readonly string[]>> = {
  ffmpeg: (url, out) => ['-v', 'error', '-i', url, ...RAW, out],
  mpv: (url, out) => [
    ...['--no-config', '--really-quiet', '--no-video', '--ao=pcm', '--ao-pcm-waveheader=no'],
    ...[`--ao-pcm-file=${out}`, `--audio-samplerate=${SAMPLE_RATE}`, '--audio-format=s16'],
    ...['--audio-channels=mono', url],
  ],
  'gst-launch-1.0': (url, out) => [
    ...['-q', 'uridecodebin', `uri=${url}`, '!', 'audioconvert', '!', 'audioresample', '!'],
    ...[`audio/x-raw,format=S16LE,rate=${SAMPLE_RATE},channels=1`, '!'],
    ...['filesink', `location=${out}`],
  ],
}

/** Defines a test that each of these programs plays a playlist that grows. */
export function testPlayers(programs: readonly string[], { host, samples }: LongSpeech): void {
  const folder = folderForTests('griot àkójọ')
  test.each(programs)(
    '%s plays a playlist that grows from its beginning to its end',
    async (program) => {
      const playlist = await growPlaylist(host(), samples(), READY_SECONDS)
      const out = join(folder, `${program}.pcm`)
      try {
        await run(program, [...(PLAYERS[program]?.(playlist.url, out) ?? [])])
      } finally {
        await playlist.close()
      }
      const seconds = (await readFile(out)).length / SAMPLE_BYTES / SAMPLE_RATE
      const whole = samples().length / SAMPLE_RATE
      expect({
        program,
        seconds,
        whole,
        isWhole: Math.abs(seconds - whole) < TOLERANCE,
      }).toMatchObject({ isWhole: true })
    },
  )
}
