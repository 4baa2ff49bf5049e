import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { CONTAINERS, type ContainerName } from './containers/detect.ts'
import type { OwnKey } from './keys.ts'
import { askOracle } from './oracle.test-support.ts'
import { placeManifest } from './place.ts'
import { decoded, MEDIA_TYPE, tone, toneThroughPipe } from './samples.test-support.ts'
import { askSecondEngine } from './second-engine.test-support.ts'
import { removeManifest, type Signed } from './sign.ts'
import {
  FACTS,
  flipped,
  NOW,
  never,
  newKey,
  signedBytes,
  streamedBytes,
  throughFiles,
  verdictOf,
} from './signing.test-support.ts'
import { bytesSource } from './source.ts'
import { prepareStream } from './stream.ts'

let key: OwnKey
const streams: Partial<Record<ContainerName, Buffer>> = {}
const of = (container: ContainerName): Buffer => streams[container] ?? Buffer.alloc(0)

beforeAll(async () => {
  key = await newKey()
  const bits = '-fflags +bitexact -flags:a +bitexact'
  streams.wav = tone('wav', `-c:a pcm_s16le ${bits}`, 1)
  streams.mp3 = toneThroughPipe('mp3', `-write_xing 0 -id3v2_version 0 ${bits}`, 1)
  streams.flac = toneThroughPipe('flac', `-c:a flac ${bits}`, 1)
  streams.ogg = toneThroughPipe('ogg', `-c:a libopus -page_duration 100000 ${bits}`, 1)
  streams.webm = toneThroughPipe('webm', `-c:a libopus -live 1 -cluster_time_limit 100 ${bits}`, 1)
})

const ALL = ['wav', 'mp3', 'flac', 'ogg', 'webm'] as const
const trust = (): { ownRoots: Uint8Array[] } => ({ ownRoots: [key.root] })

describe.each(ALL)('a streamed %s answer', (container) => {
  const inPlace = container === 'wav' || container === 'webm'

  it('ends with a manifest by which it is known, and begins with its sound', async () => {
    const sound = of(container)
    const bytes = await streamedBytes(container, sound, key)
    expect(bytes.subarray(8, sound.length).equals(sound.subarray(8))).toBe(true)
    expect(bytes.length - sound.length).toBeLessThan(4_096)
    expect(await verdictOf(bytes, trust())).toMatchObject({
      kind: 'made-here',
      placement: inPlace ? 'standard' : 'trailing',
      facts: { requestId: FACTS.requestId, aiGenerated: true, voice: 'lina' },
    })
  })

  it('is heard as without its manifest', async () => {
    const bytes = await streamedBytes(container, of(container), key)
    expect(decoded(bytes, container).equals(decoded(of(container), container))).toBe(true)
  })

  it('shows every turned bit', async () => {
    const bytes = await streamedBytes(container, of(container), key)
    for (let n = 0; n < 60; n++) {
      const changed = flipped(bytes, Math.floor(((n + 0.5) / 60) * bytes.length))
      const { kind } = await verdictOf(changed, trust())
      expect(['changed', 'damaged', 'nothing', 'cannot-carry']).toContain(kind)
    }
  })

  it('can have its manifest moved to the standard place, with the same facts', async () => {
    if (inPlace) return
    const bytes = await streamedBytes(container, of(container), key)
    const given = { ...trust(), trusted: [], now: NOW }
    const placed = await throughFiles(bytes, (input, output) =>
      placeManifest(input, output, key, given, never),
    )
    const before = await verdictOf(bytes, trust())
    const after = await verdictOf(placed.bytes, trust())
    expect(after).toMatchObject({ kind: 'made-here', placement: 'standard' })
    if (after.kind !== 'made-here' || before.kind !== 'made-here') throw new Error('not made here')
    expect(after.facts).toEqual(before.facts)
    if (container !== 'ogg')
      expect((await askOracle(MEDIA_TYPE[container], placed.bytes)).state).toBe('Valid')
    const clean = await throughFiles(placed.bytes, (input, output) =>
      removeManifest(input, output, never),
    )
    expect(clean.bytes.equals(of(container))).toBe(true)
  })

  it('gives back the very same file when its manifest is removed', async () => {
    const sound = of(container)
    for (const bytes of [
      await streamedBytes(container, sound, key),
      await signedBytes(sound, key),
    ]) {
      const clean = await throughFiles(bytes, (input, output) =>
        removeManifest(input, output, never),
      )
      expect(clean.result).toBe(true)
      expect(clean.bytes.equals(sound)).toBe(true)
      expect((await verdictOf(clean.bytes, trust())).kind).toBe('nothing')
    }
  })

  it('is damaged when it has a manifest at both places', async () => {
    const streamed = await streamedBytes(container, of(container), key)
    const { carriers } = await CONTAINERS[container].open(bytesSource(streamed), never)
    const { start, length } = carriers[0]?.exclusion ?? { start: 0, length: 0 }
    const tail = streamed.subarray(Math.min(of(container).length, start))
    expect(length).toBeGreaterThan(2_000)
    const both = Buffer.concat([await signedBytes(of(container), key), tail])
    if (container === 'wav') both.writeUInt32LE(both.length - 8, 4)
    if (container === 'webm') return
    expect((await verdictOf(both, trust())).kind).toBe('damaged')
  })

  it('is told to its registry before the last bytes are given out', async () => {
    const signer = await prepareStream(container, FACTS, key)
    const sound = Buffer.from(of(container))
    if (container === 'wav') sound.writeUInt32LE(sound.length - 8 + signer.reservedBytes, 4)
    const told: Signed[] = []
    const parts: Uint8Array[] = []
    async function* once(): AsyncGenerator<Uint8Array> {
      yield sound
    }
    const done = async (signed: Signed): Promise<void> => {
      told.push(signed)
    }
    for await (const part of signer.sign(once(), done, never)) parts.push(part)
    const whole = Buffer.concat(parts)
    expect(told).toMatchObject([
      {
        sha256: createHash('sha256').update(whole).digest('hex'),
        sizeBytes: whole.length,
        manifestId: /^urn:c2pa:[0-9a-f-]{36}$/.exec('')?.[0] ?? expect.stringMatching(/^urn:c2pa:/),
      },
    ])
  })
})

describe('a streamed wav', () => {
  it('is refused as a bug when it comes out longer than its header promised', async () => {
    const signer = await prepareStream('wav', FACTS, key)
    async function* sound(): AsyncGenerator<Uint8Array> {
      yield of('wav')
    }
    const parts = signer.sign(sound(), async () => undefined, never)
    await parts.next()
    await expect(parts.next()).rejects.toThrow('promised')
  })
})

describe('an answer without a byte', () => {
  it('stays without a manifest', async () => {
    const signer = await prepareStream('mp3', FACTS, key)
    async function* silence(): AsyncGenerator<Uint8Array> {
      yield* []
    }
    expect((await signer.sign(silence(), async () => undefined, never).next()).done).toBe(true)
  })
})

describe('a trailing manifest', () => {
  it('is good to a second engine in Ogg and WebM', async () => {
    for (const container of ['ogg', 'webm'] as const)
      expect(
        await askSecondEngine(container, await streamedBytes(container, of(container), key)),
      ).toEqual([])
  })
})
