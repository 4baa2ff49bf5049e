import { copyFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { bytesSource } from './byte-source.ts'
import { type FilePart, isRange } from './containers/container.ts'
import { CONTAINERS, type ContainerName } from './containers/detect.ts'
import { encodeBox, encodeSuperbox } from './jumbf.ts'
import { id3, shortSounds, tone } from './samples.test-support.ts'
import { makeSidecar } from './sign.ts'
import {
  DEFINITION,
  flipped,
  never,
  newKey,
  signedBytes,
  throughFiles,
  verdictOf,
} from './signing.test-support.ts'
import type { InstallationKey } from './signing-key.ts'

/** What proves nothing, whoever is named. */
const WORTHLESS = /^(damaged|changed|not-understood)$/

const plain: Record<ContainerName, Buffer> = {
  ...shortSounds(),
  mp3: tone('mp3', '-write_xing 0 -id3v2_version 0', 0.1),
}
const NAMES = Object.keys(CONTAINERS) as ContainerName[]
let own: InstallationKey
let stranger: InstallationKey
beforeAll(async () => {
  own = await newKey()
  stranger = await newKey()
})
const kindOf = async (bytes: Uint8Array, sidecar?: Uint8Array): Promise<string> =>
  (await verdictOf(bytes, { ownRoots: [own.root] }, sidecar)).kind

/** The store in a signed file. */
async function storeOf(container: ContainerName, bytes: Uint8Array): Promise<Buffer> {
  const { stores } = await CONTAINERS[container].parse(bytesSource(bytes), never)
  return Buffer.from((await stores[0]?.read()) ?? [])
}

/** The sound of a container with any store at the standard place. */
async function carrying(container: ContainerName, store: Uint8Array): Promise<Buffer> {
  const source = plain[container]
  const layout = (await CONTAINERS[container].parse(bytesSource(source), never)).layoutWith(
    store.length,
  )
  const bytesOf = (part: FilePart): Uint8Array =>
    isRange(part) ? source.subarray(part.start, part.start + part.length) : part
  return Buffer.concat([
    ...layout.before.map(bytesOf),
    layout.excluded(store),
    ...layout.after.map(bytesOf),
  ])
}

/** Both signed files as one, with the manifest of each in a place of its own, the first one's first. */
async function both(container: ContainerName, first: Buffer, second: Buffer): Promise<Buffer> {
  const sound = plain[container]
  if (container === 'wav') {
    const whole = Buffer.concat([first, second.subarray(sound.length)])
    whole.writeUInt32LE(whole.length - 8, 4)
    return whole
  }
  if (container === 'webm') return Buffer.concat([first, second.subarray(sound.length)])
  if (container === 'ogg') {
    const { stores } = await CONTAINERS.ogg.parse(bytesSource(second), never)
    const { start, length } = stores[0]?.exclusion ?? { start: 0, length: 0 }
    const pages = second.subarray(start, start + length)
    return Buffer.concat([first.subarray(0, start), pages, first.subarray(start)])
  }
  // The frames of both tags in one, in front of the sound.
  const frames = [first, second].map((bytes) => bytes.subarray(10, bytes.length - sound.length))
  return Buffer.concat([id3(3, 0, Buffer.concat(frames)), sound])
}

describe.each(NAMES)('two manifests in %s', (container) => {
  const sign = (key: InstallationKey): Promise<Buffer> => signedBytes(plain[container], key)

  it('make the file worthless in either order, whoever has signed them, and good apart', async () => {
    const [ours, theirs] = [await sign(own), await sign(stranger)]
    expect([await kindOf(ours), await kindOf(theirs)]).toEqual(['made-here', 'unknown-signer'])
    const forged = flipped(theirs, theirs.indexOf('c2pa.signature') + 100)
    for (const [first, second] of [
      ...[
        [ours, theirs],
        [theirs, ours],
        [ours, ours],
        [theirs, theirs],
      ],
      ...[
        [ours, forged],
        [forged, ours],
      ],
    ] as const) {
      const bytes = await both(container, first, second)
      const { stores } = await CONTAINERS[container].parse(bytesSource(bytes), never)
      expect([stores.length, await kindOf(bytes)]).toEqual([2, 'damaged'])
    }
  })

  it('make it worthless, too, where one whole file stands behind another', async () => {
    const [ours, theirs] = [await sign(own), await sign(stranger)]
    for (const bytes of [
      Buffer.concat([ours, theirs]),
      Buffer.concat([theirs, ours]),
      Buffer.concat([ours, ours]),
    ])
      expect(await kindOf(bytes)).toMatch(WORTHLESS)
  })

  it('in one store, in either order, or one within the other, are not "made here"', async () => {
    const stores = [
      await storeOf(container, await sign(own)),
      await storeOf(container, await sign(stranger)),
    ]
    // The manifest of a store stands behind its header and description.
    const [ours, theirs] = stores.map((store) => store.subarray(8 + store.readUInt32BE(8)))
    for (const inner of [
      [ours, theirs],
      [theirs, ours],
      [ours, ours],
      [encodeSuperbox('c2pa', 'c2pa', ours ?? Buffer.alloc(0))],
      [encodeSuperbox('c2ma', 'urn:c2pa:outer', ours ?? Buffer.alloc(0))],
      [theirs, encodeBox('free', ours ?? Buffer.alloc(0))],
    ]) {
      const store = encodeSuperbox('c2pa', 'c2pa', ...inner.map((box) => box ?? Buffer.alloc(0)))
      expect(await kindOf(await carrying(container, store))).toMatch(WORTHLESS)
    }
    const [first, second] = stores
    const twice = Buffer.concat([first ?? Buffer.alloc(0), second ?? Buffer.alloc(0)])
    expect(await kindOf(await carrying(container, twice))).toBe('damaged')
    // The way that they are put in is not what makes them worthless.
    expect(await kindOf(await carrying(container, first ?? Buffer.alloc(0)))).toBe('made-here')
  })

  it('of which one lies beside the file: the one in the file counts, whatever the other says', async () => {
    const ours = await sign(own)
    const sidecarBy = async (key: InstallationKey, bytes: Buffer): Promise<Uint8Array> => {
      const { result } = await throughFiles(bytes, async (input, output) => {
        copyFileSync(input, output)
        return makeSidecar(input, DEFINITION, key, never)
      })
      return result.store
    }
    expect(await kindOf(ours, await sidecarBy(stranger, ours))).toBe('made-here')
    expect(await kindOf(ours, Buffer.from('nonsense'))).toBe('made-here')
    const theirs = await sign(stranger)
    // Ours beside it is good for all of its bytes, but does not speak for who is named in it.
    expect(await kindOf(theirs, await sidecarBy(own, theirs))).toBe('unknown-signer')
    const forged = flipped(theirs, theirs.indexOf('c2pa.signature') + 100)
    expect(await kindOf(forged, await sidecarBy(own, forged))).toBe('damaged')
  })
})
