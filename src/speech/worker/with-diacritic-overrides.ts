import type { MarkRestorer, OverriddenForm, Speaker } from '#speech/speaker.ts'

/** The marks that a person has accepted for words of a text. */
export type OverridesFor = (
  text: string,
  projectId: string | undefined,
) => readonly OverriddenForm[]

/**
 * The same speaker, told with every request which marks a person wants on its Yoruba: the process that speaks has no
 * library. What a request brings of that is replaced, so that none come from outside.
 */
export function withDiacriticOverrides(speaker: Speaker, formsFor: OverridesFor): Speaker {
  return {
    ...speaker,
    async *speak(request, signal, resume) {
      const accepted = formsFor(request.text, request.projectId)
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
    restoreMarks: async (order, signal) =>
      restoreMarks({ ...order, accepted: formsFor(order.text, order.projectId) }, signal),
  }
}
