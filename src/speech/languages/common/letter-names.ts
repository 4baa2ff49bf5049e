/** Names of vowel letters: their own sound, unless `names` has another. */
export function namesOfVowels(
  letters: string,
  names: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(letters.split(' ').map((letter) => [letter, names[letter] ?? letter]))
}

/** Names of consonants, each with the same vowel. */
export function namesOfConsonants(
  letters: string,
  vowel: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(letters.split(' ').map((letter) => [letter, `${letter}${vowel}`]))
}
