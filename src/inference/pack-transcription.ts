import { AppError } from '#shared/errors.ts'
import type { ModelProcesses } from './model-process.ts'
import type { InstalledPack, UnusablePack } from './pack.ts'

/** What must be known of a pack to choose it. */
export type TranscriptionPack = Pick<
  InstalledPack,
  'id' | 'name' | 'task' | 'languages' | 'memoryMegabytes'
>

/** What writes down speech with packs: processes of this computer, or workers of a service. */
export interface PackTranscription {
  readonly models: Pick<ModelProcesses, 'transcribe'>
  readonly store: {
    /** The packs that are ready for use, those for other tasks among them. */
    installed(): Promise<readonly TranscriptionPack[]>
    /** The packs that are there and cannot be used, with why. */
    unusable(): Promise<readonly UnusablePack[]>
  }
}

/** No packs, and nothing that could open one. */
export const NO_TRANSCRIPTION: PackTranscription = {
  models: {
    // biome-ignore lint/correctness/useYield: there is nothing to yield
    async *transcribe(packId) {
      throw new AppError('pack/not-installed', `The pack ${packId} is not installed here.`)
    },
  },
  store: { installed: async () => [], unusable: async () => [] },
}
