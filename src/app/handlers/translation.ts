import type { Texts } from '#app/texts.ts'
import type { TranslationMemory } from '#app/translation-memory/translation-memory.ts'
import { OWNER } from '#shared/access.ts'
import type { EmitEvent, Handlers } from '#shared/api.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'
import type { Jobs } from './jobs.ts'

type TranslationMethod = Extract<keyof Handlers, `translate.${string}` | `translations.${string}`>

export interface TranslationParts {
  readonly texts: Pick<Texts, 'translateParts'>
  readonly translationMemory: TranslationMemory
  readonly translationServer: string | undefined
  readonly retryWhileBusy: RetryWhileBusy
}

/** Handlers about translation for one window, which works for the owner. */
export function translationHandlers(
  { texts, translationMemory: memory, translationServer, retryWhileBusy }: TranslationParts,
  jobs: Jobs,
  emit: EmitEvent,
): Pick<Handlers, TranslationMethod> {
  return {
    'translate.start': async ({ jobId, ...order }) => {
      const asked = { ...order, source: order.source, account: OWNER }
      jobs.start(jobId, async (signal) => {
        const parts = texts.translateParts(asked, signal)
        for (;;) {
          const next = await parts.next()
          if (!next.done) {
            emit('translate.part', { jobId, ...next.value })
            continue
          }
          const { providers, qualities, isStyleUsed, notices, offers, licences, doubts } =
            next.value
          emit('translate.done', {
            ...{ jobId, isStyleUsed, providers: [...providers], qualities: [...qualities] },
            ...{ notices: [...notices], offers: [...offers], doubts: [...doubts] },
            licences: [...licences],
            ...(providers.includes('endpoint') ? { server: translationServer } : {}),
          })
          return
        }
      })
      return {}
    },
    'translations.list': async (page) => [...(await memory.list(OWNER, page))],
    'translations.remember': (draft) => retryWhileBusy(() => memory.remember(OWNER, draft)),
    'translations.forget': ({ id }) => retryWhileBusy(() => memory.forget(OWNER, id)),
  }
}
