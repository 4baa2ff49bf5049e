import type { Dictionary } from '#app/dictionary.ts'
import type { Handlers } from '#shared/api.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'

type PronunciationMethod = Extract<keyof Handlers, `pronunciations.${string}`>

/** Answers what a window asks about the dictionary. */
export function pronunciationHandlers(
  dictionary: Dictionary,
  retryWhileBusy: RetryWhileBusy,
): Pick<Handlers, PronunciationMethod> {
  return {
    'pronunciations.list': async ({ projectId }) => [...(await dictionary.list(projectId))],
    'pronunciations.add': (draft) => retryWhileBusy(() => dictionary.add(draft)),
    'pronunciations.set': (draft) => retryWhileBusy(() => dictionary.set(draft)),
    'pronunciations.change': (entry) => retryWhileBusy(() => dictionary.change(entry)),
    'pronunciations.remove': async ({ id }) => {
      await retryWhileBusy(() => dictionary.remove(id))
      return {}
    },
    'pronunciations.import': (order) => retryWhileBusy(() => dictionary.import(order)),
    'pronunciations.plan': (order) => dictionary.plan(order),
    'pronunciations.export': (order) => dictionary.export(order),
  }
}
