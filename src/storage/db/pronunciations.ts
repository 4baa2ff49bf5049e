import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import {
  PRONUNCIATION_LIMITS,
  Pronunciation,
  type PronunciationDraft,
} from '#shared/pronunciation.ts'
import type { Database, Value } from './database.ts'

/** Keys by which words are compared and looked up; see speech/dictionary/fold.ts. */
export interface WordKeys {
  /** The word as it is compared, case aside unless it counts. */
  readonly folded: (word: string, caseSensitive: boolean) => string
  /** Index key of an entry. */
  readonly firstPart: (word: string) => string
}

/** The entries of the pronunciation dictionary. */
export interface Pronunciations {
  /** The global entries and those of the project, by word. */
  list(projectId: string | undefined): readonly Pronunciation[]
  /** Entries whose first part is among `parts`: all that can match a text that has these parts. */
  among(parts: readonly string[], projectId: string | undefined): readonly Pronunciation[]
  /** Throws AppError('dictionary/duplicate') where the word is there with this scope, language and case. */
  add(draft: PronunciationDraft): Pronunciation
  /** Adds an entry, or changes the one with its word, scope, language and case. */
  set(draft: PronunciationDraft): {
    readonly entry: Pronunciation
    readonly before?: Pronunciation
  }
  /** The entry with the word, scope, language and case of a draft, if there is one. */
  twinOf(draft: PronunciationDraft): Pronunciation | undefined
  /** Throws AppError('dictionary/not-found') and, as `add`, AppError('dictionary/duplicate'). */
  change(entry: Pronunciation): Pronunciation
  remove(id: number): void
  /** Stores all or none; an entry replaces the one with its word, scope, language and case. */
  put(drafts: readonly PronunciationDraft[]): { readonly added: number; readonly replaced: number }
}

const COLUMNS = 'id, word, say_as, ipa, language, project_id, case_sensitive'
const IN_SCOPE = `(project_id = '' OR project_id = ?)`

const Row = z.object({
  id: z.number(),
  word: z.string(),
  say_as: z.string().nullable(),
  ipa: z.string().nullable(),
  language: z.string(),
  project_id: z.string(),
  case_sensitive: z.number(),
})

function entryOf(row: z.infer<typeof Row>): Pronunciation {
  const { id, word, say_as: text, ipa, language, project_id: projectId } = row
  const entry = Pronunciation.safeParse({
    id,
    word,
    saidAs: ipa === null ? { kind: 'text', text } : { kind: 'ipa', ipa },
    language: language === '' ? undefined : language,
    scope: projectId === '' ? { kind: 'global' } : { kind: 'project', projectId },
    caseSensitive: row.case_sensitive === 1,
  })
  if (entry.success) return entry.data
  throw new AppError(
    'storage/failed',
    `The dictionary entry "${word}" cannot be read: the library was changed by another program. Remove entry ${id}, or restore a backup of the data folder.`,
    entry.error,
  )
}

/** The pronunciation dictionary of a data folder. Entries come checked: see app/dictionary.ts. */
export function createPronunciations(database: Database, keys: WordKeys): Pronunciations {
  const read = (condition: string, ...values: Value[]): readonly Pronunciation[] => {
    const query = `SELECT ${COLUMNS} FROM pronunciations WHERE ${condition} ORDER BY folded, id`
    return z
      .array(Row)
      .parse(database.all(query, ...values))
      .map(entryOf)
  }
  const twinOf = (draft: PronunciationDraft): Pronunciation | undefined =>
    read(
      'folded = ? AND project_id = ? AND language = ? AND case_sensitive = ?',
      ...identity(draft, keys),
    )[0]
  const insert = (draft: PronunciationDraft): Pronunciation => {
    const [counted] = z
      .array(z.object({ entries: z.number() }))
      .parse(database.all('SELECT count(*) AS entries FROM pronunciations'))
    if ((counted?.entries ?? 0) >= PRONUNCIATION_LIMITS.entries) throw full()
    database.run(
      `INSERT INTO pronunciations
         (folded, project_id, language, case_sensitive, word, first_part, say_as, ipa)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...identity(draft, keys),
      ...content(draft, keys),
    )
    return must(read('id = last_insert_rowid()')[0])
  }
  const update = (id: number, draft: PronunciationDraft): void => {
    database.run(
      `UPDATE pronunciations SET folded = ?, project_id = ?, language = ?, case_sensitive = ?,
         word = ?, first_part = ?, say_as = ?, ipa = ? WHERE id = ?`,
      ...identity(draft, keys),
      ...content(draft, keys),
      id,
    )
  }
  return {
    list: (projectId) => read(IN_SCOPE, projectId ?? ''),
    among: (parts, projectId) =>
      read(
        `first_part IN (SELECT value FROM json_each(?)) AND ${IN_SCOPE}`,
        JSON.stringify(parts),
        projectId ?? '',
      ),
    add: (draft) =>
      database.transaction(() => {
        if (twinOf(draft)) throw duplicate(draft.word)
        return insert(draft)
      }),
    twinOf,
    set: (draft) =>
      database.transaction(() => {
        const before = twinOf(draft)
        if (!before) return { entry: insert(draft) }
        update(before.id, draft)
        return { entry: must(read('id = ?', before.id)[0]), before }
      }),
    change: (entry) =>
      database.transaction(() => {
        if (read('id = ?', entry.id).length === 0) throw notFound(entry.id)
        const twin = twinOf(entry)
        if (twin && twin.id !== entry.id) throw duplicate(entry.word)
        update(entry.id, entry)
        return must(read('id = ?', entry.id)[0])
      }),
    remove: (id) => {
      if (database.run('DELETE FROM pronunciations WHERE id = ?', id) === 0) throw notFound(id)
    },
    put: (drafts) =>
      database.transaction(() => {
        let replaced = 0
        for (const draft of drafts) {
          const twin = twinOf(draft)
          if (twin) update(twin.id, draft)
          else insert(draft)
          if (twin) replaced++
        }
        return { added: drafts.length - replaced, replaced }
      }),
  }
}

function identity(draft: PronunciationDraft, keys: WordKeys): Value[] {
  const { word, scope, language, caseSensitive } = draft
  const projectId = scope.kind === 'project' ? scope.projectId : ''
  return [keys.folded(word, caseSensitive), projectId, language ?? '', caseSensitive ? 1 : 0]
}

function content({ word, saidAs }: PronunciationDraft, keys: WordKeys): Value[] {
  const sayAs = saidAs.kind === 'text' ? saidAs.text : null
  return [word, keys.firstPart(word), sayAs, saidAs.kind === 'ipa' ? saidAs.ipa : null]
}

function must(entry: Pronunciation | undefined): Pronunciation {
  if (entry) return entry
  throw new Error('A row that was just written cannot be read.')
}

function duplicate(word: string): AppError {
  return new AppError(
    'dictionary/duplicate',
    `"${word}" is already in the dictionary with the same scope, language and letter case. Change that entry.`,
  )
}

function notFound(id: number): AppError {
  return new AppError('dictionary/not-found', `The dictionary has no entry number ${id}.`)
}

function full(): AppError {
  const { entries } = PRONUNCIATION_LIMITS
  return new AppError(
    'dictionary/invalid',
    `The dictionary is full: it holds at most ${entries.toLocaleString('en')} entries. Remove some first.`,
  )
}
