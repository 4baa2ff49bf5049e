import { z } from 'zod'
import { DIACRITICS_LIMITS, type DiacriticOverride } from '#shared/diacritics.ts'
import { AppError } from '#shared/errors.ts'
import {
  type Awaitable,
  all,
  listOf,
  type RowDatabase,
  run,
  type Steps,
  transaction,
  type Value,
} from './steps.ts'

/** A bare Yoruba word, and its form with diacritics. */
export interface OverriddenWord {
  readonly word: string
  readonly form: string
}

/** Diacritic overrides of a data folder. Throws AppError('storage/failed') and ('storage/busy'). */
export interface DiacriticOverrideRows {
  /** Overrides for all projects, and those of one project; by word. */
  list(projectId: string | undefined): Awaitable<readonly DiacriticOverride[]>
  /** Overrides of some bare words; a project's takes precedence. */
  among(
    words: readonly string[],
    projectId: string | undefined,
  ): Awaitable<readonly OverriddenWord[]>
  /** Sets the override of a word. Throws AppError('diacritics/invalid') where there are too many. */
  put(form: OverriddenWord, projectId: string | undefined): Awaitable<void>
  /** Whether there was one. */
  remove(word: string, projectId: string | undefined): Awaitable<boolean>
}

const Row = z.object({ word: z.string(), form: z.string(), project_id: z.string() })
const Rows = z.array(Row)
const Counted = z.tuple([z.object({ forms: z.number() })])
/** Words that one query looks up. A text with more of them is looked up among all overrides, which are fewer. */
const MOST_WORDS = 8_192

/** The table of diacritic overrides. They have been checked: see app/diacritic-overrides.ts. */
export function createDiacriticOverrideRows(database: RowDatabase): DiacriticOverrideRows {
  function* read(condition: string, ...values: readonly Value[]): Steps<z.infer<typeof Rows>> {
    const query = `SELECT word, form, project_id FROM accepted_forms WHERE ${condition} ORDER BY word, project_id`
    return Rows.parse(yield* all(query, ...values))
  }
  return {
    list: (projectId = '') =>
      database.perform(function* () {
        return (yield* read(IN_SCOPE, projectId)).map(asForm)
      }),
    among: (words, projectId = '') =>
      database.perform(function* () {
        if (words.length === 0) return []
        if (words.length > MOST_WORDS) {
          const known = new Set(words)
          return ownFirst((yield* read(IN_SCOPE, projectId)).filter(({ word }) => known.has(word)))
        }
        const { placeholders, values } = listOf(words)
        return ownFirst(
          yield* read(`word IN ${placeholders} AND ${IN_SCOPE}`, ...values, projectId),
        )
      }),
    put: ({ word, form }, projectId = '') =>
      database.perform(() =>
        transaction(function* () {
          yield* run(
            `INSERT INTO accepted_forms (word, project_id, form) VALUES (?, ?, ?)
             ON CONFLICT (word, project_id) DO UPDATE SET form = excluded.form`,
            ...[word, projectId, form],
          )
          const [{ forms }] = Counted.parse(
            yield* all('SELECT count(*) AS forms FROM accepted_forms'),
          )
          if (forms > DIACRITICS_LIMITS.forms) throw full()
        }),
      ),
    remove: (word, projectId = '') =>
      database.perform(function* () {
        const sql = 'DELETE FROM accepted_forms WHERE word = ? AND project_id = ?'
        return (yield* run(sql, word, projectId)) > 0
      }),
  }
}

const IN_SCOPE = "(project_id = '' OR project_id = ?)"

/** One form of each word: the later of its rows is the project's. */
function ownFirst(rows: z.infer<typeof Rows>): readonly OverriddenWord[] {
  return [...new Map(rows.map(({ word, form }) => [word, { word, form }])).values()]
}

function asForm({ word, form, project_id: projectId }: z.infer<typeof Row>): DiacriticOverride {
  return {
    ...{ word, form },
    scope: projectId === '' ? { kind: 'global' } : { kind: 'project', projectId },
  }
}

function full(): AppError {
  const { forms } = DIACRITICS_LIMITS
  return new AppError(
    'diacritics/invalid',
    `At most ${forms.toLocaleString('en')} accepted forms are kept. Forget some first ("griot diacritics forget WORD").`,
  )
}
