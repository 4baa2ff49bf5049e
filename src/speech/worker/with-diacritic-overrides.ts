import type { MarkRestorer, OverriddenForm } from '#speech/speaker.ts'

/** The marks that a person has accepted for words of a text, at once or in their own time. */
export type OverridesFor = (
  text: string,
  projectId: string | undefined,
) => readonly OverriddenForm[] | Promise<readonly OverriddenForm[]>

/** The same restorer of marks, told with every order which marks a person wants. What an order brings of that is replaced. */
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
