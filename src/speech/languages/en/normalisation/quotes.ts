const KEPT_ELISIONS = /(?<![\p{L}\d])'(?=(?:tis|twas|em|til|cause|bout|round|cos|n)(?![\p{L}]))/giu
const HELD = '\ue100'

/** No quotation marks; apostrophes stay where they belong to a word: don't, James', rock 'n' roll, goin'. */
export function dropQuotes(text: string): string {
  return text
    .replace(/(?<![\p{L}])'n'(?![\p{L}])/giu, `${HELD}n${HELD}`)
    .replace(KEPT_ELISIONS, HELD)
    .split('\n')
    .map(dropInLine)
    .join('\n')
    .replaceAll(HELD, "'")
}

/** A closing mark pairs with an opening one; without one, a mark after s or n is an apostrophe. */
function dropInLine(line: string): string {
  let open = false
  return line.replaceAll('"', ' ').replace(/'/g, (mark, offset: number) => {
    const before = line.charAt(offset - 1)
    const after = line.charAt(offset + 1)
    const hasLetterBefore = /[\p{L}]/u.test(before)
    const hasLetterAfter = /\p{L}/u.test(after)
    if (hasLetterBefore && hasLetterAfter) return mark
    if (!hasLetterBefore && /[\p{L}\d]/u.test(after)) {
      open = true
      return ' '
    }
    if (open) {
      open = false
      return ' '
    }
    return hasLetterBefore && /[sSnNzx]/.test(before) ? mark : ' '
  })
}
