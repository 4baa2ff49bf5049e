import type { App } from '#app/app.ts'
import type { StoreOptions } from '#app/byte-stores.ts'
import { openApp } from '#app/open.ts'
import type { LibraryPlace } from '#app/open-service.ts'
import { appOptionsOf } from './app-options.ts'
import { libraryPlaceOf } from './database-option.ts'
import type { Environment } from './environment.ts'
import { blobsOf } from './serve-options.ts'

/** Options of a command that say where the batches are; those that were not given: as the environment says. */
export interface BatchPlaces {
  readonly database?: string
  readonly blobs?: string
}

/** Opens the program without a server, to speak what its batches ask for. `close` when done. Throws AppError. */
export function openBatchApp(environment: Environment, given: BatchPlaces): Promise<App> {
  return openApp(appOptionsOf(given, environment))
}

/** Where the rows and the bytes of the batches are. */
export function placesOf(
  environment: Environment,
  given: BatchPlaces,
): LibraryPlace & StoreOptions {
  return {
    ...libraryPlaceOf(environment, given.database),
    blobs: blobsOf(given.blobs, environment),
  }
}
