import { z } from 'zod'
import { DIACRITICS_LIMITS, type DiacriticOverride } from '#shared/diacritics.ts'
import { AppError } from '#shared/errors.ts'
import type { Database } from './database.ts'

/** A bare Yoruba word, and its form with diacritics. */
export interface OverriddenWord {
  readonly word: string
  readonly form: string
}

/** Diacritic overrides of a data folder. Throws AppError('storage/failed') and ('storage/busy'). */
export interface DiacriticOverrideRows {
  /** Overrides for all projects, and those of one project; by word. */
  list(projectId: string | undefined): readonly DiacriticOverride[]
  /** Overrides of some bare words; a project's takes precedence. */
  among(words: readonly string[], projectId: string | undefined): readonly OverriddenWord[]
  /** Sets the override of a word. Throws AppError('diacritics/invalid') where there are too many. */
  put(form: OverriddenWord, projectId: string | undefined): void
  /** Whether there was one. */
  remove(word: string, projectId: string | undefined): boolean
}

const Form = z.object({ word: z.string(), form: z.string() })
const Row = Form.extend({ project_id: z.string() })
const Counted = z.array(z.object({ forms: z.number() }))

/** The table of diacritic overrides. They have been checked: see app/diacritic-overrides.ts. */
export function createDiacriticOverrideRows(database: Database): DiacriticOverrideRows {
  return {
    list: (projectId = '') =>
      database
        .all(
          "SELECT * FROM accepted_forms WHERE project_id = '' OR project_id = ? ORDER BY word, project_id",
          projectId,
        )
        .map((row) => asForm(Row.parse(row))),
    among(words, projectId = '') {
      const rows = database.all(
        `SELECT word, form FROM accepted_forms
         WHERE word IN (SELECT value FROM json_each(?)) AND (project_id = '' OR project_id = ?)
         ORDER BY word, project_id`,
        JSON.stringify(words),
        projectId,
      )
      // The later of a word's rows is the project's.
      return [
        ...new Map(
          z
            .array(Form)
            .parse(rows)
            .map((row) => [row.word, row]),
        ).values(),
      ]
    },
    put: ({ word, form }, projectId = '') =>
      database.transaction(() => {
        database.run(
          `INSERT INTO accepted_forms (word, project_id, form) VALUES (?, ?, ?)
           ON CONFLICT (word, project_id) DO UPDATE SET form = excluded.form`,
          ...[word, projectId, form],
        )
        const counted = Counted.parse(database.all('SELECT count(*) AS forms FROM accepted_forms'))
        if ((counted[0]?.forms ?? 0) > DIACRITICS_LIMITS.forms) throw full()
      }),
    remove: (word, projectId = '') =>
      database.run(
        'DELETE FROM accepted_forms WHERE word = ? AND project_id = ?',
        ...[word, projectId],
      ) > 0,
  }
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
