import { AppError } from '#shared/errors.ts'
import { genderOf } from '#speech/engines/flite/clone/gender.ts'
import { StoredTraits } from '#speech/engines/flite/clone/traits.ts'
import type { BorrowVoice } from '#speech/worker/with-voices.ts'
import type { StoredVoice, StoredVoices } from '#storage/db/voices.ts'

/** The custom voices that are being spoken with in this process. */
export interface VoicesInUse {
  /** See with-voices.ts. */
  readonly borrow: BorrowVoice
  /** Ends whatever speaks with a voice that was deleted. */
  endUsesOf(voice: StoredVoice): void
}

/** Lends out the voices of `stored`. One that another process deletes is found gone at its next sound. */
export function createVoicesInUse(stored: Pick<StoredVoices, 'find' | 'traits'>): VoicesInUse {
  const inUse = new Map<string, Set<AbortController>>()
  return {
    endUsesOf(voice) {
      for (const use of inUse.get(voice.id) ?? []) use.abort(deletedWhileSpeaking(voice))
    },
    borrow(account, id) {
      const voice = stored.find(account, id)
      if (!voice) return undefined
      const { name, spokenLanguage: language } = voice
      const traits = StoredTraits.parse(stored.traits(account, id))
      const gender = genderOf(traits.f0Hz)
      const info = { id, name, gender, language, character: '', sample: '' } as const
      const use = new AbortController()
      const uses = inUse.get(id) ?? new Set()
      inUse.set(id, uses.add(use))
      return {
        profile: { ...traits, info },
        deleted: use.signal,
        check() {
          use.signal.throwIfAborted()
          if (!stored.find(account, id)) throw deletedWhileSpeaking(voice)
        },
        end() {
          uses.delete(use)
          if (uses.size === 0) inUse.delete(id)
        },
      }
    },
  }
}

function deletedWhileSpeaking({ name }: StoredVoice): AppError {
  return new AppError('voice/not-found', `The voice ${JSON.stringify(name)} has been deleted.`)
}
