import { DIACRITICS_LIMITS } from '#shared/diacritics.ts'
import { AppError } from '#shared/errors.ts'
import { canonical, clustersOf, plainOf } from './marks.ts'

const WORD = /^[a-z]+$/
/** A letter with one tone, an under-dot or both. */
const CLUSTER = /^[a-z]\u0323?[\u0300-\u0302\u030c]?$/
const SHOWN = 40

/**
 * A word of a person's choice as it is kept: bare, and with its marks; both in small letters, in NFC, whatever spelling
 * of the marks it came in. Throws AppError('diacritics/invalid') that says what is wrong: anything but marks differs, or
 * it is not one word.
 */
export function formOf(
  word: string,
  form: string,
): { readonly word: string; readonly form: string } {
  const [plain, marked] = [plainOf(canonical(word.trim())), canonical(form.trim())]
  for (const [given, bare] of [
    [word, plain],
    [form, plainOf(marked)],
  ] as const) {
    if (bare.length > DIACRITICS_LIMITS.word)
      throw invalid(
        `${shown(given)} is too long: a word has at most ${DIACRITICS_LIMITS.word} letters.`,
      )
    if (!WORD.test(bare))
      throw invalid(
        `${shown(given)} is not one Yoruba word: write letters from a to z with their marks, no space and no sign.`,
      )
  }
  if (plain !== plainOf(marked))
    throw invalid(
      `${shown(form)} has other letters than ${shown(word)}: only marks may differ. To have a word said as another, use the pronunciation dictionary.`,
    )
  const strange = clustersOf(marked).find((cluster) => !CLUSTER.test(cluster))
  if (strange !== undefined)
    throw invalid(
      `${shown(form)} has a mark that Yoruba has not, on "${strange.normalize('NFC')}": use ´ ˋ and the dot below.`,
    )
  return { word: plain, form: marked }
}

function shown(text: string): string {
  const letters = [...text]
  return `"${letters.slice(0, SHOWN).join('')}${letters.length > SHOWN ? '…' : ''}"`
}

function invalid(message: string): AppError {
  return new AppError('diacritics/invalid', message)
}
