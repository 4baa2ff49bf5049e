import type { Pronunciation } from '#shared/pronunciation.ts'
import type { Speaker } from '#speech/speaker.ts'

/** Dictionary entries that may apply to a text, at once or in their own time. */
export type FindPronunciations = (
  text: string,
  projectId: string | undefined,
) => readonly Pronunciation[] | Promise<readonly Pronunciation[]>

/**
 * Adds dictionary entries to every request, since the speech process has no dictionary. Entries in the request itself
 * are discarded, so that none come from outside.
 */
export function withPronunciations(
  speaker: Speaker,
  findPronunciations: FindPronunciations,
): Speaker {
  return {
    ...speaker,
    async *speak(request, signal, resume) {
      const pronunciations = await findPronunciations(request.text, request.projectId)
      yield* speaker.speak({ ...request, pronunciations }, signal, resume)
    },
  }
}
