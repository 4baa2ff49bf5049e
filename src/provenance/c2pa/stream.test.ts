import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { bytesSource } from './byte-source.ts'
import { CONTAINERS, type StreamableName } from './containers/detect.ts'
import { draftManifest } from './manifest.ts'
import { moveToStandardPlace } from './move-manifest.ts'
import { signedAsBefore } from './old-layouts.test-support.ts'
import { askOracle } from './oracle.test-support.ts'
import { decoded, MEDIA_TYPE, tone, toneThroughPipe } from './samples.test-support.ts'
import { askSecondImplementation } from './second-implementation.test-support.ts'
import { removeManifest, type SignedFile } from './sign.ts'
import {
  DEFINITION,
  flipped,
  NOW,
  never,
  newKey,
  signedBytes,
  streamedBytes,
  throughFiles,
  verdictOf,
} from './signing.test-support.ts'
import type { InstallationKey } from './signing-key.ts'
import { prepareStream, signDetached } from './stream.ts'

let key: InstallationKey
const streams: Partial<Record<StreamableName | 'flac', Buffer>> = {}
const of = (container: StreamableName | 'flac'): Buffer => streams[container] ?? Buffer.alloc(0)

beforeAll(async () => {
  key = await newKey()
  const bits = '-fflags +bitexact -flags:a +bitexact'
  streams.wav = tone('wav', `-c:a pcm_s16le ${bits}`, 1)
  streams.mp3 = toneThroughPipe('mp3', `-write_xing 0 -id3v2_version 0 ${bits}`, 1)
  streams.flac = toneThroughPipe('flac', `-c:a flac ${bits}`, 1)
  streams.ogg = toneThroughPipe('ogg', `-c:a libopus -page_duration 100000 ${bits}`, 1)
  streams.webm = toneThroughPipe('webm', `-c:a libopus -live 1 -cluster_time_limit 100 ${bits}`, 1)
})

/** Length of the first page of our Ogg stream; behind it comes the page that begins the stream of the store. */
const FIRST_PAGE = 47
const ALL = ['wav', 'mp3', 'ogg', 'webm'] as const
const trust = (): { ownRoots: Uint8Array[] } => ({ ownRoots: [key.root] })

describe.each(ALL)('a streamed %s answer', (container) => {
  const inPlace = container === 'wav' || container === 'webm'

  it('ends with a manifest by which it is known, and begins with its sound', async () => {
    const sound = of(container)
    const bytes = await streamedBytes(container, sound, key)
    expect(bytes.subarray(8, FIRST_PAGE).equals(sound.subarray(8, FIRST_PAGE))).toBe(true)
    expect(bytes.length - sound.length).toBeLessThan(4_096)
    expect(await verdictOf(bytes, trust())).toMatchObject({
      kind: 'made-here',
      placement: inPlace ? 'standard' : 'trailing',
      claims: { requestId: DEFINITION.requestId, aiGenerated: true, voice: 'lina' },
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
      expect(['changed', 'damaged', 'nothing', 'cannot-carry', 'empty']).toContain(kind)
    }
  })

  it('can have its manifest moved to the standard place, with the same claims', async () => {
    if (inPlace) return
    const bytes = await streamedBytes(container, of(container), key)
    const given = { ...trust(), trusted: [], now: NOW }
    const placed = await throughFiles(bytes, (input, output) =>
      moveToStandardPlace(input, output, key, given, never),
    )
    const before = await verdictOf(bytes, trust())
    const after = await verdictOf(placed.bytes, trust())
    expect(after).toMatchObject({ kind: 'made-here', placement: 'standard' })
    if (after.kind !== 'made-here' || before.kind !== 'made-here') throw new Error('not made here')
    expect(after.claims).toEqual(before.claims)
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
    const { stores } = await CONTAINERS[container].parse(bytesSource(streamed), never)
    expect(stores[0]?.exclusion.length).toBeGreaterThan(2_000)
    // A container that has one behind the sound, signed once more as if it had none in front.
    if (container === 'ogg') {
      const standard = await signedBytes(of(container), key)
      const both = Buffer.concat([standard, await signedAsBefore('ogg', of(container), key)])
      expect((await verdictOf(both, trust())).kind).toBe('damaged')
      return
    }
    const tail = streamed.subarray(of(container).length)
    const both = Buffer.concat([await signedBytes(of(container), key), tail])
    if (container === 'wav') both.writeUInt32LE(both.length - 8, 4)
    if (container === 'webm') return
    expect((await verdictOf(both, trust())).kind).toBe('damaged')
  })

  it('is told to its registry before the last bytes are given out', async () => {
    const signer = await prepareStream(container, DEFINITION, key)
    const sound = Buffer.from(of(container))
    if (container === 'wav') sound.writeUInt32LE(sound.length - 8 + signer.reservedBytes, 4)
    const told: SignedFile[] = []
    const parts: Uint8Array[] = []
    async function* once(): AsyncGenerator<Uint8Array> {
      yield sound
    }
    const done = async (signed: SignedFile): Promise<void> => {
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
  it('is refused as a bug when it comes out longer than its header declared', async () => {
    const signer = await prepareStream('wav', DEFINITION, key)
    async function* sound(): AsyncGenerator<Uint8Array> {
      yield of('wav')
    }
    const parts = signer.sign(sound(), async () => undefined, never)
    await parts.next()
    await expect(parts.next()).rejects.toThrow('declared')
  })
})

describe('an answer without a byte', () => {
  it('stays without a manifest', async () => {
    const signer = await prepareStream('mp3', DEFINITION, key)
    async function* silence(): AsyncGenerator<Uint8Array> {
      yield* []
    }
    expect((await signer.sign(silence(), async () => undefined, never).next()).done).toBe(true)
  })
})

describe('a trailing manifest', () => {
  it('is good to a second implementation in Ogg and WebM', async () => {
    for (const container of ['ogg', 'webm'] as const)
      expect(
        await askSecondImplementation(
          container,
          await streamedBytes(container, of(container), key),
        ),
      ).toEqual([])
  })
})

/** Serial number, flags and data of every page. */
function pagesOf(ogg: Buffer): readonly { serial: number; flags: number; data: Buffer }[] {
  const pages: { serial: number; flags: number; data: Buffer }[] = []
  for (let at = 0; at < ogg.length; ) {
    const data = at + 27 + (ogg[at + 26] ?? 0)
    const length = ogg.subarray(at + 27, data).reduce((sum, lacing) => sum + lacing, 0)
    const page = ogg.subarray(data, data + length)
    pages.push({ serial: ogg.readUInt32LE(at + 14), flags: ogg[at + 5] ?? 0, data: page })
    at = data + length
  }
  return pages
}

describe('a streamed Ogg answer', () => {
  it('begins all its logical streams before any sound, and ends with the last page of the sound', async () => {
    const pages = pagesOf(await streamedBytes('ogg', of('ogg'), key))
    const begins = pages.flatMap(({ flags }, n) => (flags & 2 ? [n] : []))
    expect(begins).toEqual([0, 1])
    expect(pages[1]?.data.toString('latin1')).toBe('\0c2pa')
    expect(pages.at(-1)).toMatchObject({ serial: pages[0]?.serial, flags: 4 })
    expect(pages.at(-2)).toMatchObject({ serial: pages[1]?.serial, flags: 4 })
    expect(pages.at(-2)?.data.toString('latin1', 0, 5)).toBe('\0c2pa')
    expect(pages.slice(2, -2).every(({ serial }) => serial === pages[0]?.serial)).toBe(true)
  })

  it('is refused as a bug when its sound does not end with a last page', async () => {
    const signer = await prepareStream('ogg', DEFINITION, key)
    const { length } = of('ogg')
    for (const end of [100, length - 1, length]) {
      const more = end === length ? Buffer.from('OggS and more') : Buffer.alloc(0)
      async function* pieces(): AsyncGenerator<Uint8Array> {
        yield Buffer.concat([of('ogg').subarray(0, end), more])
      }
      const signed = Array.fromAsync(signer.sign(pieces(), async () => undefined, never))
      await expect(signed).rejects.toThrow('last page')
    }
  })

  it('has no manifest where its caller left before the end, and is damaged where a second one follows', async () => {
    const bytes = await streamedBytes('ogg', of('ogg'), key)
    expect((await verdictOf(bytes.subarray(0, 3_000), trust())).kind).toBe('nothing')
    const other = await streamedBytes('ogg', of('ogg'), key)
    expect((await verdictOf(Buffer.concat([bytes, other]), trust())).kind).toBe('damaged')
  })
})

describe('a streamed mp3 answer', () => {
  it('ends with an APEv2 tag, and is known by it also in front of an ID3v1 tag', async () => {
    const bytes = await streamedBytes('mp3', of('mp3'), key)
    expect(bytes.toString('latin1', of('mp3').length).slice(0, 8)).toBe('APETAGEX')
    expect(bytes.toString('latin1', bytes.length - 32).slice(0, 8)).toBe('APETAGEX')
    const before = await verdictOf(Buffer.concat([bytes, Buffer.from('TAG'.padEnd(128))]), trust())
    expect(before.kind).toBe('changed')
  })
})

describe.each(['mp3', 'flac', 'ogg'] as const)('a streamed %s answer of Griot 0.1', (container) => {
  it('is still known by its manifest, which can be moved and removed', async () => {
    const bytes = await signedAsBefore(container, of(container), key)
    expect(await verdictOf(bytes, trust())).toMatchObject({
      kind: 'made-here',
      placement: 'trailing',
    })
    const given = { ...trust(), trusted: [], now: NOW }
    const placed = await throughFiles(bytes, (input, output) =>
      moveToStandardPlace(input, output, key, given, never),
    )
    expect(await verdictOf(placed.bytes, trust())).toMatchObject({
      kind: 'made-here',
      placement: 'standard',
    })
    const clean = await throughFiles(bytes, (input, output) => removeManifest(input, output, never))
    expect(clean.bytes.equals(of(container))).toBe(true)
  })
})

describe('a manifest beside a stream', () => {
  it('is over all bytes, is told before the last of them, and is trusted by the reference implementation', async () => {
    const sound = of('flac')
    const kept: Uint8Array[] = []
    let given = 0
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < sound.length; at += 1_000) yield sound.subarray(at, at + 1_000)
    }
    const done = async (signed: SignedFile, store: Uint8Array): Promise<void> => {
      expect(given).toBeLessThan(sound.length)
      expect(signed.sizeBytes).toBe(sound.length)
      expect(signed.sha256).toBe(createHash('sha256').update(sound).digest('hex'))
      kept.push(store)
    }
    const bytes: Uint8Array[] = []
    for await (const piece of signDetached(pieces(), draftManifest(DEFINITION, key), done, never)) {
      given += piece.length
      bytes.push(piece)
    }
    expect(Buffer.concat(bytes).equals(sound)).toBe(true)
    expect(await verdictOf(sound, trust(), kept[0])).toMatchObject({
      kind: 'made-here',
      placement: 'sidecar',
    })
    const other = Buffer.from(sound)
    other[50] = (other[50] ?? 0) ^ 1
    expect((await verdictOf(other, trust(), kept[0])).kind).toBe('changed')
  })
})
