import { foldText } from '#shared/fold-text.ts'
import { LANGUAGES } from '#shared/languages/languages.ts'

/** A text that begins with a name and a colon. */
export interface NamedText {
  readonly name: string
  /** In brackets behind the name: "laughing". */
  readonly direction?: string
  /** What is said; empty where the name stands alone. */
  readonly words: string
  /** Whether it looks like a name, so that a person need not confirm it where it comes again. */
  readonly isLikely: boolean
}

/** [Name]: or (Name): or Name: or Name (laughing): with the colon of ASCII, of full width or of Ethiopic (preface colon). */
const NAMED =
  /^[\s\u200e\u200f\ufeff]*(?:\[(?<square>[^\][:]{1,60})\]|\((?<round>[^)(:]{1,60})\)|(?<plain>[^:：፦\][()]{1,60}?))\s*(?:\((?<aside>[^)]{1,80})\)|\[(?<squareAside>[^\]]{1,80})\])?\s*[:：፦](?<gap>\s*)(?<words>.*)$/su

/** A word of a name: it begins with a capital, a figure or a letter of a script without capitals. */
const NAME_WORD = /^[“"']?(?:\p{Lu}|\p{Lt}|\p{Lo}|\d)/u
/** Words within names: "Queen of Kano", "Ade and Bola". */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'of the and & de da di van von al el bin ibn la le na ta'.split(' '),
)
/** What stands before a colon and is no name. */
const LABELS: ReadonlySet<string> = new Set(
  `note notes nb ps warning caution tip hint example question answer subject date time to from re cc bcc tel phone mobile email e-mail mail
  address website web url link total summary conclusion introduction chapter part scene section act step title author source figure table
  ingredients remember important update breaking result results reason attention news today tomorrow monday tuesday wednesday thursday
  friday saturday sunday http https ftp mailto price cost`.split(/\s+/),
)
const MOST_WORDS = 4
/** Brackets of Griot's own markup. */
const MARKUP_NAME = new RegExp(
  `^/?(?:pause|say|ipa|spell|${LANGUAGES.map(({ code }) => code).join('|')})$`,
  'i',
)

/**
 * Finds "Name: words". Undefined for a text that has no colon in the right place, for times ("12:30: news"), addresses ("https://…") and
 * Griot's markup.
 */
export function namedText(text: string): NamedText | undefined {
  const groups = NAMED.exec(text)?.groups
  if (!groups) return undefined
  const { square, round, plain, aside, squareAside, gap = '', words = '' } = groups
  const name = (square ?? round ?? plain ?? '').trim().replaceAll(/\s+/g, ' ')
  if (!/\p{L}/u.test(name) || MARKUP_NAME.test(name)) return undefined
  // "At 10:30", "https://…": the colon belongs to what follows.
  if (gap === '' && /^[\d/]/.test(words)) return undefined
  const direction = (aside ?? squareAside)?.trim()
  return {
    name,
    words: words.trim(),
    isLikely: isLikelyName(name),
    ...(direction && { direction }),
  }
}

/**
 * A name as it is compared: in any letter case and any normal form of Unicode.
 * @example `foldName(' LUCY ')` is `'lucy'`.
 */
export function foldName(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

/**
 * The keys by which the speakers of a script are told apart. Marks that a writer has left out in one place make no other speaker:
 * "Bisi" is "Bísí" where the script has one such name alone. Names with different marks, such as "Olú" and "Òlú", are two; which of them
 * "Olu" is then, nobody can tell, so that it is a third.
 * @example `speakerKeys(['Bísí', 'BISI'])('Bisi')` is `'bísí'`.
 */
export function speakerKeys(names: Iterable<string>): (name: string) => string {
  const byLetters = Map.groupBy(new Set([...names].map(foldName)), foldText)
  return (name) => {
    const folded = foldName(name)
    const more = (byLetters.get(foldText(folded)) ?? []).filter((other) =>
      hasMarksOf(other, folded),
    )
    const fullest = more.filter(
      (one) => !more.some((other) => other !== one && hasMarksOf(other, one)),
    )
    const [only, another] = fullest
    return only !== undefined && another === undefined ? only : folded
  }
}

/** Whether every letter of `full` has the marks of that of `name`, and perhaps more. The letters without marks are the same. */
function hasMarksOf(full: string, name: string): boolean {
  const [some, all] = [lettersOf(name), lettersOf(full)]
  return some.every((letter, at) => [...letter].every((mark) => all[at]?.includes(mark)))
}

function lettersOf(name: string): readonly string[] {
  return name.normalize('NFD').match(/\P{M}\p{M}*/gu) ?? []
}

function isLikelyName(name: string): boolean {
  // A full stop only behind a short word: "Dr. Ada".
  if (/[!?,;/\\@<>=*“”"]|\p{L}{5,}\.|\.$/u.test(name)) return false
  const words = name.split(' ')
  if (words.length > MOST_WORDS || LABELS.has(foldName(words[0] ?? '').replace(/\.$/, '')))
    return false
  return (
    /^\p{L}/u.test(name) &&
    words.every((word, index) => NAME_WORD.test(word) || (index > 0 && SMALL_WORDS.has(word)))
  )
}
