import { createHash } from 'node:crypto'
import { seededRandom } from '#testing/random.test-support.ts'
import { bytesSource } from './byte-source.ts'
import { type Cbor, decodeCbor, encodeCbor, isTag } from './cbor.ts'
import type { FileLayout } from './containers/container.ts'
import { CONTAINERS, type ContainerName } from './containers/detect.ts'
import { childOf, contentOf, decodeSuperbox } from './jumbf.ts'
import { draftManifest, encodeStore } from './manifest.ts'
import { signedAsBefore } from './old-layouts.test-support.ts'
import { planStore } from './plan-store.ts'
import {
  DEFINITION,
  NOW,
  never,
  newKey,
  signedBytes,
  streamedBytes,
} from './signing.test-support.ts'
import type { InstallationKey } from './signing-key.ts'
import { verify } from './verify.ts'

/** Result of a run. */
export interface FuzzReport {
  readonly mutations: number
  readonly verdicts: Readonly<Record<string, number>>
  readonly slowestMs: number
  /** Growth of the memory in use from the first tenth of the run to its end, in MB. */
  readonly growthMb: number
  readonly failures: readonly string[]
}

interface Seed {
  readonly name: ContainerName
  readonly bytes: Buffer
  readonly sound: Buffer
  readonly store: { readonly start: number; readonly length: number }
}

type Random = (below: number) => number

/** Whole numbers that can be had again, as a failure must be. */
function randomFrom(seed: number): Random {
  const random = seededRandom(seed)
  return (below) => Math.floor(random() * Math.max(1, below))
}

async function seedsOf(
  sounds: Readonly<Record<ContainerName, Buffer>>,
  key: InstallationKey,
): Promise<Seed[]> {
  const seeds: Seed[] = []
  for (const [name, sound] of Object.entries(sounds) as [ContainerName, Buffer][])
    for (const bytes of await layoutsOf(name, sound, key)) {
      const { stores } = await CONTAINERS[name].parse(bytesSource(bytes), never)
      seeds.push({ name, bytes, sound, store: stores[0]?.exclusion ?? { start: 0, length: 0 } })
    }
  return seeds
}

/** A sound with its manifest at every place at which this version or an earlier one has put it. */
async function layoutsOf(
  name: ContainerName,
  sound: Buffer,
  key: InstallationKey,
): Promise<Buffer[]> {
  const layouts = [await signedBytes(sound, key)]
  if (name !== 'flac') layouts.push(await streamedBytes(name, sound, key))
  if (name !== 'wav' && name !== 'webm') layouts.push(await signedAsBefore(name, sound, key))
  return layouts
}

const ODD_VALUES = [0, 1, 0x7f, 0x80, 0xff, 0x100, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]

/** Changes bytes in one of many ways, mostly near `focus`. */
function mutated(bytes: Buffer, focus: Seed['store'], other: Buffer, random: Random): Buffer {
  const spot = (): number =>
    random(3) === 0 ? random(bytes.length) : focus.start + random(focus.length)
  const copy = Buffer.from(bytes)
  const at = Math.min(spot(), bytes.length - 1)
  const end = Math.min(bytes.length, at + 1 + random(random(4) === 0 ? 2_000 : 16))
  switch (random(9)) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
    case 2:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
    case 3: {
      const from = random(other.length)
      const foreign = other.subarray(from, from + end - at)
      return Buffer.concat([bytes.subarray(0, at), foreign, bytes.subarray(at)])
    }
    case 4: {
      const from = random(other.length)
      other.copy(copy, at, from, from + 1 + random(300))
      return copy
    }
    case 5: {
      const value = ODD_VALUES[random(ODD_VALUES.length)] ?? 0
      if (at + 4 <= copy.length)
        random(2) === 0 ? copy.writeUInt32BE(value, at) : copy.writeUInt32LE(value, at)
      return copy
    }
    case 6:
      for (let n = 0; n < 1 + random(8); n++) copy[Math.min(spot(), copy.length - 1)] = random(256)
      return copy
    default:
      copy[at] = (copy[at] ?? 0) ^ (1 << random(8))
      return copy
  }
}

/** A file whose store a stranger has made with parts that were changed before they were hashed and signed. */
async function forged(
  seed: Seed,
  stranger: InstallationKey,
  own: InstallationKey,
  random: Random,
): Promise<Buffer> {
  const target = random(3)
  const [leaf = Buffer.alloc(0)] = target === 0 ? own.chain : stranger.chain
  const der = target === 2 ? Buffer.from(leaf) : scrambled(Buffer.from(leaf), random)
  const key = { ...stranger, chain: random(4) === 0 ? [der, own.root] : [der] }
  const contents = await CONTAINERS[seed.name].parse(bytesSource(seed.sound), never)
  const draft = draftManifest(DEFINITION, key)
  const { layout, exclusion } = await planStore(draft, 0, (length) => contents.layoutWith(length))
  const hash = hashOf(layout, seed.sound)
  const binding = { exclusions: [exclusion], hash, padLength: 0 }
  const store = Buffer.from(await encodeStore(draft, binding))
  if (target === 2) await scrambleAndSign(store, stranger, random)
  return Buffer.concat([
    ...bytesOf(layout.before, seed.sound),
    layout.excluded(store),
    ...bytesOf(layout.after, seed.sound),
  ])
}

function scrambled(bytes: Buffer, random: Random): Buffer {
  for (let n = 0; n < 1 + random(3); n++) bytes[random(bytes.length)] = random(256)
  return bytes
}

function bytesOf(pieces: FileLayout['before'], sound: Buffer): Uint8Array[] {
  return pieces.map((piece) =>
    piece instanceof Uint8Array ? piece : sound.subarray(piece.start, piece.start + piece.length),
  )
}

function hashOf({ before, after }: FileLayout, sound: Buffer): Uint8Array {
  const hash = createHash('sha256')
  for (const part of [...bytesOf(before, sound), ...bytesOf(after, sound)]) hash.update(part)
  return hash.digest()
}

/** Changes the CBOR of an assertion or of the claim in place, and makes hash and signature fit again. */
async function scrambleAndSign(store: Buffer, key: InstallationKey, random: Random): Promise<void> {
  const manifest = decodeSuperbox(store).children[0]
  if (!manifest) return
  const claim = contentOf(childOf(manifest, 'c2pa.claim.v2'), 'cbor') as Buffer
  const { children } = childOf(manifest, 'c2pa.assertions')
  const assertion = children[random(children.length)]
  if (assertion && random(3) > 0) {
    const before = createHash('sha256').update(assertion.payload).digest()
    scrambled((assertion.boxes[0]?.data ?? Buffer.alloc(1)) as Buffer, random)
    const at = claim.indexOf(before)
    createHash('sha256').update(assertion.payload).digest().copy(claim, at)
  } else scrambled(claim, random)
  const signature = decodeCbor(contentOf(childOf(manifest, 'c2pa.signature'), 'cbor'))
  const parts = isTag(signature) && Array.isArray(signature.value) ? signature.value : []
  const header: Cbor = parts[0] ?? null
  const signed = await key.sign(encodeCbor(['Signature1', header, Buffer.alloc(0), claim]))
  Buffer.from(signed).copy(parts[3] as Buffer)
}

async function judged(
  bytes: Buffer,
  own: InstallationKey,
): Promise<{ kind: string; tookMs: number }> {
  const trust = { ownRoots: [own.root], trusted: [], now: NOW }
  const from = performance.now()
  const kind = await verify(bytesSource(bytes), trust, never)
    .then((verdict) => verdict.kind)
    .catch((error: unknown) => `threw ${String(error)}`)
  return { kind, tookMs: performance.now() - from }
}

const OURS: ReadonlySet<string> = new Set(['made-here', 'known-signer'])
const GOOD: ReadonlySet<string> = new Set(['made-here', 'known-signer', 'unknown-signer'])

/** Memory in use in MB, after a garbage collection where the process may ask for one (`--expose-gc`). */
function heldMb(): number {
  globalThis.gc?.()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return (heapUsed + external + arrayBuffers) / 1e6
}

/** Options of a run. */
export interface FuzzOptions {
  /** Hears the number of each file before it is tried. */
  readonly onStep?: (n: number) => void
  /** A verdict that takes longer is a failure. */
  readonly longestMs: number
}

interface FuzzRun {
  readonly seeds: readonly Seed[]
  readonly own: InstallationKey
  readonly stranger: InstallationKey
  readonly random: Random
  readonly longestMs: number
}

interface FuzzStep {
  readonly what: string
  readonly kind: string
  readonly tookMs: number
  readonly isFailure: boolean
}

async function step({ seeds, own, stranger, random, longestMs }: FuzzRun): Promise<FuzzStep> {
  const seed = seeds[random(seeds.length)]
  const other = seeds[random(seeds.length)]
  if (!seed || !other) throw new RangeError('There is nothing to change.')
  const isForged = random(5) === 0
  const bytes = isForged
    ? await forged(seed, stranger, own, random)
    : mutated(seed.bytes, seed.store, other.bytes, random)
  const { kind, tookMs } = await judged(bytes, own)
  const isOriginal = !isForged && seeds.some((known) => known.bytes.equals(bytes))
  const isFalse = !isOriginal && (isForged ? OURS : GOOD).has(kind)
  const isFailure = isFalse || kind.startsWith('threw') || tookMs > longestMs
  return { what: `${seed.name}${isForged ? ' forged' : ''}`, kind, tookMs, isFailure }
}

/**
 * Shows the verifier so many changed files: stores, containers, CBOR and certificates, some of them signed anew by a
 * stranger. A failure is a crash, a verdict that takes too long, a changed file called good, or a stranger's file called
 * ours.
 */
export async function fuzzVerifier(
  sounds: Readonly<Record<ContainerName, Buffer>>,
  mutations: number,
  start: number,
  { onStep, longestMs }: FuzzOptions,
): Promise<FuzzReport> {
  const own = await newKey()
  const run = {
    seeds: await seedsOf(sounds, own),
    own,
    stranger: await newKey(NOW, 'Stranger'),
    random: randomFrom(start),
    longestMs,
  }
  const verdicts: Record<string, number> = {}
  const failures: string[] = []
  let slowestMs = 0
  let firstMb = 0
  for (let n = 0; n < mutations; n++) {
    onStep?.(n)
    const { what, kind, tookMs, isFailure } = await step(run)
    slowestMs = Math.max(slowestMs, tookMs)
    verdicts[kind] = (verdicts[kind] ?? 0) + 1
    if (isFailure) failures.push(`${start}/${n} ${what}: ${kind}, ${tookMs} ms`)
    if (n === Math.floor(mutations / 10)) firstMb = heldMb()
  }
  const growthMb = heldMb() - firstMb
  return { mutations, verdicts, slowestMs, growthMb, failures }
}
