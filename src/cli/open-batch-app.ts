import type { App } from '#app/app.ts'
import type { StoreOptions } from '#app/byte-stores.ts'
import { openApp } from '#app/open.ts'
import type { LibraryPlace } from '#app/open-service.ts'
import { modelProcessFlags } from '#inference/model-process.ts'
import { packSettingsOf } from '#packs/pack-settings.ts'
import { forkWorker } from '#speech/worker/fork.ts'
import type { Environment } from './environment.ts'
import { blobsOf } from './serve-options.ts'

/** Opens the program without a server, to speak what its batches ask for. `close` when done. Throws AppError. */
export function openBatchApp(environment: Environment): Promise<App> {
  const { resources, speechWorkerEntry, modelProcessEntry } = environment
  return openApp({
    ...environment,
    ...environment.ffmpeg,
    blobs: blobsOf(undefined, environment),
    service: environment.database === undefined ? undefined : { secret: environment.clusterSecret },
    packs: packSettingsOf(environment.variables),
    settings: { variables: environment.given },
    startWorker: (engine) => forkWorker(speechWorkerEntry, [resources, engine]),
    startModel: () => forkWorker(modelProcessEntry, [], modelProcessFlags()),
    onBug: (error) => console.error(error),
    onNotice: (words) => console.error(words),
  })
}

/** Where the rows and the bytes of the batches are. */
export function placesOf(environment: Environment): LibraryPlace & StoreOptions {
  const { home, database } = environment
  return { home, database, blobs: blobsOf(undefined, environment) }
}
