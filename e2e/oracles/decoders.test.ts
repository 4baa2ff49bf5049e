import { describe, expect, test } from 'vitest'
import { SIGNED, spokenFiles } from './spoken-files.ts'

const TEXTS = ['short', 'comma'] as const
const { secondsOf, spoken, streamed, isAccepted } = spokenFiles(TEXTS)

describe.each(SIGNED)('%s', (format) => {
  test('a short text, streamed and kept, is accepted by every decoder without complaints', async () => {
    for (const path of await streamed('short', format)) await isAccepted(path, 'short', format)
  })
})

test.each(['pcm_s16le', 'mulaw', 'alaw'] as const)(
  '%s contains its samples and nothing else',
  async (format) => {
    const bytesASample = format === 'pcm_s16le' ? 2 : 1
    for (const text of TEXTS) {
      const { bytes } = await spoken(text, format)
      expect(bytes.length / bytesASample / 24_000).toBe(secondsOf(text))
    }
  },
)
