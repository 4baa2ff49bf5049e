import type { Tone } from '#speech/utterance.ts'

/** A letter of a Hausa word and what the marks over it say. */
export interface HausaLetter {
  /** a to z, ɓ ɗ ƙ ƴ or an apostrophe. */
  readonly letter: string
  readonly tone?: Tone
  readonly long: boolean
  /** r̃, the rolled r of scholarly spelling. */
  readonly rolled: boolean
}

/** A word as letters; `key` is how a lexicon lists it: small letters without marks, vowels single. */
export interface Spelling {
  readonly key: string
  readonly letters: readonly HausaLetter[]
  /** A grave, circumflex or caron: vowels without one are then high, as scholars write. */
  readonly marksTone: boolean
  /** A macron, a length mark or a doubled vowel: vowels without one are then short. */
  readonly marksLength: boolean
  /** Every rolled r has its tilde, as in the lexicon: the others are flaps. */
  readonly marksRoll: boolean
  /** The letters without their marks and before doubled vowels were joined: what an English reader sees. */
  readonly written: string
  /** Marks of tone, length or r: the word is written as scholars write. */
  readonly isMarked: boolean
}

const VOWELS = 'aeiou'
const TONES: Readonly<Record<string, Tone>> = {
  '\u0300': 'L',
  '\u0301': 'H',
  '\u0302': 'HL',
  '\u030c': 'LH',
}
const LENGTH = new Set(['\u0304', 'ː', ':'])
const TILDE = '\u0303'
/** Dots, lines and commas below, as older books and other keyboards write the hook. */
const HOOK_MARKS = new Set(['\u0323', '\u0326', '\u0327', '\u0331', '\u0309', '\u0321'])
const HOOKED: Readonly<Record<string, string>> = { b: 'ɓ', d: 'ɗ', k: 'ƙ', y: 'ƴ' }
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  ɖ: 'ɗ',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  ŋ: 'ng',
  ɲ: 'ny',
  ɛ: 'e',
  ɔ: 'o',
  ə: 'a',
  ǝ: 'a',
  ı: 'i',
  ł: 'l',
  þ: 't',
  ð: 'd',
  ɽ: 'r',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  ʻ: "'",
}

/** Letters of a word in any Unicode spelling, in time linear in its marks. Without a letter that can be read it is empty. */
export function readSpelling(word: string): Spelling {
  const letters: HausaLetter[] = []
  for (const character of word.normalize('NFD').toLowerCase()) {
    const last = letters.at(-1)
    const marked = last && withMark(last, character)
    if (marked) letters[letters.length - 1] = marked
    else for (const letter of OTHER_LETTERS[character] ?? character) addLetter(letters, letter)
  }
  const hooked = trimApostrophes(hookApostrophes(letters))
  const joined = joinVowels(hooked)
  return {
    key: joined.map(({ letter }) => letter).join(''),
    letters: joined,
    marksTone: joined.some(({ tone }) => tone !== undefined && tone !== 'H'),
    marksLength: joined.some(({ long }) => long),
    marksRoll: false,
    written: hooked.map(({ letter }) => letter).join(''),
    isMarked: hooked.some(({ tone, long, rolled }) => tone !== undefined || long || rolled),
  }
}

/** Whether `letter` is one of the five vowels, without marks. False for undefined, the end of a word. */
export function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && VOWELS.includes(letter)
}

function addLetter(letters: HausaLetter[], letter: string): void {
  if (/^[a-zɓɗƙƴ']$/.test(letter)) letters.push({ letter, long: false, rolled: false })
}

/** The letter with the mark, or undefined where the character is no mark. The last of many tones counts. */
function withMark(letter: HausaLetter, mark: string): HausaLetter | undefined {
  const tone = TONES[mark]
  if (isVowel(letter.letter) && tone) return { ...letter, tone }
  if (isVowel(letter.letter) && LENGTH.has(mark)) return { ...letter, long: true }
  if (letter.letter === 'r' && mark === TILDE) return { ...letter, rolled: true }
  const hooked = HOOKED[letter.letter]
  if (hooked && HOOK_MARKS.has(mark)) return { ...letter, letter: hooked }
  return undefined
}

/** k', b' and d' before a vowel, and 'y, are the hooked letters of a keyboard without them. */
function hookApostrophes(letters: readonly HausaLetter[]): readonly HausaLetter[] {
  const hooked: HausaLetter[] = []
  for (const [index, letter] of letters.entries()) {
    const previous = hooked.at(-1)
    const replaced = previous && HOOKED[previous.letter]
    const isHook = letter.letter === "'" && isVowel(letters[index + 1]?.letter)
    if (isHook && replaced && !isGlottalStop(letters, index))
      hooked[hooked.length - 1] = { ...previous, letter: replaced }
    else if (letter.letter === 'y' && previous?.letter === "'")
      hooked[hooked.length - 1] = { ...letter, letter: 'ƴ' }
    else hooked.push(letter)
  }
  return hooked
}

/** Arabic words in which a glottal stop follows b or d: bid'a, rub'i, sub'i. */
function isGlottalStop(letters: readonly HausaLetter[], index: number): boolean {
  const around = letters.slice(Math.max(0, index - 3), index + 2).map(({ letter }) => letter)
  return /^(?:bid'a|rub'i|sub'i)$/.test(around.join(''))
}

/** "aa" is a long a. */
function joinVowels(letters: readonly HausaLetter[]): readonly HausaLetter[] {
  const joined: HausaLetter[] = []
  for (const letter of letters) {
    const previous = joined.at(-1)
    const isSame = isVowel(letter.letter) && previous?.letter === letter.letter
    if (!isSame) joined.push(letter)
    else joined[joined.length - 1] = longOf(previous, letter)
  }
  return joined
}

function longOf(first: HausaLetter, second: HausaLetter): HausaLetter {
  const falls = (first.tone ?? 'H') === 'H' && second.tone === 'L'
  const tone = falls ? 'HL' : (first.tone ?? second.tone)
  return tone ? { ...first, tone, long: true } : { ...first, long: true }
}

function trimApostrophes(letters: readonly HausaLetter[]): readonly HausaLetter[] {
  const first = letters.findIndex(({ letter }) => letter !== "'")
  const last = letters.findLastIndex(({ letter }) => letter !== "'")
  return first === -1 ? [] : letters.slice(first, last + 1)
}
