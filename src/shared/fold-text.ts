/** Folds a text to lower case without diacritics, for a search. @example `foldText('Ṣadé')` is `'sade'`. */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
