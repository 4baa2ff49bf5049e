import { createHash, randomUUID } from 'node:crypto'
import type { ByteRange } from './byte-source.ts'
import { type Cbor, type CborMap, cborMap, encodeCbor } from './cbor.ts'
import { encodeCoseSign1 } from './cose.ts'
import { encodeBox, encodeSuperbox, hashSuperbox } from './jumbf.ts'
import {
  AI_GENERATED,
  CREATED,
  LABEL,
  type ManifestDefinition,
  PARAMETER,
  TRAINING_USES,
} from './manifest-definition.ts'
import type { SigningKey } from './signing-key.ts'

const SPECIFICATION = '2.4.0'
const DATE_TIME = 0

/** A manifest without its hard binding to the bytes of a file. */
export interface ManifestDraft {
  readonly definition: ManifestDefinition
  readonly key: SigningKey
  readonly label: string
  readonly instance: string
  readonly created: readonly Assertion[]
  readonly gathered: readonly Assertion[]
}

interface Assertion {
  readonly label: string
  readonly box: Uint8Array
}

/** Hard binding of a manifest to a file (C2PA 2.4, section 18.6): SHA-256 of all bytes but the exclusions. */
export interface HardBinding {
  readonly exclusions: readonly ByteRange[]
  readonly hash: Uint8Array
  /** Zero bytes that fill the store up to a length that was declared before. */
  readonly padLength: number
}

/** Drafts a manifest before the bytes of the file are known. Every draft has identifiers of its own. */
export function draftManifest(definition: ManifestDefinition, key: SigningKey): ManifestDraft {
  const created = [
    assertion(LABEL.actions, actionsAssertion(definition)),
    assertion(
      LABEL.disclosure,
      cborMap({ modelType: 'c2pa.types.model', modelName: definition.engine }),
    ),
    assertion(LABEL.generation, generationAssertion(definition)),
  ]
  return {
    definition,
    key,
    label: `urn:c2pa:${randomUUID()}`,
    instance: `xmp:iid:${randomUUID()}`,
    created,
    gathered: gathered(definition),
  }
}

function actionsAssertion({
  application,
  when,
  voice,
  language,
  engine,
}: ManifestDefinition): CborMap {
  const action = cborMap({
    action: CREATED,
    when: { tag: DATE_TIME, value: rfc3339(when) },
    softwareAgent: cborMap({ ...application }),
    digitalSourceType: AI_GENERATED,
    parameters: cborMap({
      [PARAMETER.voice]: voice.name,
      [PARAMETER.language]: language,
      [PARAMETER.engine]: engine,
    }),
  })
  return cborMap({ actions: [action], allActionsIncluded: true })
}

/** Whole seconds, so that a file tells no more of its maker than it has to. */
const rfc3339 = (when: Date): string => `${when.toISOString().slice(0, 19)}Z`

function generationAssertion({ voice, requestId }: ManifestDefinition): CborMap {
  const consentRecord = voice.kind === 'cloned' ? voice.consentRecord : undefined
  return cborMap({ requestId, voiceKind: voice.kind, consentRecord })
}

function gathered({ trainingMining, title, author }: ManifestDefinition): Assertion[] {
  const assertions: Assertion[] = []
  if (trainingMining) {
    const entry = cborMap({ use: trainingMining })
    const entries = cborMap(Object.fromEntries(TRAINING_USES.map((use) => [use, entry])))
    assertions.push(assertion(LABEL.trainingMining, cborMap({ entries })))
  }
  if (title || author) {
    const metadata = {
      '@context': { dc: 'http://purl.org/dc/elements/1.1/' },
      ...(title ? { 'dc:title': title } : {}),
      ...(author ? { 'dc:creator': [author] } : {}),
    }
    const json = encodeBox('json', Buffer.from(JSON.stringify(metadata), 'utf8'))
    const box = encodeSuperbox('json', LABEL.metadata, json)
    assertions.push({ label: LABEL.metadata, box })
  }
  return assertions
}

function assertion(label: string, content: CborMap): Assertion {
  return { label, box: encodeSuperbox('cbor', label, encodeBox('cbor', encodeCbor(content))) }
}

/** Encodes the signed manifest store (JUMBF). Throws what the key throws. */
export function encodeStore(draft: ManifestDraft, binding: HardBinding): Promise<Uint8Array> {
  return assemble(draft, binding, true)
}

const NO_HASH = new Uint8Array(createHash('sha256').update('').digest().length)

/** Length of the store with these exclusions and this padding, in bytes. */
export async function storeLength(
  draft: ManifestDraft,
  exclusions: readonly ByteRange[],
  padLength: number,
): Promise<number> {
  return (await assemble(draft, { exclusions, hash: NO_HASH, padLength }, false)).length
}

async function assemble(
  draft: ManifestDraft,
  binding: HardBinding,
  sign: boolean,
): Promise<Uint8Array> {
  const created = [...draft.created, assertion(LABEL.hash, dataHashAssertion(binding))]
  const boxes = [...created, ...draft.gathered].map(({ box }) => box)
  const claim = encodeCbor(claimMap(draft, created))
  const signature = await encodeCoseSign1(claim, draft.key, sign)
  return encodeSuperbox(
    'c2pa',
    LABEL.store,
    encodeSuperbox(
      'c2ma',
      draft.label,
      encodeSuperbox('c2as', LABEL.assertions, ...boxes),
      encodeSuperbox('c2cl', LABEL.claim, encodeBox('cbor', claim)),
      encodeSuperbox('c2cs', LABEL.signature, encodeBox('cbor', signature)),
    ),
  )
}

function dataHashAssertion({ exclusions, hash, padLength }: HardBinding): CborMap {
  const ranges = exclusions.map(({ start, length }) => cborMap({ start, length }))
  return cborMap({
    exclusions: ranges.length > 0 ? ranges : undefined,
    alg: 'sha256',
    hash,
    pad: new Uint8Array(padLength),
  })
}

function claimMap(draft: ManifestDraft, created: readonly Assertion[]): CborMap {
  const { application, title } = draft.definition
  const uris = (assertions: readonly Assertion[]): Cbor => assertions.map(hashedUri)
  return cborMap({
    instanceID: draft.instance,
    claim_generator_info: cborMap({ ...application, specVersion: SPECIFICATION }),
    signature: `self#jumbf=/${LABEL.store}/${draft.label}/${LABEL.signature}`,
    created_assertions: uris(created),
    gathered_assertions: draft.gathered.length > 0 ? uris(draft.gathered) : undefined,
    'dc:title': title || undefined,
    alg: 'sha256',
  })
}

function hashedUri({ label, box }: Assertion): CborMap {
  return cborMap({ url: `self#jumbf=${LABEL.assertions}/${label}`, hash: hashSuperbox(box) })
}
