import type { LibraryPlace } from '#app/open-service.ts'
import type { Environment } from './environment.ts'

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
