import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesSource } from './byte-source.ts'
import type { StreamableName } from './containers/detect.ts'
import type { ManifestDefinition } from './manifest-definition.ts'
import { type SignedFile, signFile } from './sign.ts'
import { type InstallationKey, localSigningKey } from './signing-key.ts'
import { prepareStream } from './stream.ts'
import { type VerificationResult, verify } from './verify.ts'
import { issueCertificates } from './x509.ts'

export const NOW = new Date('2026-11-20T10:00:00Z')
export const never: AbortSignal = new AbortController().signal

export const DEFINITION: ManifestDefinition = {
  application: { name: 'Griot', version: '0.1.0' },
  when: NOW,
  requestId: '0b7c4f6e-4a54-4c36-9a0e-2f3c1f0a9d11',
  voice: { kind: 'built-in', name: 'lina' },
  language: 'en',
  engine: 'flite 2.2',
}

export async function newKey(
  now: Date = NOW,
  name = 'Griot (this computer)',
): Promise<InstallationKey> {
  const { privateKeyPem, leaf, root } = await issueCertificates(
    { name, organisation: 'Griot' },
    now,
  )
  return { ...localSigningKey(createPrivateKey(privateKeyPem), [leaf]), root }
}

/** Signs bytes as a finished file. */
export async function signedBytes(
  bytes: Uint8Array,
  key: InstallationKey,
  definition = DEFINITION,
): Promise<Buffer> {
  return (await signedWithRecord(bytes, key, definition)).bytes
}

export async function signedWithRecord(
  bytes: Uint8Array,
  key: InstallationKey,
  definition = DEFINITION,
): Promise<{ readonly bytes: Buffer; readonly signed: SignedFile }> {
  return throughFiles(bytes, (input, output) =>
    signFile(input, output, definition, key, never),
  ).then(({ bytes: written, result }) => ({ bytes: written, signed: result }))
}

/** Runs work from one file to another, both in a folder of their own. */
export async function throughFiles<T>(
  bytes: Uint8Array,
  work: (input: string, output: string) => Promise<T>,
): Promise<{ readonly bytes: Buffer; readonly result: T }> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-sign-'))
  try {
    const input = join(folder, 'input')
    const output = join(folder, 'output')
    writeFileSync(input, bytes)
    const result = await work(input, output)
    return { bytes: readFileSync(output), result }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Signs bytes as a streamed answer in pieces. A wav gets the growth counted into its RIFF size first. */
export async function streamedBytes(
  container: StreamableName,
  bytes: Uint8Array,
  key: InstallationKey,
  definition = DEFINITION,
): Promise<Buffer> {
  const signer = await prepareStream(container, definition, key)
  const sound = Buffer.from(bytes)
  if (container === 'wav') sound.writeUInt32LE(sound.length - 8 + signer.reservedBytes, 4)
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < sound.length; at += 1_000) yield sound.subarray(at, at + 1_000)
  }
  const parts: Uint8Array[] = []
  for await (const part of signer.sign(pieces(), async () => undefined, never)) parts.push(part)
  return Buffer.concat(parts)
}

export function verdictOf(
  bytes: Uint8Array,
  {
    ownRoots = [],
    trusted = [],
    now = NOW,
  }: {
    readonly ownRoots?: readonly Uint8Array[]
    readonly trusted?: readonly Uint8Array[]
    readonly now?: Date
  } = {},
  sidecar?: Uint8Array,
): Promise<VerificationResult> {
  return verify(bytesSource(bytes), { ownRoots, trusted, now }, never, sidecar)
}

/** The bytes with one bit turned. */
export function flipped(bytes: Uint8Array, at: number, bit = 0x10): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ bit
  return changed
}
