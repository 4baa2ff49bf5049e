import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { type ByteSource, fileSource, readBlocks } from './byte-source.ts'
import { isRange } from './containers/container.ts'
import { detectContainer } from './containers/detect.ts'
import { FormatError } from './format-error.ts'
import { hashSource } from './hash.ts'
import { draftManifest, encodeStore, type ManifestDraft } from './manifest.ts'
import type { ManifestDefinition } from './manifest-definition.ts'
import { planStore, type StorePlan } from './plan-store.ts'
import type { SigningKey } from './signing-key.ts'
import { replaceFile, syncFile, type WriteTarget, withFile, writeParts } from './write-file.ts'

/** Digests and identifiers of a signed file, for the registry. */
export interface SignedFile {
  /** SHA-256 of all bytes of the finished file, in hexadecimal. */
  readonly sha256: string
  readonly sizeBytes: number
  /** `urn:c2pa:` and a UUID. */
  readonly manifestId: string
  /** SHA-256 of the signer's certificate (DER), in hexadecimal. */
  readonly certificateSha256: string
}

/**
 * Signs a finished wav, mp3, flac, ogg or webm file at the standard place, instead of any manifest it has. `output` may
 * be `input`: the result is written beside it and put in its place when it is whole. Throws
 * AppError('sign/unsupported') for a file that cannot carry a manifest, AppError('storage/failed'), what the key
 * throws, and the signal's reason on abort; what was there is untouched then.
 */
export async function signFile(
  input: string,
  output: string,
  definition: ManifestDefinition,
  key: SigningKey,
  signal: AbortSignal,
): Promise<SignedFile> {
  return withFile(input, async (source) => {
    const order = await prepareFile(source, input, definition, key, signal)
    return replaceFile(output, (file) =>
      writeSigned({ file, source, isSource: false }, order, signal),
    )
  })
}

/**
 * Signs a finished file that no other program uses yet, at the standard place. Where that is its end, the file is extended in
 * place instead of being copied. Throws as `signFile` does; the file is unusable then.
 */
export async function signUnseenFile(
  path: string,
  definition: ManifestDefinition,
  key: SigningKey,
  signal: AbortSignal,
): Promise<SignedFile> {
  const grown = await withFile(
    path,
    async (source, file) => {
      const order = await prepareFile(source, path, definition, key, signal)
      if (!isAppendOnly(order.plan, source)) return undefined
      const signed = await writeSigned({ file, source, isSource: true }, order, signal)
      await syncFile(path, file)
      return signed
    },
    'r+',
  )
  return grown ?? signFile(path, path, definition, key, signal)
}

interface PreparedFile {
  readonly draft: ManifestDraft
  readonly plan: StorePlan
}

async function prepareFile(
  source: ByteSource,
  path: string,
  definition: ManifestDefinition,
  key: SigningKey,
  signal: AbortSignal,
): Promise<PreparedFile> {
  const { container } = await detectOrRefuse(source, path, signal)
  const contents = await container.parse(source, signal)
  const draft = draftManifest(definition, key)
  const plan = await refusingInWords(path, () =>
    planStore(draft, 0, (length) => contents.layoutWith(length)),
  )
  return { draft, plan }
}

/** True if every byte of the source keeps its place and the store comes behind the last one. */
function isAppendOnly({ layout, exclusion }: StorePlan, { size }: ByteSource): boolean {
  let at = 0
  for (const piece of layout.before) {
    if (isRange(piece) && piece.start !== at) return false
    at += piece.length
  }
  return exclusion.start >= size && !layout.after.some(isRange)
}

async function writeSigned(
  target: WriteTarget,
  { draft, plan: { layout, exclusion } }: PreparedFile,
  signal: AbortSignal,
): Promise<SignedFile> {
  const bound = createHash('sha256')
  await writeParts(target, 0, layout.before, bound, signal)
  const whole = bound.copy()
  const behind = exclusion.start + exclusion.length
  const sizeBytes = await writeParts(target, behind, layout.after, bound, signal)
  const binding = { exclusions: [exclusion], hash: bound.digest(), padLength: 0 }
  const excluded = layout.excluded(await encodeStore(draft, binding))
  await writeParts(target, exclusion.start, [excluded], whole, signal)
  const written = await fileSource(target.file)
  const rest = { start: behind, length: sizeBytes - behind }
  for await (const block of readBlocks(written, rest, signal)) whole.update(block)
  return { ...signatureIds(draft), sha256: whole.digest('hex'), sizeBytes }
}

/**
 * Writes the file without any manifest. Returns true if it had one. Throws AppError('sign/unsupported') and
 * AppError('storage/failed'); what was there is untouched then.
 */
export async function removeManifest(
  input: string,
  output: string,
  signal: AbortSignal,
): Promise<boolean> {
  return withFile(input, async (source) => {
    const { container } = await detectOrRefuse(source, input, signal)
    const contents = await container.parse(source, signal)
    const pieces = await refusingInWords(input, async () => contents.partsWithout())
    await replaceFile(output, (file) =>
      writeParts({ file, source, isSource: false }, 0, pieces, undefined, signal),
    )
    return contents.stores.length > 0
  })
}

/**
 * Makes a manifest store for a finished file, to be kept beside it as `NAME.c2pa`. Its hard binding has no exclusions, so
 * the file may carry a manifest of its own. `signed` describes the file, not the sidecar. Throws AppError('storage/failed') and what the key throws.
 */
export async function makeSidecar(
  input: string,
  definition: ManifestDefinition,
  key: SigningKey,
  signal: AbortSignal,
): Promise<{ readonly store: Uint8Array; readonly signed: SignedFile }> {
  return withFile(input, async (source) => {
    const hash = await hashSource(source, [], 'sha256', signal)
    const draft = draftManifest(definition, key)
    const store = await encodeStore(draft, { exclusions: [], hash, padLength: 0 })
    const sha256 = Buffer.from(hash).toString('hex')
    return { store, signed: { ...signatureIds(draft), sha256, sizeBytes: source.size } }
  })
}

/** Identifiers of the manifest and of the certificate that signs it. Throws TypeError for a key without one. */
export function signatureIds({
  label,
  key,
}: ManifestDraft): Pick<SignedFile, 'manifestId' | 'certificateSha256'> {
  const [leaf] = key.chain
  if (!leaf) throw new TypeError('A signing key has no certificate.')
  return { manifestId: label, certificateSha256: createHash('sha256').update(leaf).digest('hex') }
}

async function detectOrRefuse(
  source: ByteSource,
  path: string,
  signal: AbortSignal,
): Promise<NonNullable<Awaited<ReturnType<typeof detectContainer>>>> {
  const found = await detectContainer(source, signal)
  if (!found)
    throw new AppError(
      'sign/unsupported',
      `"${path}" is not a wav, mp3, flac, ogg or webm file: only these can carry a manifest.`,
    )
  return found
}

async function refusingInWords<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const message = `"${path}" cannot carry a manifest: ${error.message}.`
    throw new AppError('sign/unsupported', message, error)
  }
}
