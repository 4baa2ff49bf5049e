/** Counts over lines of Yoruba with marks, restored and as they were given to the restorer. */
export interface DiacriticCounts {
  readonly words: number
  readonly wordsRight: number
  /** Words that were right before anything was restored. */
  readonly wordsRightAsGiven: number
  /** Words that the reference gives a mark: a careless writer leaves others bare, and says nothing with that. */
  readonly markedWords: number
  readonly markedWordsRight: number
  /** Letters that can carry a mark. */
  readonly letters: number
  readonly lettersWrong: number
  readonly lettersWrongAsGiven: number
  /** Lines in which another letter than a mark was changed. */
  readonly linesChanged: number
}

/** Letters that carry a tone mark, an under-dot, or both in Yoruba; g and h in English names with ṣ written sh. */
const CARRIES_MARKS = /^[aeioumnsṣgh]/

/** Counts words and diacritics that are right, line by line; lines are compared in NFC without white space at their ends. */
export function countDiacritics(
  references: readonly string[],
  restored: readonly string[],
  given: readonly string[],
): DiacriticCounts {
  const counts = references.map((line, at) =>
    countLine(tidy(line), tidy(restored[at] ?? ''), tidy(given[at] ?? '')),
  )
  return counts.reduce(plus, NONE)
}

const NONE: DiacriticCounts = {
  ...{ words: 0, wordsRight: 0, wordsRightAsGiven: 0, markedWords: 0, markedWordsRight: 0 },
  ...{ letters: 0, lettersWrong: 0, lettersWrongAsGiven: 0, linesChanged: 0 },
}

function plus(a: DiacriticCounts, b: DiacriticCounts): DiacriticCounts {
  return {
    words: a.words + b.words,
    wordsRight: a.wordsRight + b.wordsRight,
    wordsRightAsGiven: a.wordsRightAsGiven + b.wordsRightAsGiven,
    markedWords: a.markedWords + b.markedWords,
    markedWordsRight: a.markedWordsRight + b.markedWordsRight,
    letters: a.letters + b.letters,
    lettersWrong: a.lettersWrong + b.lettersWrong,
    lettersWrongAsGiven: a.lettersWrongAsGiven + b.lettersWrongAsGiven,
    linesChanged: a.linesChanged + b.linesChanged,
  }
}

function countLine(reference: string, restored: string, given: string): DiacriticCounts {
  const [words, restoredWords, givenWords] = [wordsOf(reference), wordsOf(restored), wordsOf(given)]
  const [letters, restoredLetters, givenLetters] = [
    lettersOf(reference),
    lettersOf(restored),
    lettersOf(given),
  ]
  const marked = letters.flatMap((letter, at) => (CARRIES_MARKS.test(letter) ? [at] : []))
  const wrongIn = (others: readonly string[]): number =>
    marked.filter((at) => canonical(letters[at]!) !== canonical(others[at] ?? '')).length
  const isChanged =
    letters.length !== restoredLetters.length ||
    letters.some((letter, at) => letter[0] !== restoredLetters[at]?.[0])
  const isRight = (word: string, at: number): boolean =>
    words.length === restoredWords.length && spelling(word) === spelling(restoredWords[at]!)
  const isMarked = (word: string): boolean => word !== withoutMarks(word)
  return {
    words: words.length,
    wordsRight: words.filter(isRight).length,
    wordsRightAsGiven: words.filter((word, at) => givenWords[at] === word).length,
    markedWords: words.filter(isMarked).length,
    markedWordsRight: words.filter((word, at) => isMarked(word) && isRight(word, at)).length,
    letters: marked.length,
    lettersWrong: wrongIn(restoredLetters),
    lettersWrongAsGiven: wrongIn(givenLetters),
    linesChanged: Number(isChanged),
  }
}

/** Text without tone marks, under-dots and all other combining marks. */
export function withoutMarks(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

/** Text with its under-dots, but without its tones. */
export function withoutTones(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300\u0301\u0304]/g, '')
    .normalize('NFC')
}

/** Text with its tones, but without its under-dots, as from a keyboard that has accents and no dots. */
export function withoutDots(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0323\u0329\u0331]/g, '')
    .normalize('NFC')
}

/** Every second word as it is, the others without marks. */
export function withHalfOfMarks(text: string): string {
  return text
    .split(' ')
    .map((word, at) => (at % 2 === 0 ? word : withoutMarks(word)))
    .join(' ')
}

/** Tone marks for each of the letters a, e, i, o, u. */
export function tonesPerVowel(text: string): number {
  const letters = text.normalize('NFD')
  return (letters.match(/[\u0300\u0301]/g)?.length ?? 0) / (letters.match(/[aeiou]/gi)?.length ?? 0)
}

const tidy = (line: string): string => line.normalize('NFC').trim()

const wordsOf = (line: string): readonly string[] =>
  line
    .toLowerCase()
    .split(/[^\p{L}\p{M}'’-]+/u)
    .filter(Boolean)

/** Letters with their marks, decomposed. */
const lettersOf = (line: string): readonly string[] =>
  line
    .toLowerCase()
    .normalize('NFD')
    .match(/\p{L}[\u0300-\u036f]*/gu) ?? []

/** U+0329 under a letter is the same mark as U+0323; a mid tone may be written as U+0304 or left out. */
const canonical = (letter: string): string =>
  [...letter.replace(/\u0329/g, '\u0323').replace(/\u0304/g, '')].sort().join('')

const spelling = (word: string): string => lettersOf(word).map(canonical).join()
