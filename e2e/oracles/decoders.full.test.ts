import { beforeAll, describe, expect, test } from 'vitest'
import { FORMATS } from '#shared/formats.ts'
import { type BrowserVerdict, playInBrowser } from './browser-verdicts.ts'
import { SIGNED, spokenFiles, TOLERANCE } from './spoken-files.ts'

// What every decoder says of a short text: decoders.test.ts.
const { made, secondsOf, spoken, streamed, exported, said, isAccepted } = spokenFiles([
  'short',
  'comma',
  'long',
])

describe.each(SIGNED)('%s', (format) => {
  // For the browsers.
  beforeAll(async () => {
    await streamed('short', format)
  })

  describe.each(['comma', 'long'] as const)('a %s text', (text) => {
    test('streamed and kept, is accepted by every decoder without complaints', async () => {
      for (const path of await streamed(text, format)) await isAccepted(path, text, format)
    })

    test('exported by the studio and by the command line, is accepted too', async () => {
      await isAccepted(await exported(text, format), text, format)
      await isAccepted(await said(text, format), text, format)
    })
  })
})

test.each(['pcm_s16le', 'mulaw', 'alaw'] as const)(
  '%s of a long text contains its samples and nothing else',
  async (format) => {
    const bytesASample = format === 'pcm_s16le' ? 2 : 1
    expect(secondsOf('long')).toBeGreaterThan(60)
    const { bytes } = await spoken('long', format)
    expect(bytes.length / bytesASample / 24_000).toBe(secondsOf('long'))
  },
)

test('a playlist of a long text has the length of its audio', async () => {
  const { text } = await spoken('long', 'm3u8')
  const sum = [...text.matchAll(/#EXTINF:([\d.]+)/g)].reduce((all, [, of]) => all + Number(of), 0)
  // The first two AAC frames are the encoder delay.
  expect(Math.abs(sum - secondsOf('long'))).toBeLessThan(0.15)
})

// Last, because it plays the files of all tests above.
test.each(['chromium', 'firefox'] as const)(
  '%s reports the duration of each file, seeks in it and plays it to its end',
  async (browser) => {
    const files = made.filter(({ name }) => !unplayable(browser, name))
    const typed = files.map(({ name, path }) => ({ name, path, mediaType: mediaTypeOf(path) }))
    const verdicts = await playInBrowser(browser, typed)
    expect(verdicts).toHaveLength(files.length)
    for (const [index, verdict] of verdicts.entries()) {
      const length = secondsOf(files[index]?.text ?? 'short')
      const seen = JSON.stringify({ browser, length, ...verdict })
      expect(faultsOf(verdict, length), seen).toEqual([])
    }
  },
)

/** Firefox plays no FLAC with a leading tag, which is where C2PA stores the manifest (docs/provenance.md). */
function unplayable(browser: string, name: string): boolean {
  return browser === 'firefox' && name.endsWith('.flac') && !name.includes('sidecar')
}

function mediaTypeOf(path: string): string {
  return (
    Object.values(FORMATS).find(({ extension }) => path.endsWith(`.${extension}`))?.mediaType ?? ''
  )
}

function faultsOf({ duration, at, end, error }: BrowserVerdict, length: number): string[] {
  const near = (value: number | null | undefined, wanted: number): boolean =>
    typeof value === 'number' && Math.abs(value - wanted) <= TOLERANCE
  return [
    ...(error ? [error] : []),
    ...(near(duration, length) ? [] : [`duration ${duration}`]),
    ...(near(at, (length * 2) / 3) ? [] : [`seeked to ${at}`]),
    ...(near(end, length) ? [] : [`ended at ${end}`]),
  ]
}
