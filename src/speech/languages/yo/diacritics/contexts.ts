/** A 32-bit number for a string: FNV-1a over its UTF-16 units, from `start`. */
export function hash(text: string, start = 0x811c9dc5): number {
  let value = start
  for (let at = 0; at < text.length; at++)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

/** A weight's number: that of its context and of the choice among the forms or marks. */
export function choiceKey(context: number, choice: number): number {
  let value = Math.imul(context ^ Math.imul(choice + 1, 0x9e3779b1), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/**
 * Context features of the word at `at`: the forms chosen before it and the words without marks after it, alone and in
 * pairs, and their endings. Returns hashed features of this word.
 */
export function wordContexts(
  plain: readonly string[],
  chosen: readonly string[],
  at: number,
): readonly number[] {
  const start = hash(plain[at] ?? '')
  const before = chosen[at - 1] ?? '<'
  const beforeThat = chosen[at - 2] ?? '<'
  const after = plain[at + 1] ?? '>'
  const afterThat = plain[at + 2] ?? '>'
  return [
    `|a${before}`,
    `|b${after}`,
    `|c${beforeThat}`,
    `|d${afterThat}`,
    `|e${before} ${after}`,
    `|f${beforeThat} ${before}`,
    `|g${after} ${afterThat}`,
    `|h${after.slice(0, 1)}`,
    `|i${after.slice(-2)}`,
    `|j${before.slice(-2)}`,
    `|k${before.slice(0, 1)}`,
  ].map((context) => hash(context, start))
}

/** Context features of the letter at `at` in a word that is not in the lexicon: letters around it, marks before it. */
export function letterContexts(
  letters: readonly string[],
  marks: readonly number[],
  at: number,
): readonly number[] {
  const near = (from: number, to: number): string => {
    let text = ''
    for (let index = at + from; index <= at + to; index++) text += letters[index] ?? '_'
    return text
  }
  const before = `${marks[at - 2] ?? '_'}${marks[at - 1] ?? '_'}`
  const previous = lastMarkBefore(marks, letters, at)
  return [
    `§a${near(0, 0)}`,
    `§b${near(-1, 1)}`,
    `§c${near(-2, 2)}`,
    `§d${near(-3, 0)}${before}`,
    `§e${near(-2, 0)}${before}`,
    `§f${near(0, 3)}`,
    `§g${near(0, 2)}${previous}`,
    `§h${near(0, 1)}${at}`,
    `§i${near(0, 1)}${letters.length - at}`,
    `§j${near(-4, 0)}${before}`,
    `§k${near(0, 4)}`,
    `§l${near(-3, 3)}`,
    `§m${near(0, 0)}${previous}${letters.length - at < 2}`,
  ].map((context) => hash(context))
}

const VOWEL = /[aeiou]/

/** The mark of the last vowel before `at`. */
function lastMarkBefore(marks: readonly number[], letters: readonly string[], at: number): string {
  for (let index = at - 1; index >= 0 && index >= at - 3; index--)
    if (VOWEL.test(letters[index] ?? '')) return `${letters[index]}${marks[index]}`
  return '_'
}
