import type { DiacriticOverride } from '#shared/diacritics.ts'
import { AppError } from '#shared/errors.ts'
import { canonical, plainOf } from '#speech/languages/yo/diacritics/marks.ts'
import { formOf } from '#speech/languages/yo/diacritics/override-word.ts'
import { tokensOf } from '#speech/languages/yo/diacritics/tokens.ts'
import type { DiacriticOverrideRows, OverriddenWord } from '#storage/db/diacritic-overrides.ts'
import type { Awaitable } from '#storage/db/steps.ts'

/** The user lexicon of Yoruba: which marks a person wants on a word, wherever it is written without them. */
export interface DiacriticOverrides {
  list(projectId: string | undefined): Awaitable<readonly DiacriticOverride[]>
  /** Overrides of words that occur in a text. */
  among(text: string, projectId: string | undefined): Awaitable<readonly OverriddenWord[]>
  /** Throws AppError('diacritics/invalid') where `form` is not `word` with its marks. */
  accept(given: OverrideTarget & { readonly form: string }): Promise<DiacriticOverride>
  /** Throws AppError('diacritics/not-found') where nothing was accepted of the word. */
  forget(given: OverrideTarget): Promise<void>
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
    async accept({ word, form, projectId }) {
      const accepted = formOf(word, form)
      await stored.put(accepted, projectId)
      const scope =
        projectId === undefined
          ? { kind: 'global' as const }
          : { kind: 'project' as const, projectId }
      return { ...accepted, scope }
    },
    async forget({ word, projectId }) {
      if (await stored.remove(plainOf(canonical(word.trim())), projectId)) return
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
