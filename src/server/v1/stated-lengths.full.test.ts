import { afterAll, beforeAll, expect, test } from 'vitest'
import { send, speech, type TestResponse } from '#server/client.test-support.ts'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'

/** One clause, several with a pause, and more than 20 s: the last one leaves while it is being made. */
const TEXTS = [
  'Good morning from Lagos.',
  'Good morning, Lagos. [pause 300ms] Rice is two thousand naira a kilo, they say.',
  'Good morning from Lagos. [pause 10s] How are you today? [pause 10s] I am well.',
] as const
/** More than a minute: a flac is not waited for either. */
const LONGER = 'Good morning from Lagos. [pause 10s] '.repeat(6)

let host: RealHost
/** Samples of each text. */
const lengths: number[] = []
beforeAll(async () => {
  host = await openRealHost()
  for (const text of TEXTS) lengths.push((await say(text, 'pcm_s16le')).bytes.length / 2)
  expect(lengths.at(-1)).toBeGreaterThan(21 * 24_000)
})
afterAll(() => host.close())

const say = (text: string, format: string): Promise<TestResponse> =>
  send(`${host.url}/v1/speech`, speech({ text, format }))

/** Of STREAMINFO (RFC 9639, section 8.2), behind a tag or not. */
function totalSamples(flac: Buffer): number {
  const at = flac.indexOf('fLaC')
  return (flac.readUInt8(at + 21) & 15) * 2 ** 32 + flac.readUInt32BE(at + 22)
}

test('a streamed flac says how many samples it has, and nothing stands behind its last frame', async () => {
  for (const text of [TEXTS[0], TEXTS[1], LONGER]) {
    const { bytes, headers } = await say(text, 'flac')
    const samples = (await say(text, 'pcm_s16le')).bytes.length / 2
    expect([headers['x-provenance'], totalSamples(bytes)]).toEqual([
      text === LONGER ? 'sidecar' : 'embedded',
      samples,
    ])
    expect(bytes.subarray(-4_096).includes('c2pa')).toBe(false)
  }
})

test('a streamed webm says how long it is', async () => {
  for (const [index, text] of TEXTS.entries()) {
    const { bytes } = await say(text, 'webm_opus')
    const at = bytes.subarray(0, 2_000).indexOf('448988', 0, 'hex')
    expect(at).toBeGreaterThan(0)
    expect(bytes.readDoubleBE(at + 3)).toBeCloseTo((lengths[index] ?? 0) / 24, 6)
  }
})

test('a streamed mp3 says how many frames it has, and ends with a tag that decoders know', async () => {
  for (const [index, text] of TEXTS.entries()) {
    const { bytes } = await say(text, 'mp3')
    const at = bytes.subarray(0, 10_000).indexOf('Info')
    expect(at).toBeGreaterThan(0)
    const frames = bytes.readUInt32BE(at + 8)
    expect(frames).toBe(Math.ceil(((lengths[index] ?? 0) + 1_105) / 576))
    expect(bytes.readUInt32BE(at + 12)).toBe((frames + 1) * 384)
    const sound = at - 13 + (frames + 1) * 384
    const isBehind = index === 2
    expect(bytes.toString('latin1', sound, sound + 8)).toBe(isBehind ? 'APETAGEX' : '')
  }
})

test('every stream of an ogg begins before any sound, and the last page is that of the sound', async () => {
  for (const text of TEXTS) {
    const { bytes } = await say(text, 'ogg_opus')
    const pages: { begins: boolean; ends: boolean; serial: number }[] = []
    for (let at = 0; at < bytes.length; ) {
      const data = at + 27 + (bytes[at + 26] ?? 0)
      const flags = bytes[at + 5] ?? 0
      pages.push({
        begins: (flags & 2) > 0,
        ends: (flags & 4) > 0,
        serial: bytes.readUInt32LE(at + 14),
      })
      at = data + bytes.subarray(at + 27, data).reduce((sum, lacing) => sum + lacing, 0)
    }
    expect(pages.flatMap(({ begins }, n) => (begins ? [n] : []))).toEqual([0, 1])
    expect(pages.at(-1)).toMatchObject({ ends: true, serial: pages[0]?.serial })
  }
})
