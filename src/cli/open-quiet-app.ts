import type { App } from '#app/app.ts'
import { openApp } from '#app/open.ts'
import { forkWorker } from '#speech/worker/fork.ts'
import { appOptionsOf } from './app-options.ts'
import type { Environment } from './environment.ts'
import { providersFor } from './serve-options.ts'

/** Leaves batches to programs that were started for them. */
const NO_RUNNER = {
  wake: () => undefined,
  close: async () => undefined,
} as const

/**
 * Opens the program without a server, for a command that speaks what it is given and nothing else; it works beside a studio or a
 * server on the same data folder. `close` when done. Throws AppError.
 */
export function openQuietApp(environment: Environment): Promise<App> {
  return openApp({
    ...appOptionsOf({}, environment),
    providers: providersFor({}, environment),
    startTranslator: () => forkWorker(environment.translationWorkerEntry, [environment.models]),
    startBatchRunner: () => NO_RUNNER,
  })
}
