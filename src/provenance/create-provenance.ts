import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { ProvenanceSettings } from '#shared/provenance.ts'
import { defaultEngine } from '#speech/engines/registry.ts'
import type { ProvenanceRows } from '#storage/db/provenance.ts'
import type { Reserve } from '#storage/db/reserve.ts'
import type { Facts } from './c2pa/facts.ts'
import type { Protection } from './c2pa/key-store.ts'
import type { SigningKey } from './c2pa/keys.ts'
import { placeManifest } from './c2pa/place.ts'
import { certificateOf, createTrusted } from './certificates.ts'
import { createKeys, pemOf } from './keys.ts'
import { createManifests } from './manifests.ts'
import { previewLines, TO_BE_KNOWN } from './preview.ts'
import type { Making, Provenance } from './provenance.ts'
import { createRegistry, MOST_RECORDS } from './registry.ts'
import { asItIs, CARRIERS, sealAnswer } from './seal-answer.ts'
import { sealFile } from './seal-file.ts'
import { verifyFile } from './verify-file.ts'

export interface ProvenanceParts {
  readonly rows: ProvenanceRows
  /** Where the key of this installation lies; it is made when something is first signed. */
  readonly folder: string
  /** What a full disk may be given back; left out: nothing. */
  readonly reserve?: Reserve | undefined
  /** Where files lie while they are signed or checked. */
  readonly workFolder: string
  /** How the desktop seals the key; undefined: it lies in a file that its owner alone may read. */
  readonly protection: Protection | undefined
  /** The operator's own key; undefined: that of this installation. */
  readonly operator: SigningKey | undefined
  /** Of the program that signs. */
  readonly version: string
  readonly now: () => Date
}

const UNDECIDED: ProvenanceSettings = {
  issuerName: '',
  organisation: '',
  flac: 'embed',
  author: '',
  namesClonedVoices: false,
}

/** Keys, registry and settings put together. */
export function createProvenance(parts: ProvenanceParts): Provenance {
  const { rows, now, workFolder } = parts
  const manifests = createManifests(join(parts.folder, 'manifests'), now, parts.reserve)
  const settings = settingsOf(rows)
  const keys = createKeys({ ...parts, settings: settings.get })
  const { register, registerCopy, record, prune } = createRegistry(
    rows,
    () => settings.get().keepRecords ?? MOST_RECORDS,
    now,
  )
  const factsOf = (making: Making): Facts => stated(making, parts, settings.get())
  const certificate: Provenance['certificate'] = async () => {
    const anchor = await keys.anchor()
    return { ...certificateOf(anchor), pem: pemOf(anchor) }
  }
  return {
    async sealAnswer(chunks, { format, bitrate, tempo = 1 }, encode, making, signal) {
      const container = CARRIERS[format]
      if (!container || format === 'adts')
        return { placement: 'none', bytes: encode(chunks, 0), asFile: asItIs }
      const facts = factsOf(making)
      const order = {
        ...{ format, bitrate, tempo, container, facts, key: keys.current, workFolder },
        manifests,
        alwaysBeside: format === 'flac' && settings.get().flac === 'sidecar',
        register: (signed, placement, stop) =>
          register(signed, { format, placement }, facts, making.account, stop),
      } satisfies Parameters<typeof sealAnswer>[0]
      return sealAnswer(order, chunks, encode, signal)
    },
    async sealFile(path, format, making, signal, name = path) {
      if (!CARRIERS[format]) return { sidecarPath: undefined }
      const { author, flac } = settings.get()
      const facts = { ...factsOf(making), author: author || undefined }
      const onlyBeside = format === 'flac' && flac === 'sidecar'
      const order = {
        ...{ path, name, facts, key: await keys.current() },
        into: !onlyBeside,
        beside: onlyBeside || format === 'webm_opus',
        register: (signed, placement, stop) =>
          register(signed, { format, placement }, facts, making.account, stop),
      } satisfies Parameters<typeof sealFile>[0]
      return { sidecarPath: await sealFile(order, signal) }
    },
    record,
    prune,
    async manifest(requestId, account) {
      const { manifestId, placement, copies } = record(requestId, account)
      const beside = [{ manifestId, placement }, ...copies].find(
        (copy) => copy.placement === 'sidecar',
      )
      const store = beside && (await manifests.read(beside.manifestId))
      if (store) return store
      throw new AppError(
        'provenance/not-found',
        'No manifest is kept for this request: it is in the file, or its thirty days are over.',
      )
    },
    async place(input, output, signal) {
      const key = await keys.current()
      const signed = await placeManifest(input, output, key, await keys.trust(), signal)
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
    trusted: createTrusted(rows, now),
    async preview() {
      const { author } = settings.get()
      const facts = {
        ...factsOf({ ...TO_BE_KNOWN, engine: defaultEngine().label, account: '' }),
        author: author || undefined,
      }
      const key = await keys.current()
      return previewLines(facts, key, await keys.trust())
    },
    prepare: keys.prepare,
    problem: keys.problem,
  }
}

function settingsOf(rows: ProvenanceRows): Provenance['settings'] {
  const get = (): ProvenanceSettings => ProvenanceSettings.parse(rows.settings() ?? UNDECIDED)
  return {
    get,
    change(settings) {
      rows.changeSettings(ProvenanceSettings.parse(settings))
      return get()
    },
  }
}

/** What the manifest says. A cloned voice is named only if the owner wants it named. */
function stated(
  { requestId, voice, language, engine, title }: Making,
  { version, now }: ProvenanceParts,
  { trainingMining, namesClonedVoices }: ProvenanceSettings,
): Facts {
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
