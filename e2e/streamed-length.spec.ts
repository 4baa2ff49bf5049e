import { expect } from 'playwright/test'
import { test } from './fixtures.ts'

const MEDIA_TYPES = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  ogg_opus: 'audio/ogg',
  webm_opus: 'audio/webm',
} as const
/** Longer than the server buffers for a FLAC. */
const TEXT = 'Good morning from Lagos. [pause 10s] '.repeat(6)

test('a browser knows the duration of a streamed response in every format', async ({
  page,
  host,
}) => {
  const say = async (format: string): Promise<Buffer> => {
    const answer = await fetch(`${host.url}/v1/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${host.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: TEXT, voice: 'lina', format }),
    })
    return Buffer.from(await answer.arrayBuffer())
  }
  const seconds = (await say('pcm_s16le')).length / 48_000
  for (const [format, type] of Object.entries(MEDIA_TYPES)) {
    const base64 = (await say(format)).toString('base64')
    const duration = await page.evaluate(durationOf, { base64, type })
    expect([format, Number.isFinite(duration)]).toEqual([format, true])
    expect(Math.abs(duration - seconds)).toBeLessThan(0.05)
  }
})

/** Returns the duration in seconds. Runs in the page. */
async function durationOf({ base64, type }: { base64: string; type: string }): Promise<number> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const audio = new Audio(URL.createObjectURL(new Blob([bytes], { type })))
  await new Promise((resolve, reject) => {
    audio.addEventListener('loadedmetadata', resolve, { once: true })
    audio.addEventListener('error', () => reject(new Error(audio.error?.message)), { once: true })
  })
  return audio.duration
}
