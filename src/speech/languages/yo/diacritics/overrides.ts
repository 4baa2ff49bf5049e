import type { ChosenForm } from '#shared/diacritics.ts'
import { AppError } from '#shared/errors.ts'
import { canonical, completes, hasOtherMarks, plainOf } from './marks.ts'
import { formOf } from './override-word.ts'
import type { TextToken } from './tokens.ts'

/** Decisions of a person about the words of a text. */
export interface Overrides {
  /** For this text alone, by place. */
  readonly chosen?: readonly ChosenForm[] | undefined
  /** For good: bare words, each with its form, as `formOf` makes them. */
  readonly accepted?: readonly { readonly word: string; readonly form: string }[] | undefined
}

/**
 * The forms that are overridden for words of one text, in small letters. What is overridden for good goes where `isOpen` lets
 * it, and where the form has every mark that is written. Throws AppError('diacritics/invalid') where no word begins at a
 * place, or its letters are others.
 */
export function overriddenForms(
  words: readonly TextToken[],
  { chosen = [], accepted = [] }: Overrides,
  isOpen: (word: TextToken, form: string) => boolean,
): ReadonlyMap<TextToken, string> {
  const overridden = new Map<TextToken, string>()
  if (accepted.length > 0) {
    const always = new Map(accepted.map(({ word, form }) => [word, form]))
    for (const word of words) {
      const written = canonical(word.text)
      const form = always.get(plainOf(written))
      if (form === undefined || hasOtherMarks(word.text)) continue
      if (isOpen(word, form) && completes(form, written)) overridden.set(word, form)
    }
  }
  if (chosen.length > 0) {
    const at = new Map(words.map((word) => [word.start, word]))
    for (const { start, form } of chosen) {
      const word = at.get(start) ?? none(start)
      overridden.set(word, formOf(word.text, form).form)
    }
  }
  return overridden
}

function none(start: number): never {
  throw new AppError(
    'diacritics/invalid',
    `No word begins at character ${start} of this text, for which a form was chosen. Ask for the words of the text again.`,
  )
}
