import { beforeAll, describe, expect, it } from 'vitest'
import { someOf } from '#testing/tier.test-support.ts'
import { bytesSource } from './byte-source.ts'
import { CONTAINERS } from './containers/detect.ts'
import { askOracle } from './oracle.test-support.ts'
import { type AudioSample, allDecoded, MEDIA_TYPE, SAMPLES } from './samples.test-support.ts'
import {
  flipped,
  never,
  newKey,
  signedBytes,
  streamedBytes,
  verdictOf,
} from './signing.test-support.ts'
import type { InstallationKey } from './signing-key.ts'

let key: InstallationKey
beforeAll(async () => {
  key = await newKey(new Date())
})
const now = new Date()

const NAMES = { wav: 'a WAV file', mp3: 'an MP3 file', flac: 'a FLAC file' } as const

/** Places all over a file that lie outside its manifest. */
async function placesOutside(container: keyof typeof NAMES, bytes: Buffer): Promise<number[]> {
  const { stores } = await CONTAINERS[container].parse(bytesSource(bytes), never)
  const { start, length } = stores[0]?.exclusion ?? { start: 0, length: 0 }
  const places = Array.from({ length: 7 }, (_, n) => Math.floor(((n + 0.5) / 7) * bytes.length))
  return [...places, start - 1, start + length, bytes.length - 1].filter(
    (at) => (at < start || at >= start + length) && at >= 12 && at < bytes.length,
  )
}

describe.each(someOf(['wav', 'mp3', 'flac'] as const))(
  'the reference implementation of C2PA on %s',
  (container) => {
    const type = MEDIA_TYPE[container]
    let samples: readonly AudioSample[] = []
    let signed: readonly Buffer[] = []
    beforeAll(async () => {
      samples = SAMPLES[container]()
      signed = await Promise.all(samples.map(({ bytes }) => signedBytes(bytes, key)))
    })

    it(`trusts ${NAMES[container]} of any making when it knows our root, and only then`, async () => {
      expect(samples.length).toBeGreaterThanOrEqual(20)
      for (const [n, bytes] of signed.entries()) {
        const name = samples[n]?.name
        const trusted = await askOracle(type, bytes, key.root)
        expect({ name, ...trusted }).toEqual({ name, state: 'Trusted', failures: [] })
        const unknown = await askOracle(type, bytes)
        const failures = ['signingCredential.untrusted']
        expect({ name, ...unknown }).toEqual({ name, state: 'Valid', failures })
        expect((await verdictOf(bytes, { ownRoots: [key.root], now })).kind).toBe('made-here')
      }
    })

    it(`finds ${NAMES[container]} invalid when a bit of it is turned`, async () => {
      for (const [n, bytes] of signed.entries())
        for (const at of await placesOutside(container, bytes)) {
          const changed = flipped(bytes, at)
          const { state } = await askOracle(type, changed, key.root)
          const accepted = ['Trusted', 'Valid'].includes(state)
          expect({ name: samples[n]?.name, at, accepted }).toMatchObject({ accepted: false })
          const { kind } = await verdictOf(changed, { ownRoots: [key.root], now })
          expect(['changed', 'damaged', 'nothing', 'cannot-carry', 'empty']).toContain(kind)
        }
    })

    it(`finds the manifest of ${NAMES[container]} invalid in another file`, async () => {
      const open = CONTAINERS[container].parse
      let tried = 0
      for (const [n, bytes] of signed.entries()) {
        const other = samples[(n + 1) % samples.length]?.bytes ?? Buffer.alloc(0)
        const [carrier] = (await open(bytesSource(bytes), never)).stores
        const store = await carrier?.read()
        if (!store) throw new Error('no manifest')
        const moved = await withStore(other, store, container)
        // Two inputs may differ only in what signing takes out, such as padding.
        if (moved.equals(bytes)) continue
        tried += 1
        expect(['Trusted', 'Valid']).not.toContain((await askOracle(type, moved, key.root)).state)
        const { kind } = await verdictOf(moved, { ownRoots: [key.root], now })
        expect(['changed', 'damaged']).toContain(kind)
      }
      expect(tried).toBeGreaterThan(14)
    })

    it(`hears the same sound in ${NAMES[container]} as before`, () => {
      const files = samples.map(({ bytes }) => bytes)
      const [before, after] = [allDecoded(files, container), allDecoded(signed, container)]
      for (const [n, sound] of after.entries()) {
        const same = sound.equals(before[n] ?? Buffer.alloc(0))
        expect({ name: samples[n]?.name, same }).toMatchObject({ same: true })
      }
    })

    it(`lets ${NAMES[container]} grow by less than 4 kB, and signs a signed one anew`, async () => {
      for (const [n, bytes] of signed.entries()) {
        expect(bytes.length - (samples[n]?.bytes.length ?? 0)).toBeLessThan(4_096)
        const again = await signedBytes(bytes, key)
        expect((await askOracle(type, again, key.root)).state).toBe('Trusted')
        expect(Math.abs(again.length - bytes.length)).toBeLessThan(8)
      }
    })
  },
)

async function withStore(
  bytes: Buffer,
  store: Uint8Array,
  container: keyof typeof NAMES,
): Promise<Buffer> {
  const contents = await CONTAINERS[container].parse(bytesSource(bytes), never)
  const { before, excluded, after } = contents.layoutWith(store.length)
  const parts = [...before, excluded(store), ...after]
  return Buffer.concat(
    parts.map((piece) =>
      piece instanceof Uint8Array ? piece : bytes.subarray(piece.start, piece.start + piece.length),
    ),
  )
}

describe('a streamed answer', () => {
  it('is a WAV that the reference implementation trusts, with the right sizes from the first byte', async () => {
    const [plain] = SAMPLES.wav()
    const bytes = await streamedBytes('wav', plain?.bytes.subarray(0) ?? Buffer.alloc(0), key)
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
    expect(await askOracle('audio/wav', bytes, key.root)).toEqual({
      state: 'Trusted',
      failures: [],
    })
  })
})
