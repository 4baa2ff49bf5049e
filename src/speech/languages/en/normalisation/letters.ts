/**
 * While a text is being read, the name of a letter is a private-use character, so that no later rule takes it for a
 * word, an initial or a numeral. `showLetters` turns them into capitals at the end.
 */
const FIRST = 0xe000
const NAMES = /[\ue000-\ue019]/g

/** The letters of `text` by their names, apart from each other: "NNPC" → N N P C. Everything else is left out. */
export function spell(text: string): string {
  return [...text.toUpperCase()]
    .filter((letter) => letter >= 'A' && letter <= 'Z')
    .map((letter) => String.fromCharCode(FIRST + letter.charCodeAt(0) - 65))
    .join(' ')
}

/** Words of capitals letter by letter, the rest as it is: "B Eng" → B Eng, "PHD" → P H D. */
export function spellCapitals(text: string): string {
  return text.replace(/(?<![A-Za-z])[A-Z]+(?![A-Za-z])/g, (letters) => spell(letters))
}

/** Names of letters as single capitals: a reader of the result takes "A" for the letter and "a" for the article. */
export function showLetters(text: string): string {
  return text.replace(NAMES, (name) => String.fromCharCode(65 + name.charCodeAt(0) - FIRST))
}
