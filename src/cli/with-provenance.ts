import type { OpenProvenance } from '#provenance/open-provenance.ts'
import { libraryPlaceOf } from './database-option.ts'
import type { Environment } from './environment.ts'

/** Works with the provenance of the data folder, or of the service that GRIOT_DATABASE names. Throws AppError. */
export async function withProvenance<T>(
  environment: Environment,
  use: (opened: OpenProvenance) => Promise<T>,
): Promise<T> {
  const { openProvenanceAt } = await import('#app/open-signing.ts')
  const { version, signingKey, database, clusterSecret } = environment
  const service = database === undefined ? undefined : { secret: clusterSecret }
  const opened = await openProvenanceAt(libraryPlaceOf(environment), {
    ...{ version, signingKey, service },
  })
  try {
    return await use(opened)
  } finally {
    await opened.close()
  }
}
