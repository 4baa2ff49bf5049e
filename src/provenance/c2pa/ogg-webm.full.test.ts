import { beforeAll, describe, expect, it } from 'vitest'
import { type AudioSample, allDecoded, SAMPLES } from './samples.test-support.ts'
import { askSecondImplementation } from './second-implementation.test-support.ts'
import { flipped, newKey, signedBytes, verdictOf } from './signing.test-support.ts'
import type { InstallationKey } from './signing-key.ts'

let key: InstallationKey
beforeAll(async () => {
  key = await newKey()
})

const NAMES = { ogg: 'an Ogg file', webm: 'a WebM file' } as const

describe.each(['ogg', 'webm'] as const)('a manifest in %s', (container) => {
  let samples: readonly AudioSample[] = []
  let signed: readonly Buffer[] = []
  beforeAll(async () => {
    samples = SAMPLES[container]()
    signed = await Promise.all(samples.map(({ bytes }) => signedBytes(bytes, key)))
  })

  it(`is good to a second implementation in ${NAMES[container]} of any making`, async () => {
    expect(samples.length).toBeGreaterThanOrEqual(20)
    for (const [n, bytes] of signed.entries()) {
      const faults = await askSecondImplementation(container, bytes)
      expect({ name: samples[n]?.name, faults }).toMatchObject({ faults: [] })
      expect((await verdictOf(bytes, { ownRoots: [key.root] })).kind).toBe('made-here')
      expect((await verdictOf(bytes)).kind).toBe('unknown-signer')
      expect(bytes.length - (samples[n]?.bytes.length ?? 0)).toBeLessThan(4_096)
    }
  })

  it(`shows every turned bit of ${NAMES[container]}, to both implementations`, async () => {
    for (const bytes of signed) {
      const last = bytes.length - 1
      const { kind } = await verdictOf(flipped(bytes, last), { ownRoots: [key.root] })
      expect(['changed', 'damaged', 'nothing']).toContain(kind)
      for (let n = 1; n < 8; n++) {
        const changed = flipped(bytes, Math.floor((n * last) / 8))
        const verdict = await verdictOf(changed, { ownRoots: [key.root] })
        expect(['changed', 'damaged', 'nothing', 'cannot-carry', 'empty']).toContain(verdict.kind)
      }
    }
    const [bytes = Buffer.alloc(0)] = signed
    // The first bytes of the sound's own headers in one, the last packet in the other.
    const at = container === 'ogg' ? bytes.length - 5 : Math.floor(bytes.length / 4)
    expect(await askSecondImplementation(container, flipped(bytes, at))).toContain(
      'assertion.dataHash.mismatch',
    )
  })

  it(`leaves the sound of ${NAMES[container]} as it was`, () => {
    const files = samples.map(({ bytes }) => bytes)
    const [before, after] = [allDecoded(files, container), allDecoded(signed, container)]
    for (const [n, sound] of after.entries()) {
      const same = sound.equals(before[n] ?? Buffer.alloc(0))
      expect({ name: samples[n]?.name, same }).toMatchObject({ same: true })
    }
  })
})
