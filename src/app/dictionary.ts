import type { Output, Parsed } from '#shared/api.ts'
import type { Pronunciation, PronunciationDraft } from '#shared/pronunciation.ts'
import { checked } from '#speech/dictionary/check.ts'
import { entriesFromCsv, toCsvFile } from '#speech/dictionary/csv-entries.ts'
import { charactersOf, firstPart, foldWord, partsOf, plain } from '#speech/dictionary/fold.ts'
import { checkFound } from '#speech/dictionary/import.ts'
import { entriesFromPls, toPls } from '#speech/dictionary/pls.ts'
import type { Pronunciations } from '#storage/db/pronunciations.ts'

/**
 * A person's pronunciation dictionary. Throws AppError('dictionary/invalid'), ('dictionary/duplicate') and
 * ('dictionary/not-found').
 */
export interface Dictionary {
  list(projectId: string | undefined): readonly Pronunciation[]
  /** The entries that may matter to a text. */
  entriesFor(text: string, projectId: string | undefined): readonly Pronunciation[]
  add(draft: PronunciationDraft): Pronunciation
  change(entry: Pronunciation): Pronunciation
  remove(id: number): void
  import(input: Parsed<'pronunciations.import'>): Output<'pronunciations.import'>
  export(input: Parsed<'pronunciations.export'>): Output<'pronunciations.export'>
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
    change: ({ id, ...draft }) => pronunciations.change({ id, ...checked(draft) }),
    remove: pronunciations.remove,
    import({ format, text, projectId }) {
      const found =
        format === 'csv' ? entriesFromCsv(text, projectId) : entriesFromPls(text, projectId)
      return pronunciations.put(checkFound(found))
    },
    export({ format, projectId, language }) {
      const entries = pronunciations
        .list(projectId)
        .filter((entry) => language === undefined || entry.language === language)
      if (format === 'csv') return { text: toCsvFile(entries), entries: entries.length }
      const own = entries.filter((entry) => entry.language === language)
      return { text: toPls(own, language), entries: own.length }
    },
  }
}
