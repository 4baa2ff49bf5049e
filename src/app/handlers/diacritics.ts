import type { DiacriticOverrides } from '#app/diacritic-overrides.ts'
import type { Handlers } from '#shared/api.ts'
import type { MarkRestorer } from '#speech/speaker.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'
import { windowClosed } from './window-closed.ts'

type DiacriticsMethod = Extract<keyof Handlers, `diacritics.${string}`>

/** Handlers about Yoruba diacritics for one window; `close` aborts what it is still waiting for. */
export function diacriticsHandlers(
  { restoreMarks }: MarkRestorer,
  overrides: DiacriticOverrides,
  retryWhileBusy: RetryWhileBusy,
): { readonly handlers: Pick<Handlers, DiacriticsMethod>; close(): void } {
  const closed = new AbortController()
  return {
    close: () => closed.abort(windowClosed()),
    handlers: {
      'diacritics.restore': async (input) => {
        const { text, words } = await restoreMarks({ ...input, language: 'yo' }, closed.signal)
        return { text, words: [...words] }
      },
      'diacritics.accept': (input) => retryWhileBusy(() => overrides.accept(input)),
      'diacritics.list': async ({ projectId }) => [...(await overrides.list(projectId))],
      'diacritics.forget': async (input) => {
        await retryWhileBusy(() => overrides.forget(input))
        return {}
      },
    },
  }
}
