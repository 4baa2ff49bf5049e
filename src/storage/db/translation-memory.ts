import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import { MEMORY_LIMITS, type Remembered, type RememberedDraft } from '#shared/translation.ts'
import type { Database, Value } from './database.ts'

/** Rows to be listed, newest first: those before the id `before`, at most `limit`, in all languages where none is named. */
export interface RememberedPage {
  readonly before: number
  readonly limit: number
  readonly sourceLanguage?: LanguageCode | undefined
  readonly targetLanguage?: LanguageCode | undefined
}

/** Translation memories of the accounts of a data folder. Throws AppError('storage/failed') and ('storage/busy'). */
export interface TranslationMemoryRows {
  list(account: string, page: RememberedPage): readonly Remembered[]
  /** All sentences of a direction with their translations, the newest last. */
  pairs(
    account: string,
    sourceLanguage: LanguageCode,
    targetLanguage: LanguageCode,
  ): readonly Pick<Remembered, 'source' | 'target'>[]
  find(account: string, id: number): Remembered | undefined
  /**
   * Adds an entry, or puts it in the place of the one whose source is the same as it is compared. Throws
   * AppError('translate/memory') where the memory is full.
   */
  put(account: string, draft: RememberedDraft, folded: string, at: string): Remembered
  /** Whether there was one. */
  remove(account: string, id: number): boolean
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
export function createTranslationMemoryRows(database: Database): TranslationMemoryRows {
  const read = (condition: string, ...values: Value[]): readonly Remembered[] =>
    Rows.parse(database.all(`SELECT ${COLUMNS} FROM translations WHERE ${condition}`, ...values))
  return {
    list: (account, { before, limit, sourceLanguage = '', targetLanguage = '' }) =>
      read(
        `account = ? AND id < ? AND (? = '' OR source_language = ?) AND (? = '' OR target_language = ?)
         ORDER BY id DESC LIMIT ?`,
        ...[account, before, sourceLanguage, sourceLanguage, targetLanguage, targetLanguage, limit],
      ),
    pairs: (account, sourceLanguage, targetLanguage) =>
      Pairs.parse(
        database.all(
          `SELECT source, target FROM translations
           WHERE account = ? AND source_language = ? AND target_language = ? ORDER BY updated_at, id`,
          ...[account, sourceLanguage, targetLanguage],
        ),
      ),
    find: (account, id) => read('account = ? AND id = ?', account, id)[0],
    put: (account, draft, folded, at) =>
      database.transaction(() => {
        const { sourceLanguage, targetLanguage, source, target } = draft
        const [entry] = Rows.parse(
          database.all(
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
          database.all('SELECT count(*) AS entries FROM translations WHERE account = ?', account),
        )
        if (entries > MEMORY_LIMITS.entries) throw full()
        if (!entry) throw new Error('A row that was just written cannot be read.')
        return entry
      }),
    remove: (account, id) =>
      database.run('DELETE FROM translations WHERE account = ? AND id = ?', account, id) > 0,
  }
}

function full(): AppError {
  return new AppError(
    'translate/memory',
    `The translation memory of an account holds at most ${MEMORY_LIMITS.entries.toLocaleString('en')} entries. Remove some first.`,
  )
}
