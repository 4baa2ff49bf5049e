import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeWhole } from '#app/exports/write-whole.ts'
import { rememberFfmpeg } from '#media/ffmpeg.ts'
import { render } from '#media/render.ts'
import { fileSource } from '#provenance/c2pa/byte-source.ts'
import { createKeyStore } from '#provenance/c2pa/key-store.ts'
import { draftManifest } from '#provenance/c2pa/manifest.ts'
import { signUnseenFile } from '#provenance/c2pa/sign.ts'
import type { InstallationKey } from '#provenance/c2pa/signing-key.ts'
import { prepareStream, signDetached } from '#provenance/c2pa/stream.ts'
import { verify } from '#provenance/c2pa/verify.ts'
import { type AudioChunk, SAMPLE_RATE } from '#shared/audio.ts'
import { median, report } from './statistics.ts'

const MINUTES = 10
const RUNS = 5
const FORMATS = ['wav', 'mp3', 'flac', 'ogg_opus', 'webm_opus'] as const
const CONTAINER = {
  wav: 'wav',
  mp3: 'mp3',
  flac: 'flac',
  ogg_opus: 'ogg',
  webm_opus: 'webm',
} as const
const never = new AbortController().signal

const FACTS = {
  application: { name: 'Griot', version: '0.1.0' },
  when: new Date(),
  requestId: '0b7c4f6e-4a54-4c36-9a0e-2f3c1f0a9d11',
  voice: { kind: 'built-in', name: 'lina' },
  language: 'en',
  engine: 'flite 2.2',
} as const

/** Cost of a manifest for ten minutes of sound: time against encoding it, bytes, time to verify, memory. */
export async function benchSign(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-bench-'))
  const issuer = { name: 'Griot (this computer)', organisation: 'Griot' }
  const parts = { folder, issuer, encryption: undefined, now: () => new Date() }
  const key = await createKeyStore(parts).load()
  try {
    // The first file of all would pay for what is loaded once.
    await benchFormat('wav', key, folder, () => undefined)
    for (const format of FORMATS) await benchFormat(format, key, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchFormat(
  format: (typeof FORMATS)[number],
  key: InstallationKey,
  folder: string,
  print = report,
): Promise<void> {
  const path = join(folder, `speech.${format}`)
  const getFfmpeg = rememberFfmpeg({ searchPath: process.env['PATH'], directory: folder })
  const bytes = render(speech(), { format, bitrate: '128k' }, getFfmpeg, never)
  const encodeMs = await timed(() => writeWhole(path, bytes, format))
  const before = statSync(path).size
  const firstMb = process.memoryUsage().rss / 1e6
  const signMs: number[] = []
  const verifyMs: number[] = []
  for (let n = 0; n < RUNS; n++) {
    const signed = `${path}.${n}`
    // As an export does: the file has just been written, and nobody has seen it.
    await writeFile(signed, await readFile(path), { flush: true })
    signMs.push(await timed(() => signUnseenFile(signed, FACTS, key, never)))
    verifyMs.push(await timed(() => check(signed, key)))
  }
  const growthMb = process.memoryUsage().rss / 1e6 - firstMb
  const share = `${((median(signMs) / encodeMs) * 100).toFixed(1)} %`
  const stream = `${(((await streamMs(path, format, key)) / encodeMs) * 100).toFixed(1)} %`
  const added = statSync(`${path}.0`).size - before
  print(`${format}: encode ${MINUTES} minutes`, `${encodeMs.toFixed(0)} ms`)
  print(
    `${format}: sign the finished file`,
    `${median(signMs).toFixed(0)} ms, ${share}`,
    '<= 3 % of encoding',
  )
  print(`${format}: sign while streaming`, stream, '<= 3 % of encoding')
  print(`${format}: growth`, `${added} bytes`, '<= 4096')
  print(`${format}: verify`, `${median(verifyMs).toFixed(0)} ms`, '<= 100 ms')
  print(
    `${format}: resident memory more after ${RUNS} files`,
    `${growthMb.toFixed(0)} MB`,
    'constant',
  )
}

/** Speech-like sound: a tone and noise that swell and fade, so that no encoder has it easy. */
const SPEECH: readonly AudioChunk[] = Array.from({ length: 60 }, (_, second) => {
  let state = second + 1
  const samples = Float32Array.from({ length: SAMPLE_RATE }, (_, n) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    const t = second + n / SAMPLE_RATE
    const swell = 0.5 + 0.5 * Math.sin(7 * t)
    return swell * (0.3 * Math.sin(2 * Math.PI * 150 * t) + 0.05 * (state / 2 ** 31 - 1))
  })
  return { samples }
})

async function* speech(): AsyncGenerator<AudioChunk> {
  for (let minute = 0; minute < MINUTES; minute++) yield* SPEECH
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

async function check(path: string, key: InstallationKey): Promise<void> {
  const file = await open(path)
  const trust = { ownRoots: [key.root], trusted: [], now: new Date() }
  const { kind } = await verify(await fileSource(file), trust, never)
  await file.close()
  if (kind !== 'made-here') throw new Error(`A file just signed is "${kind}".`)
}

/** The time that passing the encoded bytes through the signer takes. */
async function streamMs(
  path: string,
  format: (typeof FORMATS)[number],
  key: InstallationKey,
): Promise<number> {
  const file = await open(path)
  const whole = await file.readFile()
  await file.close()
  return timed(async () => {
    const container = CONTAINER[format]
    const signer = container === 'flac' ? undefined : await prepareStream(container, FACTS, key)
    if (signer && format === 'wav') whole.writeUInt32LE(whole.length - 8 + signer.reservedBytes, 4)
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < whole.length; at += 65_536) yield whole.subarray(at, at + 65_536)
    }
    const signed = signer
      ? signer.sign(pieces(), async () => undefined, never)
      : signDetached(pieces(), draftManifest(FACTS, key), async () => undefined, never)
    for await (const _ of signed);
  })
}
