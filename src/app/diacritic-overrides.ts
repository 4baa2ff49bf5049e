import type { DiacriticOverride } from '#shared/diacritics.ts'
import { AppError } from '#shared/errors.ts'
import { canonical, plainOf } from '#speech/languages/yo/diacritics/marks.ts'
import { formOf } from '#speech/languages/yo/diacritics/override-word.ts'
import { tokensOf } from '#speech/languages/yo/diacritics/tokens.ts'
import type { DiacriticOverrideRows, OverriddenWord } from '#storage/db/diacritic-overrides.ts'

/** The user lexicon of Yoruba: which marks a person wants on a word, wherever it is written without them. */
export interface DiacriticOverrides {
  list(projectId: string | undefined): readonly DiacriticOverride[]
  /** Overrides of words that occur in a text. */
  among(text: string, projectId: string | undefined): readonly OverriddenWord[]
  /** Throws AppError('diacritics/invalid') where `form` is not `word` with its marks. */
  accept(given: OverrideTarget & { readonly form: string }): DiacriticOverride
  /** Throws AppError('diacritics/not-found') where nothing was accepted of the word. */
  forget(given: OverrideTarget): void
}

interface OverrideTarget {
  readonly word: string
  /** Left out: everywhere. */
  readonly projectId?: string | undefined
}

/** The user lexicon over the table that keeps it. */
export function createDiacriticOverrides(stored: DiacriticOverrideRows): DiacriticOverrides {
  return {
    list: stored.list,
    among: (text, projectId) => stored.among(bareWordsOf(text), projectId),
    accept({ word, form, projectId }) {
      const accepted = formOf(word, form)
      stored.put(accepted, projectId)
      const scope =
        projectId === undefined
          ? { kind: 'global' as const }
          : { kind: 'project' as const, projectId }
      return { ...accepted, scope }
    },
    forget({ word, projectId }) {
      if (stored.remove(plainOf(canonical(word.trim())), projectId)) return
      throw new AppError(
        'diacritics/not-found',
        `No form of "${word.slice(0, 40)}" has been accepted${projectId === undefined ? '' : ' in this project'}.`,
      )
    },
  }
}

function bareWordsOf(text: string): readonly string[] {
  const words = tokensOf(text).filter(({ isWord }) => isWord)
  return [...new Set(words.map((word) => plainOf(canonical(word.text))))]
}
