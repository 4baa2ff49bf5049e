import type { AppOptions } from '#app/app-options.ts'
import { modelProcessFlags } from '#inference/model-process.ts'
import { packSettingsOf } from '#packs/pack-settings.ts'
import { forkWorker } from '#speech/worker/fork.ts'
import { createRunningProcesses, type RunningProcesses } from '#speech/worker/running-processes.ts'
import type { Environment } from './environment.ts'
import { blobsOf } from './serve-options.ts'

/**
 * What every command that opens the whole program opens it with: its places, of which an option goes before the environment, and its processes,
 * counted in `processes`. Throws UsageError.
 */
export function appOptionsOf(
  given: { readonly database?: string; readonly blobs?: string },
  environment: Environment,
  processes: RunningProcesses = createRunningProcesses(),
): AppOptions {
  const { resources, speechWorkerEntry, modelProcessEntry, clusterSecret, variables } = environment
  const database = given.database ?? environment.database
  return {
    ...environment,
    ...environment.ffmpeg,
    database,
    blobs: blobsOf(given.blobs, environment),
    service: database === undefined ? undefined : { secret: clusterSecret },
    packs: packSettingsOf(variables),
    settings: { variables: environment.given },
    startWorker: (engine) =>
      processes.track(`speech-${engine}`, forkWorker(speechWorkerEntry, [resources, engine])),
    startModel: () =>
      processes.track('model', forkWorker(modelProcessEntry, [], modelProcessFlags())),
    onBug: (error) => console.error(error),
    onNotice: (words) => console.error(words),
  }
}
