import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { send, speech } from '#server/client.test-support.ts'
import { openLiveClient } from '#server/v1/live-client.test-support.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { dialectHost, TEXTS, testOpenAiFormats } from './dialect-formats.ts'

const run = promisify(execFile)
const dialects = dialectHost()

// The one format that is OpenAI's alone.
testOpenAiFormats('short', ['aac'], dialects)

test.each([
  ['pcm_s16le', 's16le', 2],
  ['mulaw', 'mulaw', 1],
  ['alaw', 'alaw', 1],
] as const)(
  'live text in %s is read by ffmpeg as it is, and is as long as the same text',
  async (format, raw, sampleBytes) => {
    const live = await openLiveClient(
      dialects.host().url,
      `?voice=lina&language=en&format=${format}`,
    )
    live.send({ type: 'append', text: TEXTS.short })
    live.send({ type: 'end' })
    await live.closed
    const whole = await send(
      `${dialects.host().url}/v1/speech`,
      speech({ text: TEXTS.short, language: 'en', format }),
    )
    expect(live.sound().length).toBe(whole.bytes.length)
    const path = join(dialects.folder, `live.${raw}`)
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
