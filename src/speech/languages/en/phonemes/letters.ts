import { type ArpabetPhone, parseSounds, withStress } from './arpabet.ts'

const LETTER_NAMES: Readonly<Record<string, string>> = {
  a: 'EY1',
  b: 'B IY1',
  c: 'S IY1',
  d: 'D IY1',
  e: 'IY1',
  f: 'EH1 F',
  g: 'JH IY1',
  h: 'EY1 CH',
  i: 'AY1',
  j: 'JH EY1',
  k: 'K EY1',
  l: 'EH1 L',
  m: 'EH1 M',
  n: 'EH1 N',
  o: 'OW1',
  p: 'P IY1',
  q: 'K Y UW1',
  r: 'AA1 R',
  s: 'EH1 S',
  t: 'T IY1',
  u: 'Y UW1',
  v: 'V IY1',
  w: 'D AH1 B AH0 L Y UW0',
  x: 'EH1 K S',
  y: 'W AY1',
  z: 'Z IY1',
}

/** Letters whose name begins with a vowel: before them the article is "an", so an "a" is itself a letter. */
const VOWEL_NAMES = /^[aefhilmnorsx]$/

/** Acronyms that begin with A, as separated letters: their "a" is no article. */
const A_ACRONYMS = new Set(
  [
    ...['abc', 'abu', 'ac', 'ad', 'adb', 'adc', 'adhd', 'agm', 'api', 'apc', 'apga', 'apk', 'apr'],
    ...['atm', 'au', 'avi', 'aws', 'act', 'acp', 'atc', 'agip', 'ab', 'abv', 'apa', 'aqa', 'atp'],
    ...[
      'adf',
      'adp',
      'acn',
      'actu',
      'aba',
      'abt',
      'apv',
      'aka',
      'asap',
      'aim',
      'auv',
      'adr',
      'apt',
    ],
  ].map((name) => [...name].join(' ')),
)

/** After these an "a" is always the letter: "vitamin a deficiency", "the a team". */
const NAMED_BY_LETTER = new Set([
  'an',
  'another',
  'appendix',
  'exhibit',
  'grade',
  'hepatitis',
  'influenza',
  'the',
  'vitamin',
])

/** No noun phrase begins with an article and one of these: "plan a is ready", "from a to z". */
const NEVER_AFTER_ARTICLE = new Set([
  'and',
  'are',
  'but',
  'from',
  'had',
  'has',
  'if',
  'is',
  'of',
  'or',
  'the',
  'to',
  'was',
  'were',
])

/** The name of a letter ("w" → double u), with a possessive or plural s where there is one ("c's"); undefined for any other word. */
export function letterName(word: string): readonly ArpabetPhone[] | undefined {
  const name = LETTER_NAMES[word.slice(0, 1)]
  if (name === undefined) return undefined
  if (word.length === 1) return parseSounds(name)
  if (!/^[a-z]'s$/.test(word)) return undefined
  return parseSounds(`${name} ${/[szxh]/.test(word.slice(0, 1)) ? 'AH0 Z' : 'Z'}`)
}

/** Letter by letter, for words that cannot be read ("nnpc"); only the last name has the main stress. */
export function spelledOut(word: string): readonly ArpabetPhone[] {
  const letters = [...word].filter((letter) => Object.hasOwn(LETTER_NAMES, letter))
  return letters.flatMap((letter, index) => {
    const name = parseSounds(LETTER_NAMES[letter] ?? '')
    return index === letters.length - 1 ? name : name.map(weakened)
  })
}

/** Two to five letters without a vowel: nobody reads them as a word. */
export function isUnreadable(word: string): boolean {
  return /^[bcdfghjklmnpqrstvwxz]{2,5}$/.test(word)
}

/** Whether the word "a" at `index` is the letter and not the article. `breaksAfter` says where a pause follows. */
export function isLetterA(
  words: readonly string[],
  index: number,
  breaksAfter: (index: number) => boolean,
): boolean {
  const last = index === words.length - 1 || breaksAfter(index)
  const previous = index > 0 && !breaksAfter(index - 1) ? words[index - 1] : undefined
  if (last) return words.length > 1
  if (previous !== undefined && NAMED_BY_LETTER.has(previous)) return true
  if (isLetter(previous) && previous !== 'i' && previous !== 'a') return true
  const next = words[index + 1]
  if (next === undefined || NEVER_AFTER_ARTICLE.has(next)) return true
  if (!isLetter(next)) return false
  return VOWEL_NAMES.test(next) || startsAcronym(words, index)
}

function startsAcronym(words: readonly string[], index: number): boolean {
  const following = words.slice(index)
  const end = following.findIndex((word) => !isLetter(word.replace(/'s$/, '')))
  const run = following.slice(0, end === -1 ? undefined : end)
  return A_ACRONYMS.has(run.join(' ').replace(/'s$/, ''))
}

function isLetter(word: string | undefined): word is string {
  return word !== undefined && /^[a-z]$/.test(word)
}

function weakened(sound: ArpabetPhone): ArpabetPhone {
  return sound.endsWith('1') ? withStress(sound, 2) : sound
}
