import { expect } from 'playwright/test'
import { tone, toneThroughPipe } from '#provenance/c2pa/samples.test-support.ts'
import { newKey, signedBytes, streamedBytes } from '#provenance/c2pa/signing.test-support.ts'
import { test } from './fixtures.ts'

const BITS = '-fflags +bitexact -flags:a +bitexact'
const SOUNDS = {
  wav: tone('wav', `-c:a pcm_s16le ${BITS}`, 1),
  mp3: toneThroughPipe('mp3', `-write_xing 0 -id3v2_version 0 ${BITS}`, 1),
  flac: toneThroughPipe('flac', `-c:a flac ${BITS}`, 1),
  ogg: toneThroughPipe('ogg', `-c:a libopus -page_duration 100000 ${BITS}`, 1),
  webm: toneThroughPipe('webm', `-c:a libopus -live 1 -cluster_time_limit 100 ${BITS}`, 1),
} as const
const MEDIA_TYPES = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
} as const

/**
 * Without a Xing header, Chromium estimates an MP3's length from its size. The 2.3 kB after the audio count as 0.56 s
 * at this file's 32 kbit/s (0.14 s at 128 kbit/s), and the time shown at the end is that estimate.
 */
const GUESSED_END = 1.7

for (const container of ['wav', 'mp3', 'flac', 'ogg', 'webm'] as const)
  test(`a signed ${container} plays to its end and from the middle, wherever its manifest is`, async ({
    page,
  }) => {
    const key = await newKey()
    const sound = SOUNDS[container]
    const streamed = container === 'flac' ? sound : await streamedBytes(container, sound, key)
    const files = [await signedBytes(sound, key), streamed]
    for (const bytes of files) {
      const ends = await page.evaluate(playTwice, {
        base64: bytes.toString('base64'),
        type: MEDIA_TYPES[container],
      })
      for (const end of ends) {
        expect(end).toBeGreaterThan(0.9)
        expect(end).toBeLessThan(container === 'mp3' ? GUESSED_END : 1.2)
      }
    }
  })

/** Plays from the start and from the middle; returns the position in seconds at which each ended. Runs in the page. */
async function playTwice({ base64, type }: { base64: string; type: string }): Promise<number[]> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const audio = new Audio(URL.createObjectURL(new Blob([bytes], { type })))
  audio.muted = true
  const heard = (name: string): Promise<void> =>
    new Promise((resolve, reject) => {
      audio.addEventListener(name, () => resolve(), { once: true })
      audio.addEventListener('error', () => reject(new Error(audio.error?.message)), { once: true })
    })
  const ends: number[] = []
  for (const from of [0, 0.5]) {
    const ended = heard('ended')
    if (from > 0) {
      const seeked = heard('seeked')
      audio.currentTime = from
      await seeked
    }
    await audio.play()
    await ended
    ends.push(audio.currentTime)
  }
  return ends
}
