/** Letters and the marks on them, compared as a reader compares them: case, Unicode spelling and kind of apostrophe aside. */

/** A letter with its marks, or one other character. */
const CHARACTER = /[^\p{M}]\p{M}*|\p{M}+/gsu
const UNDER_MARKS = /[\u0329\u0331]/g
const APOSTROPHES = /[’ʼ‘`´]/g
/** More marks on one letter than anybody writes. */
const MOST_UNITS = 16

/** The characters of a text, each a letter with its marks. */
export function charactersOf(text: string): readonly string[] {
  return text.match(CHARACTER) ?? []
}

/** A character as it is compared with case: any space is one space, a line or stroke below is a dot below. */
export function plain(character: string): string {
  if (/^[a-z0-9]$/i.test(character)) return character
  if (/^\s/.test(character)) return ' '
  return character
    .slice(0, MOST_UNITS)
    .normalize('NFD')
    .replace(UNDER_MARKS, '\u0323')
    .replace(APOSTROPHES, "'")
    .normalize('NFC')
}

/** A character as it is compared without case. */
export function folded(character: string): string {
  return plain(character).toLowerCase()
}

/** Whether a character belongs to a word. */
export function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /^[\p{L}\p{N}\p{M}_]/u.test(character)
}

/**
 * A word or several, to compare with others.
 * @example `foldWord('ỌJÀ’')` is `"ọjà'"`.
 */
export function foldWord(word: string): string {
  return charactersOf(word).map(folded).join('')
}

/** The first part of a word that the dictionary is looked up by: letters, digits and their marks. */
export function firstPart(word: string): string {
  return partsOf(word)[0] ?? ''
}

/**
 * Every stretch of letters and digits in a text, folded, each once.
 * @example `partsOf('Lagos–Ibadan, Lagos')` is `['lagos', 'ibadan']`.
 */
export function partsOf(text: string): readonly string[] {
  const parts = new Set<string>()
  let part = ''
  for (const character of charactersOf(text)) {
    if (isWordCharacter(character)) part += folded(character)
    else if (part !== '') {
      parts.add(part)
      part = ''
    }
  }
  if (part !== '') parts.add(part)
  return [...parts]
}
