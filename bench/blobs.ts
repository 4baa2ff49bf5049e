import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Blobs } from '#storage/blobs/blobs.ts'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { createS3Blobs } from '#storage/blobs/s3.ts'
import { startSwift } from '#testing/services/swift.test-support.ts'
import { median, report } from './statistics.ts'

const LARGE = randomBytes(64_000_000)
const SMALL = randomBytes(100_000)
const RUNS = 5
const SMALL_RUNS = 60
const RANGE_RUNS = 30

/** Bytes in and out of a folder and of OpenStack Swift on this computer (Debian's python3-swift): large files, small ones, the first byte of a range. */
export async function benchBlobs(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-bench-'))
  try {
    await benchStore('folder', createFolderBlobs(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const swift = await startSwift()
  try {
    await swift.setBucket('bench')
    const { accessKeyId, secretAccessKey } = swift.owner
    const env = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }
    const s3 = createS3Blobs(`s3://bench?endpoint=${swift.endpoint}`, { env })
    await benchStore('S3 (Swift)', s3)
    s3.close()
  } finally {
    await swift.stop()
  }
}

async function benchStore(name: string, blobs: Blobs): Promise<void> {
  const type = 'audio/flac'
  // What is loaded once is paid for by nobody.
  const { sha256 } = await blobs.put('large', { bytes: LARGE, type })
  const rate = (bytes: Uint8Array, ms: number): string =>
    `${(bytes.length / 1e3 / ms).toFixed(0)} MB/s`
  const unknown = await times(RUNS, () => blobs.put('large', { bytes: inPieces(LARGE), type }))
  const known = await times(RUNS, () =>
    blobs.put('large', { bytes: inPieces(LARGE), type, sha256 }),
  )
  const whole = await times(RUNS, () => drain(blobs, 'large'))
  report(`${name}: put 64 MB`, rate(LARGE, unknown))
  report(`${name}: put 64 MB whose SHA-256 is known`, rate(LARGE, known))
  report(`${name}: get 64 MB`, rate(LARGE, whole))
  const small = await times(SMALL_RUNS, () => blobs.put('small', { bytes: SMALL, type }))
  report(`${name}: put 100 kB`, `${small.toFixed(1)} ms`)
  report(
    `${name}: get 100 kB`,
    `${(await times(SMALL_RUNS, () => drain(blobs, 'small'))).toFixed(1)} ms`,
  )
  const first = await times(RANGE_RUNS, () => firstByte(blobs))
  report(`${name}: first byte of a range in 64 MB`, `${first.toFixed(1)} ms`)
}

async function times(runs: number, work: () => Promise<unknown>): Promise<number> {
  const all: number[] = []
  for (let n = 0; n < runs; n++) {
    const from = performance.now()
    await work()
    all.push(performance.now() - from)
  }
  return median(all)
}

async function drain(blobs: Blobs, key: string): Promise<void> {
  for await (const _ of (await blobs.get(key))?.bytes ?? []);
}

async function firstByte(blobs: Blobs): Promise<void> {
  const start = Math.floor(Math.random() * (LARGE.length - 1))
  const content = await blobs.get('large', { range: { start } })
  for await (const _ of content?.bytes ?? []) break
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
