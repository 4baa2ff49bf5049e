import type { PackDetails, PackJob, PackSummary } from '#shared/packs.ts'
import { downloadProblem, sizesOf } from './pack-entry.ts'
import type { PackState } from './store.ts'

/** A pack as the studio, the API and the command line show it. */
export function summaryOf(
  { pack, state, problem, storedBytes, acceptance }: PackState,
  job?: PackJob,
): PackSummary {
  const { id, name, task, improves, languages, licence, source } = pack
  const { memoryMegabytes, measured, isChecked, notes } = pack
  const { sizeBytes, downloadBytes, isExact } = sizesOf(pack)
  return {
    ...{ id, name, task, improves, languages: [...languages] },
    licence: {
      ...{ id: licence.id, name: licence.name, commercialUse: licence.commercialUse },
      attribution: licence.attribution,
      ...(acceptance ? { acceptedAt: acceptance.acceptedAt } : {}),
    },
    source: {
      ...(source.page === null ? {} : { page: source.page }),
      ...(source.revision === null ? {} : { revision: source.revision }),
    },
    ...{ sizeBytes, downloadBytes, isSizeExact: isExact },
    ...{ memoryMegabytes, measured, isChecked, notes },
    canDownload: downloadProblem(pack) === undefined,
    state,
    ...(problem === undefined ? {} : { problem }),
    storedBytes,
    ...(job ? { job } : {}),
  }
}

/** A pack with the text of its licence, and what is known of its files. */
export function detailsOf(state: PackState, licenceText: string, job?: PackJob): PackDetails {
  const recorded = new Map(state.files.map((file) => [file.name, file]))
  return {
    ...summaryOf(state, job),
    licenceText,
    files: state.pack.files.map(({ name, ...file }) => {
      const found = recorded.get(name)
      const bytes = file.bytes ?? found?.bytes
      const sha256 = file.sha256 ?? found?.sha256
      return {
        name,
        ...(bytes === undefined ? {} : { bytes }),
        ...(sha256 === undefined ? {} : { sha256 }),
        ...(sha256 === undefined
          ? {}
          : { knownFrom: file.sha256 === null ? ('first-use' as const) : ('catalog' as const) }),
      }
    }),
  }
}
