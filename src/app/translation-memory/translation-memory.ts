import type { Recall } from '#app/services/translate/segments.ts'
import { AppError } from '#shared/errors.ts'
import { type Remembered, RememberedDraft } from '#shared/translation.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import type { RememberedPage, TranslationMemoryRows } from '#storage/db/translation-memory.ts'
import { foldSentence } from './fold.ts'
import { createRecall } from './recall.ts'

/** What people want as the translation of sentences, account by account. */
export interface TranslationMemory {
  /** Newest first. */
  list(account: string, page: RememberedPage): Awaitable<readonly Remembered[]>
  /** Throws AppError('translate/not-found'). */
  find(account: string, id: number): Promise<Remembered>
  /**
   * From now on, `source` is translated as `target`; takes the place of an earlier translation of it. Throws
   * AppError('translate/memory') where the draft is wrong or the memory full.
   */
  remember(account: string, draft: unknown): Awaitable<Remembered>
  /** Returns the entry as it was. Throws AppError('translate/not-found'). */
  forget(account: string, id: number): Promise<Remembered>
  /** Looks sentences of one text up. */
  recall(account: string): Recall
}

/** The translation memory over the table that keeps it. */
export function createTranslationMemory(
  rows: TranslationMemoryRows,
  now: () => Date,
): TranslationMemory {
  const there = (entry: Remembered | undefined, id: number): Remembered => {
    if (entry) return entry
    throw new AppError('translate/not-found', `The translation memory has no entry number ${id}.`)
  }
  return {
    list: rows.list,
    find: async (account, id) => there(await rows.find(account, id), id),
    remember(account, draft) {
      const checked = RememberedDraft.safeParse(draft)
      if (!checked.success) {
        const why = checked.error.issues.map(({ message }) => message).join(' ')
        throw new AppError('translate/memory', why, checked.error)
      }
      const { data } = checked
      return rows.put(account, data, foldSentence(data.source), now().toISOString())
    },
    forget: async (account, id) => there(await rows.remove(account, id), id),
    recall: (account) => createRecall((source, target) => rows.pairs(account, source, target)),
  }
}
