import type { Output, Parsed } from '#shared/api.ts'
import {
  PLAN_SHOWN,
  type PlannedEntry,
  type Pronunciation,
  type PronunciationDraft,
} from '#shared/pronunciation.ts'
import { checked } from '#speech/dictionary/check.ts'
import { entriesFromCsv, toCsvFile } from '#speech/dictionary/csv-entries.ts'
import { charactersOf, firstPart, foldWord, partsOf, plain } from '#speech/dictionary/fold.ts'
import { checkFound } from '#speech/dictionary/import.ts'
import { entriesFromPls, toPls } from '#speech/dictionary/pls.ts'
import type { Pronunciations } from '#storage/db/pronunciations.ts'
import type { Awaitable } from '#storage/db/steps.ts'

/**
 * A person's pronunciation dictionary. Throws AppError('dictionary/invalid'), ('dictionary/duplicate') and
 * ('dictionary/not-found').
 */
export interface Dictionary {
  list(projectId: string | undefined): Awaitable<readonly Pronunciation[]>
  /** The entries that may matter to a text. */
  entriesFor(text: string, projectId: string | undefined): Awaitable<readonly Pronunciation[]>
  add(draft: PronunciationDraft): Awaitable<Pronunciation>
  set(draft: PronunciationDraft): Awaitable<Output<'pronunciations.set'>>
  change(entry: Pronunciation): Awaitable<Pronunciation>
  remove(id: number): Awaitable<void>
  import(input: Parsed<'pronunciations.import'>): Awaitable<Output<'pronunciations.import'>>
  /** What `import` would do; changes nothing. */
  plan(input: Parsed<'pronunciations.plan'>): Promise<Output<'pronunciations.plan'>>
  export(input: Parsed<'pronunciations.export'>): Promise<Output<'pronunciations.export'>>
}

/** Keys by which the library compares words. */
export const WORD_KEYS = {
  folded: (word: string, caseSensitive: boolean): string =>
    caseSensitive ? charactersOf(word).map(plain).join('') : foldWord(word),
  firstPart,
} as const

/** The dictionary over the entries that a library keeps, checked before they are kept. */
export function createDictionary(pronunciations: Pronunciations): Dictionary {
  return {
    list: pronunciations.list,
    entriesFor: (text, projectId) => pronunciations.among(partsOf(text), projectId),
    add: (draft) => pronunciations.add(checked(draft)),
    set: (draft) => pronunciations.set(checked(draft)),
    change: ({ id, ...draft }) => pronunciations.change({ id, ...checked(draft) }),
    remove: pronunciations.remove,
    import: (order) => pronunciations.put(entriesOf(order)),
    async plan(order) {
      const drafts = entriesOf(order)
      const twins = await pronunciations.twinsOf(drafts)
      const planned = drafts.map((draft, at) => plannedEntry(draft, twins[at]))
      const count = (kind: PlannedEntry['change']): number =>
        planned.filter(({ change }) => change === kind).length
      return {
        ...{ added: count('add'), replaced: count('replace'), same: count('same') },
        entries: planned.slice(0, PLAN_SHOWN),
      }
    },
    async export({ format, projectId, language }) {
      const all = await pronunciations.list(projectId)
      const entries = all.filter((entry) => language === undefined || entry.language === language)
      if (format === 'csv') return { text: toCsvFile(entries), entries: entries.length }
      const own = entries.filter((entry) => entry.language === language)
      return { text: toPls(own, language), entries: own.length }
    },
  }
}

function entriesOf({
  format,
  text,
  projectId,
}: Parsed<'pronunciations.import'>): readonly PronunciationDraft[] {
  return checkFound(
    format === 'csv' ? entriesFromCsv(text, projectId) : entriesFromPls(text, projectId),
  )
}

function plannedEntry(draft: PronunciationDraft, twin: Pronunciation | undefined): PlannedEntry {
  const before = twin?.saidAs
  if (!before) return { draft, change: 'add' }
  const isSame = saidWords(before) === saidWords(draft.saidAs)
  return { draft, change: isSame ? 'same' : 'replace', before }
}

function saidWords(saidAs: PronunciationDraft['saidAs']): string {
  return saidAs.kind === 'ipa' ? `/${saidAs.ipa}/` : saidAs.text
}
