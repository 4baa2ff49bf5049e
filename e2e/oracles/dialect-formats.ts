import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { runDecoders } from './decoder-verdicts.ts'

export const TEXTS = {
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

/** A host for the tests of one file, and a folder for them. Call it where tests are defined. */
export function dialectHost(): { readonly host: () => RealHost; readonly folder: string } {
  const folder = folderForTests('griot àwọn èdè')
  let host: RealHost
  beforeAll(async () => {
    host = await openRealHost()
  })
  afterAll(async () => {
    await host.close()
    expect(host.bugs).toEqual([])
  })
  return { host: () => host, folder }
}

/** Defines tests that every decoder accepts this text in these of OpenAI's formats. */
export function testOpenAiFormats(
  text: keyof typeof TEXTS,
  formats: readonly (keyof typeof FORMATS)[],
  { host, folder }: ReturnType<typeof dialectHost>,
): void {
  const spoken = (input: string, response_format: string) =>
    send(`${host().url}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'griot-1', voice: 'lina', input, response_format }),
    })

  test.each(formats)(
    `OpenAI’s %s of a ${text} text is accepted by every decoder without complaints`,
    async (format) => {
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
  )
}
