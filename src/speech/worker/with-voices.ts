import { isCustomVoiceId } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import type { CustomVoiceRef, Speaker } from '#speech/speaker.ts'

/** A custom voice while it is spoken with. */
export interface VoiceInUse {
  readonly custom: CustomVoiceRef
  /** Aborts as soon as the voice is deleted; the reason says so in words. */
  readonly deleted: AbortSignal
  /** Throws where the voice was deleted, by another process too. */
  check(): void
  /** To be called once, when the speech is over. */
  end(): void
}

/** The custom voice `id` of `account`, or undefined where that account has none of this id. */
export type BorrowVoice = (account: string, id: string) => VoiceInUse | undefined

/**
 * The same speaker, told with every request for a custom voice how that voice sounds: the process that speaks has no
 * library. A custom voice that a request brings is dropped, so that none come from outside. Only the account that made a
 * voice is spoken to by it. A deletion ends the speech under way with AppError('voice/not-found').
 */
export function withVoices(speaker: Speaker, borrow: BorrowVoice): Speaker {
  return {
    ...speaker,
    async *speak({ custom: _, ...order }, signal, resume) {
      if (!isCustomVoiceId(order.voice)) {
        yield* speaker.speak(order, signal, resume)
        return
      }
      const { account, voice } = order
      const inUse = account === undefined ? undefined : borrow(account, voice.toLowerCase())
      if (!inUse) throw unknown(voice)
      try {
        const either = AbortSignal.any([signal, inUse.deleted])
        const { custom } = inUse
        for await (const chunk of speaker.speak({ ...order, custom }, either, resume)) {
          inUse.check()
          yield chunk
          inUse.check()
        }
      } finally {
        inUse.end()
      }
    },
  }
}

function unknown(id: string): AppError {
  return new AppError(
    'voice/not-found',
    `There is no voice "${id}" in this account. It may have been deleted: choose another voice.`,
  )
}
