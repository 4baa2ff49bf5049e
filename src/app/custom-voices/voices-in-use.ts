import { AppError } from '#shared/errors.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { missingEngine } from '#speech/engines/engine.ts'
import { registeredEngines } from '#speech/engines/registry.ts'
import type { AcquireVoice } from '#speech/worker/with-custom-voices.ts'
import type { StoredVoice, StoredVoices } from '#storage/db/voices.ts'

/** The custom voices that are being spoken with in this process. */
export interface VoicesInUse {
  /** See speech/worker/with-custom-voices.ts. */
  readonly acquire: AcquireVoice
  /** Ends whatever speaks with a voice that was deleted. */
  endUsesOf(voice: StoredVoice): void
}

/** Gives a lease for each use of a voice in `stored`. A voice that another process deletes is found gone at its next sound. */
export function createVoicesInUse(stored: Pick<StoredVoices, 'find' | 'traits'>): VoicesInUse {
  const inUse = new Map<string, Set<AbortController>>()
  return {
    endUsesOf(voice) {
      for (const use of inUse.get(voice.id) ?? []) use.abort(deletedWhileSpeaking(voice))
    },
    async acquire(account, id) {
      // In use from here on: a deletion between two looks into the library is heard of too.
      const use = new AbortController()
      const uses = inUse.get(id) ?? new Set()
      inUse.set(id, uses.add(use))
      const end = (): void => {
        uses.delete(use)
        if (uses.size === 0) inUse.delete(id)
      }
      try {
        const voice = await stored.find(account, id)
        const traits = voice && (await stored.traits(account, id))
        if (!voice || traits === undefined || use.signal.aborted) {
          end()
          return undefined
        }
        const { name, spokenLanguage: language, engine } = voice
        const gender = genderOf(voice, traits)
        const info = { id, name, gender, language, character: '', sample: '' } as const
        return {
          custom: { engine, info, traits },
          deleted: use.signal,
          async check() {
            use.signal.throwIfAborted()
            if ((await stored.find(account, id)) === undefined) throw deletedWhileSpeaking(voice)
          },
          end,
        }
      } catch (error) {
        end()
        throw error
      }
    },
  }
}

/** Throws AppError('voice/not-found') where the engine of the voice is not installed. */
function genderOf({ name, engine: id }: StoredVoice, traits: unknown): VoiceInfo['gender'] {
  const format = registeredEngines().find((engine) => engine.id === id)?.traits
  if (format) return format.genderOf(traits)
  throw missingEngine(name, id)
}

function deletedWhileSpeaking({ name }: StoredVoice): AppError {
  return new AppError('voice/not-found', `The voice ${JSON.stringify(name)} has been deleted.`)
}
