import { openPackVoices, type PackVoices } from '#app/speech-packs/pack-voices.ts'
import { modelProcessFlags, openModelProcesses } from '#inference/model-process.ts'
import { packSourceOf } from '#inference/pack-source.ts'
import { packSettingsOf } from '#packs/pack-settings.ts'
import { openPackStore } from '#packs/packs.ts'
import { forkWorker } from '#speech/worker/fork.ts'
import type { Environment } from './environment.ts'

/**
 * Puts the voices of installed packs among the system voices of this process; `close` when done. Their models are loaded with
 * the first text that one of them speaks. A catalog that cannot be read is told on standard error, and has no voices.
 */
export async function openInstalledVoices(environment: Environment): Promise<PackVoices> {
  const { home, resources, variables, modelProcessEntry } = environment
  const settings = packSettingsOf(variables)
  const store = openPackStore({ home, resources, settings, now: () => new Date() })
  const models = openModelProcesses({
    start: () => forkWorker(modelProcessEntry, [], modelProcessFlags()),
    store: packSourceOf(store),
  })
  const voices = openPackVoices({
    ...{ store, models },
    onNotice: (words) => console.error(words),
    onBug: (error) => console.error(String(error)),
  })
  await voices.refresh().catch((error: Error) => console.error(error.message))
  return {
    ...voices,
    close() {
      voices.close()
      models.close()
    },
  }
}
