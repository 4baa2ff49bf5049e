import type { MarkRestorer, OverriddenForm, Speaker } from '#speech/speaker.ts'

/** The marks that a person has accepted for words of a text, at once or in their own time. */
export type OverridesFor = (
  text: string,
  projectId: string | undefined,
) => readonly OverriddenForm[] | Promise<readonly OverriddenForm[]>

/**
 * The same speaker, told with every request which marks a person wants on its Yoruba: the process that speaks has no
 * library. What a request brings of that is replaced, so that none come from outside.
 */
export function withDiacriticOverrides(speaker: Speaker, formsFor: OverridesFor): Speaker {
  return {
    ...speaker,
    async *speak(request, signal, resume) {
      const accepted = await formsFor(request.text, request.projectId)
      yield* speaker.speak({ ...request, accepted }, signal, resume)
    },
  }
}

/** The same for whoever restores marks. */
export function restoringDiacriticOverrides(
  { restoreMarks }: MarkRestorer,
  formsFor: OverridesFor,
): MarkRestorer {
  return {
    restoreMarks: async (order, signal) => {
      const accepted = await formsFor(order.text, order.projectId)
      return restoreMarks({ ...order, accepted }, signal)
    },
  }
}
