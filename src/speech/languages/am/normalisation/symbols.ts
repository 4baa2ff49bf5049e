const BRACKETED = /[()[\]{}]|(?<!\p{L}|\d)\/|\/(?!\p{L}|\d)/gu
const LIST_LETTER = /^[ ]*(\p{Script=Ethiopic})[).] +(?=\S)/gmu
const LIST_NUMBER = /^[ ]*(\d{1,3}(?:ኛ)?)[/)] ?\/? *(?=\P{N})/gmu
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/&/g, ' እና '],
  [/(?<![\p{L}\d])(?:№|#|No\.?)(?= ?\d)/gu, ' ቁጥር '],
  [/(?<=\d ?)[×xX](?= ?\d)/g, ' ሲባዛ በ'],
  [/(?<=\d ?)÷(?= ?\d)/g, ' ሲካፈል ለ'],
  [/(?<=[\d ])\+(?=[ \d])|\+(?=\d)/g, ' ሲደመር '],
  [/=/g, ' እኩል ነው '],
  [/@/g, ' አት '],
  [/÷/g, ' ሲካፈል '],
  [/(?<=\p{Script=Ethiopic})-(?=\p{Script=Ethiopic}|\d)/gu, ' '],
  [/…|\.{2,}/g, ', '],
]

/** "ሀ) …", "1/ …", "2ኛ/ …" at the start of a line: the mark of a list item, with a break. */
export function readListMarks(text: string): string {
  return text.replace(LIST_LETTER, '$1, ').replace(LIST_NUMBER, '$1, ')
}

/** Signs by name; brackets and strokes around a remark are a break in the speech. */
export function readSymbols(text: string): string {
  const named = NAMES.reduce((rest, [sign, name]) => rest.replace(sign, name), text)
  return named.replace(BRACKETED, ', ')
}
