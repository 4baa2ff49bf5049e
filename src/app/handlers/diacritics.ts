import type { AcceptedForms } from '#app/accepted-forms.ts'
import type { Handlers } from '#shared/api.ts'
import type { MarkRestorer } from '#speech/speaker.ts'
import type { UntilFree } from '#storage/db/until-free.ts'

type DiacriticsMethod = Extract<keyof Handlers, `diacritics.${string}`>

/** What one window may ask about the marks of Yoruba; `close` ends what is still being marked for it. */
export function diacriticsHandlers(
  { restoreMarks }: MarkRestorer,
  forms: AcceptedForms,
  untilFree: UntilFree,
): { readonly handlers: Pick<Handlers, DiacriticsMethod>; close(): void } {
  const closed = new AbortController()
  return {
    close: () => closed.abort(new Error('The window was closed.')),
    handlers: {
      'diacritics.restore': async (order) => {
        const { text, words } = await restoreMarks(order, closed.signal)
        return { text, words: [...words] }
      },
      'diacritics.accept': (given) => untilFree(() => forms.accept(given)),
      'diacritics.list': async ({ projectId }) => [...forms.list(projectId)],
      'diacritics.forget': async (given) => {
        await untilFree(() => forms.forget(given))
        return {}
      },
    },
  }
}
