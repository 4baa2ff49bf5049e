import type { App } from '#app/app.ts'
import type { StoreOptions } from '#app/byte-stores.ts'
import { openApp } from '#app/open.ts'
import type { LibraryPlace } from '#app/open-service.ts'
import { appOptionsOf } from './app-options.ts'
import type { Environment } from './environment.ts'
import { blobsOf } from './serve-options.ts'

/** Opens the program without a server, to speak what its batches ask for. `close` when done. Throws AppError. */
export function openBatchApp(environment: Environment): Promise<App> {
  return openApp(appOptionsOf({}, environment))
}

/** Where the rows and the bytes of the batches are. */
export function placesOf(environment: Environment): LibraryPlace & StoreOptions {
  const { home, database } = environment
  return { home, database, blobs: blobsOf(undefined, environment) }
}
