import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import {
  PRONUNCIATION_LIMITS,
  Pronunciation,
  type PronunciationDraft,
} from '#shared/pronunciation.ts'
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

/** Keys by which words are compared and looked up; see speech/dictionary/fold.ts. */
export interface WordKeys {
  /** The word as it is compared, case aside unless it counts. */
  readonly folded: (word: string, caseSensitive: boolean) => string
  /** Index key of an entry. */
  readonly firstPart: (word: string) => string
}

/** The entries of the pronunciation dictionary. Throws AppError('storage/failed') and ('storage/busy'). */
export interface Pronunciations {
  /** The global entries and those of the project, by word. */
  list(projectId: string | undefined): Awaitable<readonly Pronunciation[]>
  /** Entries whose first part is among `parts`: all that can match a text that has these parts. */
  among(
    parts: readonly string[],
    projectId: string | undefined,
  ): Awaitable<readonly Pronunciation[]>
  /** Throws AppError('dictionary/duplicate') where the word is there with this scope, language and case. */
  add(draft: PronunciationDraft): Awaitable<Pronunciation>
  /** Adds an entry, or changes the one with its word, scope, language and case. */
  set(draft: PronunciationDraft): Awaitable<{
    readonly entry: Pronunciation
    readonly before?: Pronunciation
  }>
  /** For each draft the entry with its word, scope, language and case, if there is one. */
  twinsOf(drafts: readonly PronunciationDraft[]): Awaitable<readonly (Pronunciation | undefined)[]>
  /** Throws AppError('dictionary/not-found') and, as `add`, AppError('dictionary/duplicate'). */
  change(entry: Pronunciation): Awaitable<Pronunciation>
  remove(id: number): Awaitable<void>
  /** Stores all or none; an entry replaces the one with its word, scope, language and case. */
  put(
    drafts: readonly PronunciationDraft[],
  ): Awaitable<{ readonly added: number; readonly replaced: number }>
}

const COLUMNS = 'id, word, say_as, ipa, language, project_id, case_sensitive'
const IN_SCOPE = `(project_id = '' OR project_id = ?)`
/** Words that one query looks up. A text with more of them is looked up in the whole dictionary, which has fewer. */
const MOST_WORDS = 8_192

const Row = z.object({
  id: z.number(),
  word: z.string(),
  say_as: z.string().nullable(),
  ipa: z.string().nullable(),
  language: z.string(),
  project_id: z.string(),
  case_sensitive: z.number(),
})
const Rows = z.array(Row)
const Counted = z.tuple([z.object({ entries: z.number() })])
const INSERT = `INSERT INTO pronunciations
  (folded, project_id, language, case_sensitive, word, first_part, say_as, ipa)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`

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

/** The pronunciation dictionary of a library. Entries come checked: see app/dictionary.ts. */
export function createPronunciations(database: RowDatabase, keys: WordKeys): Pronunciations {
  function* read(condition: string, ...values: Value[]): Steps<Pronunciation[]> {
    const query = `SELECT ${COLUMNS} FROM pronunciations WHERE ${condition} ORDER BY folded, id`
    return Rows.parse(yield* all(query, ...values)).map(entryOf)
  }
  function* twinOf(draft: PronunciationDraft): Steps<Pronunciation | undefined> {
    const values = identity(draft, keys)
    const condition = 'folded = ? AND project_id = ? AND language = ? AND case_sensitive = ?'
    return (yield* read(condition, ...values))[0]
  }
  /** Throws where there are too many; what was written before is then taken back with the transaction. */
  function* checkCount(): Steps<number> {
    const counted = yield* all('SELECT count(*) AS entries FROM pronunciations')
    const [{ entries }] = Counted.parse(counted)
    if (entries > PRONUNCIATION_LIMITS.entries) throw full()
    return entries
  }
  const valuesOf = (draft: PronunciationDraft): Value[] => [
    ...identity(draft, keys),
    ...content(draft, keys),
  ]
  function* insert(draft: PronunciationDraft): Steps<Pronunciation> {
    const rows = yield* all(`${INSERT} RETURNING ${COLUMNS}`, ...valuesOf(draft))
    yield* checkCount()
    return written(rows)
  }
  function* update(id: number, draft: PronunciationDraft): Steps<Pronunciation> {
    const rows = yield* all(
      `UPDATE pronunciations SET folded = ?, project_id = ?, language = ?, case_sensitive = ?,
         word = ?, first_part = ?, say_as = ?, ipa = ? WHERE id = ? RETURNING ${COLUMNS}`,
      ...valuesOf(draft),
      id,
    )
    return written(rows)
  }
  function* twinsByKey(drafts: readonly PronunciationDraft[]): Steps<Map<string, Pronunciation>> {
    const words = [...new Set(drafts.map((draft) => String(identity(draft, keys)[0])))]
    const twins = new Map<string, Pronunciation>()
    for (let start = 0; start < words.length; start += MOST_WORDS) {
      const { placeholders, values } = listOf(words.slice(start, start + MOST_WORDS))
      for (const entry of yield* read(`folded IN ${placeholders}`, ...values))
        twins.set(keyOf(entry, keys), entry)
    }
    return twins
  }
  return {
    list: (projectId) => database.perform(() => read(IN_SCOPE, projectId ?? '')),
    among: (parts, projectId = '') =>
      database.perform(function* () {
        if (parts.length === 0) return []
        if (parts.length > MOST_WORDS) {
          const known = new Set(parts)
          const entries = yield* read(IN_SCOPE, projectId)
          return entries.filter(({ word }) => known.has(keys.firstPart(word)))
        }
        const { placeholders, values } = listOf(parts)
        return yield* read(`first_part IN ${placeholders} AND ${IN_SCOPE}`, ...values, projectId)
      }),
    add: (draft) =>
      database.perform(() =>
        transaction(function* () {
          if (yield* twinOf(draft)) throw duplicate(draft.word)
          return yield* insert(draft)
        }),
      ),
    twinsOf: (drafts) =>
      database.perform(function* () {
        const twins = yield* twinsByKey(drafts)
        return drafts.map((draft) => twins.get(keyOf(draft, keys)))
      }),
    set: (draft) =>
      database.perform(() =>
        transaction(function* () {
          const before = yield* twinOf(draft)
          if (!before) return { entry: yield* insert(draft) }
          return { entry: yield* update(before.id, draft), before }
        }),
      ),
    change: (entry) =>
      database.perform(() =>
        transaction(function* () {
          if ((yield* read('id = ?', entry.id)).length === 0) throw notFound(entry.id)
          const twin = yield* twinOf(entry)
          if (twin && twin.id !== entry.id) throw duplicate(entry.word)
          return yield* update(entry.id, entry)
        }),
      ),
    remove: (id) =>
      database.perform(function* () {
        const removed = yield* run('DELETE FROM pronunciations WHERE id = ?', id)
        if (removed === 0) throw notFound(id)
      }),
    put: (drafts) =>
      database.perform(() =>
        transaction(function* () {
          const before = yield* checkCount()
          for (const draft of drafts)
            yield* run(
              `${INSERT} ON CONFLICT (folded, project_id, language, case_sensitive)
                 DO UPDATE SET word = excluded.word, first_part = excluded.first_part,
                   say_as = excluded.say_as, ipa = excluded.ipa`,
              ...valuesOf(draft),
            )
          const added = (yield* checkCount()) - before
          return { added, replaced: drafts.length - added }
        }),
      ),
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

/** What the library compares an entry by, as one text. */
function keyOf(draft: PronunciationDraft, keys: WordKeys): string {
  return JSON.stringify(identity(draft, keys))
}

function written(rows: readonly unknown[]): Pronunciation {
  const [row] = Rows.parse(rows)
  if (row) return entryOf(row)
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
