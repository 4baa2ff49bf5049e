import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send, speech } from '#server/client.test-support.ts'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openLiveClient } from '#server/v1/live-client.test-support.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { runDecoders } from './decoder-verdicts.ts'

const TEXTS = {
  short: 'Good morning from Lagos.',
  long: 'The market on the island opens before the sun is up, and the boats come in one by one. '.repeat(
    14,
  ),
} as const
/** OpenAI's formats with a container, and the extensions of their files. */
const FORMATS = { mp3: 'mp3', opus: 'ogg', aac: 'aac', flac: 'flac', wav: 'wav' } as const
/** As in decoders.test.ts; the frames of AAC are 43 ms long, and the first two and the last are the encoder's. */
const TOLERANCE = { mp3: 0.07, opus: 0.05, aac: 0.15, flac: 0.05, wav: 0.05 } as const
/** ADTS has no length: these programs guess it from the first frames. */
const GUESSING: readonly string[] = ['mediainfo', 'gst-discoverer-1.0']

const folder = folderForTests('griot àwọn èdè')
const run = promisify(execFile)
let host: RealHost
beforeAll(async () => {
  host = await openRealHost()
}, 300_000)
afterAll(async () => {
  await host.close()
  expect(host.bugs).toEqual([])
})

const spoken = (input: string, response_format: string) =>
  send(`${host.url}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'griot-1', voice: 'lina', input, response_format }),
  })

describe.each(['mp3', 'opus', 'aac', 'flac', 'wav'] as const)('OpenAI’s %s', (format) => {
  test.each(['short', 'long'] as const)(
    'of a %s text is accepted by every decoder without complaints',
    async (text) => {
      const length = (await spoken(TEXTS[text], 'pcm')).bytes.length / 2 / SAMPLE_RATE
      const path = join(folder, `${text}.${FORMATS[format]}`)
      await writeFile(path, (await spoken(TEXTS[text], format)).bytes)
      for (const [program, verdict] of Object.entries(await runDecoders(path, FORMATS[format]))) {
        expect({ program, ...verdict }).toMatchObject({ program, complaints: [] })
        const isTold = verdict.duration !== undefined
        if (!isTold || (format === 'aac' && GUESSING.includes(program))) continue
        const isNear = Math.abs((verdict.duration ?? 0) - length) <= TOLERANCE[format]
        expect({ program, length, ...verdict, isNear }).toMatchObject({ program, isNear: true })
      }
    },
    300_000,
  )
})

test.each([
  ['pcm_s16le', 's16le', 2],
  ['mulaw', 'mulaw', 1],
  ['alaw', 'alaw', 1],
] as const)(
  'live text in %s is read by ffmpeg as it is, and is as long as the same text',
  async (format, raw, sampleBytes) => {
    const live = await openLiveClient(host.url, `?voice=lina&language=en&format=${format}`)
    live.send({ type: 'append', text: TEXTS.short })
    live.send({ type: 'end' })
    await live.closed
    const whole = await send(
      `${host.url}/v1/speech`,
      speech({ text: TEXTS.short, language: 'en', format }),
    )
    expect(live.sound().length).toBe(whole.bytes.length)
    const path = join(folder, `live.${raw}`)
    await writeFile(path, live.sound())
    const input = ['-f', raw, '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', path]
    const { stdout } = await run(
      'ffmpeg',
      ['-v', 'error', '-xerror', ...input, '-f', 's16le', 'pipe:1'],
      { encoding: 'buffer', maxBuffer: 100_000_000 },
    )
    expect(stdout.length / 2).toBe(live.sound().length / sampleBytes)
  },
)
