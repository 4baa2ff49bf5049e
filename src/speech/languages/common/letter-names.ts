/**
 * Names of vowel letters: their own sound, unless `names` has another.
 * @example `namesOfVowels('a e', { a: 'á' })` is `{ a: 'á', e: 'e' }`.
 */
export function namesOfVowels(
  letters: string,
  names: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(letters.split(' ').map((letter) => [letter, names[letter] ?? letter]))
}

/**
 * Names of consonants, each with the same vowel.
 * @example `namesOfConsonants('b gb', 'í')` is `{ b: 'bí', gb: 'gbí' }`.
 */
export function namesOfConsonants(
  letters: string,
  vowel: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(letters.split(' ').map((letter) => [letter, `${letter}${vowel}`]))
}
