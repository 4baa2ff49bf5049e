import type { Pronunciation } from '#shared/pronunciation.ts'
import type { Speaker } from '#speech/speaker.ts'

/** The entries of the pronunciation dictionary that may matter to a text. */
export type EntriesFor = (text: string, projectId: string | undefined) => readonly Pronunciation[]

/**
 * The same speaker, told with every request how its words are said: the process that speaks knows no dictionary.
 * Whatever entries a request brings are replaced, so that none come from outside.
 */
export function withPronunciations(speaker: Speaker, entriesFor: EntriesFor): Speaker {
  return {
    ...speaker,
    async *speak(request, signal, resume) {
      const pronunciations = entriesFor(request.text, request.projectId)
      yield* speaker.speak({ ...request, pronunciations }, signal, resume)
    },
  }
}
