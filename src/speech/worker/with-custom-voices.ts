import { isCustomVoiceId } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import type { CustomVoiceRef, Speaker } from '#speech/speaker.ts'

/** A custom voice in use by one request. */
export interface VoiceLease {
  readonly custom: CustomVoiceRef
  /** Aborts as soon as the voice is deleted; the reason says so in words. */
  readonly deleted: AbortSignal
  /** Throws an AppError if the voice was deleted, by another process too. */
  check(): Promise<void>
  /** Releases the voice; called once, at the end of the speech. */
  end(): void
}

/** Acquires the custom voice `id` of `account`; undefined where that account has none of this id. */
export type AcquireVoice = (account: string, id: string) => Promise<VoiceLease | undefined>

/**
 * Adds the traits of custom voices to requests, since the speech process has no library. Traits in the request itself
 * are discarded, so that none come from outside. A custom voice speaks only for the account that made it. Its deletion
 * ends the speech under way with AppError('voice/not-found').
 */
export function withCustomVoices(speaker: Speaker, acquire: AcquireVoice): Speaker {
  return {
    ...speaker,
    async *speak({ custom: _, ...order }, signal, resume) {
      if (!isCustomVoiceId(order.voice)) {
        yield* speaker.speak(order, signal, resume)
        return
      }
      const { account, voice } = order
      const lease = account === undefined ? undefined : await acquire(account, voice.toLowerCase())
      if (!lease) throw voiceNotFound(voice)
      try {
        const eitherSignal = AbortSignal.any([signal, lease.deleted])
        const { custom } = lease
        for await (const chunk of speaker.speak({ ...order, custom }, eitherSignal, resume)) {
          await lease.check()
          yield chunk
          await lease.check()
        }
      } finally {
        lease.end()
      }
    },
  }
}

function voiceNotFound(id: string): AppError {
  return new AppError(
    'voice/not-found',
    `There is no voice "${id}" in this account. It may have been deleted: choose another voice.`,
  )
}
