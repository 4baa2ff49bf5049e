import { z } from 'zod'
import {
  PACK_STATES,
  PACK_TASKS,
  type PackDetails,
  PackJob,
  type PackSummary,
} from '#shared/packs.ts'

const JobResource = z
  .object({
    state: PackJob.shape.state,
    done_bytes: z.number(),
    total_bytes: z.number(),
    bytes_per_second: z.number().nullable(),
    seconds_left: z.number().nullable(),
    message: z.string().nullable().meta({ description: 'Why it failed.' }),
  })
  .meta({ id: 'PackJob' })

/** A pack as the API tells it. */
export const PackResource = z
  .object({
    pack_id: z.string(),
    name: z.string(),
    task: z.enum(PACK_TASKS),
    improves: z.string(),
    languages: z.array(z.string()),
    licence: z.object({
      id: z.string().meta({ description: 'SPDX identifier.' }),
      name: z.string(),
      commercial_use: z.boolean(),
      attribution: z.string(),
      accepted_at: z.string().nullable(),
    }),
    source: z.object({ page: z.string().nullable(), revision: z.string().nullable() }),
    size_bytes: z.number(),
    download_bytes: z.number(),
    is_size_exact: z.boolean(),
    memory_megabytes: z.number().meta({ description: 'Estimated from the size of its files.' }),
    measured: z
      .array(z.object({ what: z.string(), figure: z.string(), source: z.string() }))
      .meta({ description: 'Figures with who measured them; empty: not checked.' }),
    is_checked: z
      .boolean()
      .meta({ description: 'Whether the makers of this catalog have run it.' }),
    notes: z.array(z.string()),
    can_download: z
      .boolean()
      .meta({ description: 'false: its bytes are not known here; a folder can be imported.' }),
    state: z.enum(PACK_STATES),
    problem: z.string().nullable(),
    stored_bytes: z.number(),
    job: JobResource.nullable().meta({
      description: 'Its installation, while it runs or as it ended.',
    }),
  })
  .meta({ id: 'Pack' })

/** A pack with the text of its licence and its files. */
export const PackDetailResource = PackResource.extend({
  licence_text: z.string(),
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.number().nullable(),
      sha256: z.string().nullable(),
      known_from: z.enum(['catalog', 'first-use']).nullable(),
    }),
  ),
}).meta({ id: 'PackDetails' })

/** The record of a pack. */
export function packRecord(pack: PackSummary): z.infer<typeof PackResource> {
  const { licence, source, job } = pack
  return {
    pack_id: pack.id,
    name: pack.name,
    task: pack.task,
    improves: pack.improves,
    languages: pack.languages,
    licence: {
      id: licence.id,
      name: licence.name,
      commercial_use: licence.commercialUse,
      attribution: licence.attribution,
      accepted_at: licence.acceptedAt ?? null,
    },
    source: { page: source.page ?? null, revision: source.revision ?? null },
    size_bytes: pack.sizeBytes,
    download_bytes: pack.downloadBytes,
    is_size_exact: pack.isSizeExact,
    memory_megabytes: pack.memoryMegabytes,
    measured: pack.measured,
    is_checked: pack.isChecked,
    notes: pack.notes,
    can_download: pack.canDownload,
    state: pack.state,
    problem: pack.problem ?? null,
    stored_bytes: pack.storedBytes,
    job: job ? jobRecord(job) : null,
  }
}

function jobRecord(job: PackJob): z.infer<typeof JobResource> {
  return {
    state: job.state,
    done_bytes: job.doneBytes,
    total_bytes: job.totalBytes,
    bytes_per_second: job.bytesPerSecond ?? null,
    seconds_left: job.secondsLeft ?? null,
    message: job.message ?? null,
  }
}

/** The record of a pack with the text of its licence and its files. */
export function packDetailRecord(pack: PackDetails): z.infer<typeof PackDetailResource> {
  return {
    ...packRecord(pack),
    licence_text: pack.licenceText,
    files: pack.files.map(({ name, bytes, sha256, knownFrom }) => ({
      ...{ name, bytes: bytes ?? null, sha256: sha256 ?? null, known_from: knownFrom ?? null },
    })),
  }
}
