import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import { MEMORY_LIMITS, type Remembered, type RememberedDraft } from '#shared/translation.ts'
import {
  type Awaitable,
  all,
  type RowDatabase,
  run,
  type Steps,
  transaction,
  type Value,
} from './steps.ts'

/** Rows to be listed, newest first: those before the id `before`, at most `limit`, in all languages where none is named. */
export interface RememberedPage {
  readonly before: number
  readonly limit: number
  readonly sourceLanguage?: LanguageCode | undefined
  readonly targetLanguage?: LanguageCode | undefined
}

/** Translation memories of the accounts of a data folder. Throws AppError('storage/failed') and ('storage/busy'). */
export interface TranslationMemoryRows {
  list(account: string, page: RememberedPage): Awaitable<readonly Remembered[]>
  /** All sentences of a direction with their translations, the newest last. */
  pairs(
    account: string,
    sourceLanguage: LanguageCode,
    targetLanguage: LanguageCode,
  ): Awaitable<readonly Pick<Remembered, 'source' | 'target'>[]>
  find(account: string, id: number): Awaitable<Remembered | undefined>
  /**
   * Adds an entry, or puts it in the place of the one whose source is the same as it is compared. Throws
   * AppError('translate/memory') where the memory is full.
   */
  put(account: string, draft: RememberedDraft, folded: string, at: string): Awaitable<Remembered>
  /** Removes an entry; returns it as it was, if there was one. */
  remove(account: string, id: number): Awaitable<Remembered | undefined>
}

const Language = z.enum(LANGUAGES.map(({ code }) => code))
const Row = z
  .object({
    id: z.number(),
    source_language: Language,
    target_language: Language,
    source: z.string(),
    target: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform(
    ({ id, source, target, ...row }): Remembered => ({
      ...{ id, source, target },
      sourceLanguage: row.source_language,
      targetLanguage: row.target_language,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }),
  )
const Rows = z.array(Row)
const Pairs = z.array(z.object({ source: z.string(), target: z.string() }))
const Counted = z.tuple([z.object({ entries: z.number() })])
const COLUMNS = 'id, source_language, target_language, source, target, created_at, updated_at'

/** The table of translation memories. What comes in has been checked: see app/translation-memory. */
export function createTranslationMemoryRows(database: RowDatabase): TranslationMemoryRows {
  function* read(condition: string, ...values: readonly Value[]): Steps<readonly Remembered[]> {
    return Rows.parse(
      yield* all(`SELECT ${COLUMNS} FROM translations WHERE ${condition}`, ...values),
    )
  }
  return {
    list: (account, { before, limit, sourceLanguage, targetLanguage }) => {
      const conditions = ['account = ?', 'id < ?']
      const values: Value[] = [account, before]
      if (sourceLanguage !== undefined) {
        conditions.push('source_language = ?')
        values.push(sourceLanguage)
      }
      if (targetLanguage !== undefined) {
        conditions.push('target_language = ?')
        values.push(targetLanguage)
      }
      const rest = `${conditions.join(' AND ')} ORDER BY id DESC LIMIT ?`
      return database.perform(() => read(rest, ...values, limit))
    },
    pairs: (account, sourceLanguage, targetLanguage) =>
      database.perform(function* () {
        const sql = `SELECT source, target FROM translations
          WHERE account = ? AND source_language = ? AND target_language = ? ORDER BY updated_at, id`
        return Pairs.parse(yield* all(sql, account, sourceLanguage, targetLanguage))
      }),
    find: (account, id) =>
      database.perform(function* () {
        return (yield* read('account = ? AND id = ?', account, id))[0]
      }),
    put: (account, draft, folded, at) =>
      database.perform(() =>
        transaction(function* () {
          const { sourceLanguage, targetLanguage, source, target } = draft
          const [entry] = Rows.parse(
            yield* all(
              `INSERT INTO translations
                 (account, source_language, target_language, folded, source, target, created_at, updated_at)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (account, source_language, target_language, folded)
                 DO UPDATE SET source = excluded.source, target = excluded.target, updated_at = excluded.updated_at
               RETURNING ${COLUMNS}`,
              ...[account, sourceLanguage, targetLanguage, folded, source, target, at, at],
            ),
          )
          const [{ entries }] = Counted.parse(
            yield* all('SELECT count(*) AS entries FROM translations WHERE account = ?', account),
          )
          if (entries > MEMORY_LIMITS.entries) throw full()
          if (!entry) throw new Error('A row that was just written cannot be read.')
          return entry
        }),
      ),
    remove: (account, id) =>
      database.perform(() =>
        transaction(function* () {
          const [entry] = yield* read('account = ? AND id = ?', account, id)
          if (entry)
            yield* run('DELETE FROM translations WHERE account = ? AND id = ?', account, id)
          return entry
        }),
      ),
  }
}

function full(): AppError {
  return new AppError(
    'translate/memory',
    `The translation memory of an account holds at most ${MEMORY_LIMITS.entries.toLocaleString('en')} entries. Remove some first.`,
  )
}
