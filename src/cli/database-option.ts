import type { LibraryPlace } from '#app/open-service.ts'
import type { Environment } from './environment.ts'
import { UsageError } from './usage-error.ts'

/** The option that names the database of a service. */
export const DATABASE = [
  '--database <URL>',
  'database of a service, such as postgres://USER:PASSWORD@HOST/NAME (default: GRIOT_DATABASE, else the data folder)',
] as const

/** Where the rows are: an option goes before the environment variable. */
export function libraryPlaceOf(
  { home, database }: Pick<Environment, 'home' | 'database'>,
  given?: string,
): LibraryPlace {
  return { home, database: given ?? database }
}

/**
 * For commands that work with the data folder of this computer alone, and would miss what somebody means who has named a service.
 * `instead`: what to do for the service, a sentence. Throws UsageError.
 */
export function refuseService(
  { database }: Pick<Environment, 'database'>,
  command: string,
  instead: string,
): void {
  if (database === undefined) return
  throw new UsageError(
    `"griot ${command}" works with the data folder of this computer alone, but GRIOT_DATABASE names the database of a service. ${instead} To work with the data folder, unset GRIOT_DATABASE.`,
  )
}
