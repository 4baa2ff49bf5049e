import { basename, dirname, extname, join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { isAudiobookFormat } from '#shared/formats.ts'
import type { AnswerPlacement, ProvenanceSettings } from '#shared/provenance.ts'
import { defaultEngine } from '#speech/engines/registry.ts'
import type { ProvenanceRows } from '#storage/db/provenance.ts'
import type { Reserve } from '#storage/db/reserve.ts'
import type { KeyEncryption } from './c2pa/key-store.ts'
import type { ManifestDefinition } from './c2pa/manifest-definition.ts'
import { moveToStandardPlace } from './c2pa/move-manifest.ts'
import { makeSidecar, type SignedFile, signUnseenFile } from './c2pa/sign.ts'
import type { SigningKey } from './c2pa/signing-key.ts'
import { replaceFile } from './c2pa/write-file.ts'
import type { IssuingRoot } from './c2pa/x509.ts'
import { PLACEHOLDERS, previewLines } from './preview.ts'
import type { Provenance, SigningContext } from './provenance.ts'
import { createRegistry, DEFAULT_MAX_RECORDS } from './registry.ts'
import { createSidecarFolder } from './sidecar-folder.ts'
import { CONTAINER_OF, signAnswer, unchanged } from './sign-answer.ts'
import { createSigningKeys, pemOf } from './signing-keys.ts'
import { certificateFromDer, createTrustedCertificates } from './trusted-certificates.ts'
import { verifyFile } from './verify-file.ts'

export interface ProvenanceOptions {
  readonly rows: ProvenanceRows
  readonly settings: Provenance['settings']
  /** Folder of the key of this installation, which is made at the first signature, and of kept manifests. */
  readonly folder: string
  /** Space that is given back to a full disk. Left out: none. */
  readonly reserve?: Reserve | undefined
  /** Folder of files that are being signed or verified. */
  readonly workFolder: string
  /** Encryption of the key. Undefined: it lies in a file that its owner alone may read. */
  readonly encryption: KeyEncryption | undefined
  /** Whether the root of this installation is entered in the tables, for other nodes; left out: it is not. */
  readonly entersRoot?: boolean
  /** Root that issues the keys of all nodes of a service. Left out: this installation stands alone. */
  readonly issuingRoot?: (() => Promise<IssuingRoot>) | undefined
  /** The operator's own key. Undefined: that of this installation signs. */
  readonly operator: SigningKey | undefined
  /** Version of Griot. */
  readonly version: string
  readonly now: () => Date
}

/** Creates signing and verifying of keys, registry and settings. */
export function createProvenance(parts: ProvenanceOptions): Provenance {
  const { rows, now, workFolder } = parts
  const sidecars = createSidecarFolder(join(parts.folder, 'manifests'), now, parts.reserve)
  const { settings } = parts
  const keys = createSigningKeys({ ...parts, settings: settings.get })
  const { register, registerCopy, record, prune } = createRegistry(
    rows,
    () => settings.get().keepRecords ?? DEFAULT_MAX_RECORDS,
    now,
  )
  const definitionFor = (context: SigningContext): ManifestDefinition =>
    definitionOf(context, parts, settings.get())
  const certificate: Provenance['certificate'] = async () => {
    const anchor = await keys.anchor()
    return { ...certificateFromDer(anchor), pem: pemOf(anchor) }
  }
  return {
    async signAnswer(chunks, { format, bitrate, tempo = 1 }, encode, context, signal) {
      const container = CONTAINER_OF[format]
      if (!container || format === 'adts')
        return { placement: 'none', bytes: encode(chunks, 0), asFile: unchanged }
      const definition = definitionFor(context)
      const order = {
        ...{ format, bitrate, tempo, container, definition, key: keys.current, workFolder },
        sidecars,
        alwaysSidecar: format === 'flac' && settings.get().flac === 'sidecar',
        register: (signed, placement, stop) =>
          register(signed, { format, placement }, definition, context.account, stop),
      } satisfies Parameters<typeof signAnswer>[0]
      return signAnswer(order, chunks, encode, signal)
    },
    async signFile(path, format, context, signal, name = path) {
      const isOnlyBeside = isAudiobookFormat(format)
      if (!isOnlyBeside && !CONTAINER_OF[format]) return { sidecarPath: undefined }
      const { author, flac } = settings.get()
      const definition = { ...definitionFor(context), author: author || undefined }
      const key = await keys.current()
      const registerAs = (signed: SignedFile, placement: AnswerPlacement): Promise<void> =>
        register(signed, { format, placement }, definition, context.account, signal)
      const isDetached = isOnlyBeside || (format === 'flac' && flac === 'sidecar')
      if (!isDetached)
        await registerAs(await signUnseenFile(path, definition, key, signal), 'embedded')
      if (!isDetached && format !== 'webm_opus') return { sidecarPath: undefined }
      const sidecarPath = join(dirname(name), `${basename(name, extname(name))}.c2pa`)
      const { store, signed } = await makeSidecar(path, definition, key, signal)
      await replaceFile(sidecarPath, (file) => file.writeFile(store))
      await registerAs(signed, 'sidecar')
      return { sidecarPath }
    },
    record,
    prune,
    async manifest(requestId, account) {
      const { manifestId, placement, copies } = await record(requestId, account)
      const beside = [{ manifestId, placement }, ...copies].find(
        (copy) => copy.placement === 'sidecar',
      )
      const store = beside && (await sidecars.read(beside.manifestId))
      if (store) return store
      throw new AppError(
        'provenance/not-found',
        'No manifest is kept for this request: it is in the file, or its thirty days are over.',
      )
    },
    async moveManifest(input, output, signal) {
      const key = await keys.current()
      const signed = await moveToStandardPlace(input, output, key, await keys.trust(), signal)
      if (!signed) return false
      const { facts } = await verifyFile(output, undefined, await keys.trust(), signal)
      if (facts?.requestId) await registerCopy(signed, facts.requestId, signal)
      return true
    },
    async verifyFile(path, sidecarPath, signal) {
      return verifyFile(path, sidecarPath, await keys.trust(), signal)
    },
    settings,
    certificate,
    async rotate() {
      await keys.rotate()
      return certificate()
    },
    trusted: createTrustedCertificates(rows, now),
    async preview() {
      const { author } = settings.get()
      const definition = {
        ...definitionFor({ ...PLACEHOLDERS, engine: defaultEngine().label, account: '' }),
        author: author || undefined,
      }
      const key = await keys.current()
      return previewLines(definition, key, await keys.trust())
    },
    prepare: keys.prepare,
    problem: keys.problem,
  }
}

/** Definition of the manifest. A cloned voice is named only if the owner has allowed it. */
function definitionOf(
  { requestId, voice, language, engine, title }: SigningContext,
  { version, now }: ProvenanceOptions,
  { trainingMining, namesClonedVoices }: ProvenanceSettings,
): ManifestDefinition {
  const unnamed = voice.kind === 'cloned' && !namesClonedVoices
  return {
    application: { name: 'Griot', version },
    when: now(),
    requestId,
    voice: unnamed ? { ...voice, name: undefined } : voice,
    language,
    engine,
    trainingMining,
    title,
  }
}
