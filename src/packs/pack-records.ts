import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Catalog } from './catalog.ts'
import { isFileName, isPackId, type Manifest } from './pack-entry.ts'
import { type PackPlaces, pathInside, readJson, writeJson } from './pack-folder.ts'

/** Which licence was accepted, and when. */
export const Acceptance = z.object({
  /** SPDX identifier of the licence, and the SHA-256 of the text that was shown. */
  licence: z.string(),
  textSha256: z.string(),
  /** The text itself, which a later catalog may not have any more. Records of before have none. */
  text: z.string().optional(),
  /** Revision of the catalog that it came from. */
  revision: z.string(),
  acceptedAt: z.iso.datetime(),
})
export type Acceptance = z.infer<typeof Acceptance>

const RecordedFile = z.object({
  name: z.string().refine(isFileName),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
  /** As the system told it when the bytes were last compared. */
  mtimeMs: z.number(),
  /** Whether the catalog knows its SHA-256. Otherwise it is that of the first time it was seen. */
  isPinned: z.boolean(),
})
export type RecordedFile = z.infer<typeof RecordedFile>

const RECORD_SCHEMA = 1

/** What is installed of a pack, as it was when its bytes were compared. */
export const Installed = z.object({
  schema: z.literal(RECORD_SCHEMA),
  id: z.string().refine(isPackId),
  revision: z.string(),
  installedAt: z.iso.datetime(),
  origin: z.enum(['download', 'import']),
  files: z.array(RecordedFile).min(1),
  /** Names of files that were found to be wrong. */
  damaged: z.array(z.string()),
})
export type Installed = z.infer<typeof Installed>

/** The acceptance of a pack's licence, if it still counts: another text has to be accepted anew. */
export async function acceptanceOf(
  places: PackPlaces,
  pack: Manifest,
  catalog: Catalog,
): Promise<Acceptance | undefined> {
  const accepted = await readJson(places.accepted, Acceptance)
  if (accepted === undefined || accepted === 'damaged') return undefined
  const { sha256 } = await catalog.licenceOf(pack)
  return accepted.licence === pack.licence.id && accepted.textSha256 === sha256
    ? accepted
    : undefined
}

/** Writes down that the licence of a pack was accepted. Throws AppError('pack/licence') for another licence than the pack's. */
export async function recordAcceptance(
  places: PackPlaces,
  pack: Manifest,
  catalog: Catalog,
  licence: string,
  now: Date,
): Promise<Acceptance> {
  if (licence !== pack.licence.id)
    throw new AppError(
      'pack/licence',
      `The licence of ${pack.name} is ${pack.licence.id} (${pack.licence.name}), not ${licence.slice(0, 80)}. Read it, and accept it by that name.`,
    )
  const { sha256, text } = await catalog.licenceOf(pack)
  const acceptance: Acceptance = {
    licence,
    textSha256: sha256,
    text,
    revision: pack.revision,
    acceptedAt: now.toISOString(),
  }
  await pathInside(places.folder, 'accepted.json')
  await writeJson(places.accepted, acceptance)
  return acceptance
}

/** What a pack's record says: undefined where nothing is installed, 'damaged' where the record itself cannot be read. */
export async function installedIn(places: PackPlaces): Promise<Installed | 'damaged' | undefined> {
  return readJson(places.installed, Installed)
}

/** Why a pack's record cannot be used, as a sentence. */
export async function recordProblem(places: PackPlaces): Promise<string> {
  const written = await readJson(places.installed, z.object({ schema: z.int() }))
  return typeof written === 'object' && written.schema > RECORD_SCHEMA
    ? 'Its record cannot be read: a later version of Griot has written it.'
    : 'Its record cannot be read.'
}
