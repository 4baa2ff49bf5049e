import type { Pronunciation } from '#shared/pronunciation.ts'
import type { OverriddenForm, Speaker } from '#speech/speaker.ts'

/** What a person has stored about the words of a text. */
export interface OwnWords {
  /** Dictionary entries that may apply. */
  readonly pronunciations: readonly Pronunciation[]
  /** The marks that were accepted for its words. */
  readonly accepted: readonly OverriddenForm[]
}

export type FindOwnWords = (text: string, projectId: string | undefined) => Promise<OwnWords>

/**
 * The same speaker, told with every request how a person wants its words said and marked: the process that speaks has no library. What a request brings
 * of that is replaced, so that none come from outside.
 */
export function withOwnWords(speaker: Speaker, find: FindOwnWords): Speaker {
  return {
    ...speaker,
    async *speak(request, signal, resume) {
      const own = await find(request.text, request.projectId)
      yield* speaker.speak({ ...request, ...own }, signal, resume)
    },
  }
}
