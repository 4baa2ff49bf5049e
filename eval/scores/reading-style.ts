import { withoutCentury, withRightEndings, withUnitOnce, withWholeRuns } from './number-style.ts'
import { plainWords } from './plain-words.ts'
import { isNumberWord, PART, withFigures } from './spoken-numbers.ts'

/**
 * Whether two readings of an English text say the same. Style is two ways in which careful readers say the same thing; every way is
 * a rule for a kind of writing, with a test, and never for one text. Everything else is a difference. Most of the rules were laid down
 * before any text of a test was read; those of `number-style.ts` and `short-forms.ts`, and what a test leaves as it is written, were
 * added after the half of the tests that may be looked at was.
 */
export type SemioticClass =
  | 'date'
  | 'time'
  | 'fraction'
  | 'code'
  | 'serial'
  | 'electronic'
  | 'letters'
  | 'clock'
  | 'mixed'
  | 'other'

/** Files of tests with sentences of every kind. */
const MIXED = new Set(
  'punctuation punctuation_match_input normalize_with_audio special_text range word whitelist'.split(
    ' ',
  ),
)

/** The kind of what a test calls a class, in any letter case. */
export function classNamed(name: string): SemioticClass {
  const lower = name.toLowerCase()
  if (lower === 'date' || lower === 'time' || lower === 'fraction' || lower === 'letters')
    return lower
  if (lower === 'electronic' || lower === 'serial') return lower
  if (MIXED.has(lower)) return 'mixed'
  return ['telephone', 'address', 'digit'].includes(lower) ? 'code' : 'other'
}

/** Whether two readings have the same words. */
export function hasSameWords(said: string, expected: string): boolean {
  return plainWords(said).join(' ') === plainWords(expected).join(' ')
}

/** Signs that readers may say or leave out where a test is silent, and what they say. */
export const SPOKEN_SIGNS: Readonly<Record<string, readonly string[]>> = {
  ...{ '-': ['to', 'minus', 'dash'], '–': ['to', 'minus', 'dash'], '—': ['to', 'dash'] },
  ...{ '−': ['minus'], '/': ['slash', 'or', 'over', 'per'], '&': ['and'], '#': ['number', 'hash'] },
  ...{ '+': ['plus', 'and'], '=': ['equals', 'is'], '×': ['times', 'by'], '*': ['times', 'star'] },
  ...{ '°': ['degrees', 'degree'], '%': ['percent'], '@': ['at'], '~': ['about', 'tilde'] },
  ...{ '<': ['less than', 'is less than'], '>': ['greater than', 'is greater than'] },
  ...{ x: ['by', 'times'], X: ['by', 'times'], _: ['underscore'], $: ['dollar', 'dollars'] },
  ...{ '£': ['pound', 'pounds'], '€': ['euro', 'euros'] },
  ...{ ':': ['to'], '±': ['plus or minus'], '√': ['square root of', 'the square root of'] },
}

/** Whether words are what a sign is said as. */
export function isSpokenSign(sign: string, said: string): boolean {
  return SPOKEN_SIGNS[sign]?.includes(plainWords(said).join(' ')) ?? false
}

/** Whether a name with capitals inside is said as its parts: "You Tube" is "YouTube", "Win H E C" is "WinHEC". */
export function isSameName(said: string, written: string): boolean {
  const letters = [...written].filter((letter) => /\p{L}/u.test(letter))
  const parts = plainWords(said)
  if (parts.join('') !== letters.join('').toLowerCase()) return false
  let at = 0
  const areOwn = parts.map((part, index) => {
    const own = letters[at] ?? ''
    at += part.length
    return index === 0 || /\p{Lu}/u.test(own)
  })
  return /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(written) && areOwn.every(Boolean)
}

/** Whether a number is said with its nought, or by its figures, where a test drops the nought or counts a long code. */
export function isLongForm(written: string, said: string, expected: string): boolean {
  if (!/^0\d$|^\d{7,}$/.test(written)) return false
  const figures = (reading: string): string =>
    FORMS.code(withFigures(withNoughts(plainWords(reading))).join(' ')).replace(/^0(?=\d$)/, '')
  return figures(said) === figures(expected)
}

/**
 * Whether two readings of a written text differ in style alone. A piece with signs, figures or capitals inside that the test
 * leaves as it is written is left open: nothing is demanded of it.
 */
export function isSameButStyle(
  said: string,
  expected: string,
  kind: SemioticClass,
  written = '',
): boolean {
  const open = withOpenPieces(withSilentStrokes(withoutTags(expected, written), written), written)
  return isSameTokenButStyle(withSilentStrokes(said, written), open, kind, written)
}

/** A tag that the test leaves where it stood is for a machine: no words are demanded of it. */
function withoutTags(expected: string, written: string): string {
  return expected.replace(/<\/?[a-z][^<>]{0,200}>/gi, (tag) => (written.includes(tag) ? ' ' : tag))
}

/** The same of one token of a sentence, of which all is demanded. */
export function isSameTokenButStyle(
  said: string,
  expected: string,
  kind: SemioticClass,
  written: string,
): boolean {
  if (kind === 'electronic' && spelledAddress(said) === spelledAddress(expected)) return true
  const demanded = readingsLeftOpen(expected).flatMap((reading) => [
    reading,
    reading.replace(SIGN_INSIDE, ` ${SIGN_LEFT} `),
  ])
  return kindsOf(kind, written).some((each) => {
    const own = canonical(said, each, written)
    return demanded.some((reading) => patternOf(canonical(reading, each, written)).test(own))
  })
}

function kindsOf(kind: SemioticClass, written: string): readonly SemioticClass[] {
  if (kind !== 'mixed') return [kind]
  const isCode = /^(?=\S*\p{L})(?=\S*\d)\S+$/u.test(written)
  return ['other', 'date', 'clock', 'fraction', ...(isCode ? (['serial'] as const) : [])]
}

/** What a reading must be like: its words, any words at open pieces, and a sign that was left as it is said or not. */
function patternOf(canonicalReading: string): RegExp {
  const pattern = canonicalReading
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replaceAll(new RegExp(` ?${OPEN} ?`, 'g'), ANY_WORDS)
    .replaceAll(
      new RegExp(` ?${SIGN_LEFT} ?`, 'g'),
      ' ?(?:to|minus|dash|slash|over|out ?of|or|and|divided ?by)? ?',
    )
  return new RegExp(`^${pattern}$`)
}

/** A hyphen, a dash or a stroke that a test leaves between the words that it reads: "five-ten", "twelve/five". */
const SIGN_INSIDE = /(?<=\p{L}) ?[-–/] ?(?=\p{L})/gu
const SIGN_LEFT = 'signleft'

/** Whether what has a stroke and is no part of a whole is said as its numbers: "nine eleven", "two thousand and six oh seven". */
export function isPairOfNumbers(said: string, written: string): boolean {
  if (!/^(?:9\/11|24\/7|50\/50|20\/20|(?:1[89]|20)\d\d\/(?:\d\d){1,2})$/.test(written)) return false
  return (
    FORMS.code(withFigures(withNoughts(plainWords(said))).join(' ')) === written.replace('/', '')
  )
}

/** A stroke between two words is named or is a short rest: "actor slash director", "actor director". */
function withSilentStrokes(reading: string, written: string): string {
  const isPair = /(?<![\p{L}\d.:/-])\p{L}+(?: ?\/ ?\p{L}+)+(?![\p{L}\d./-])/u.test(written)
  return isPair ? reading.replace(/\bslash\b/gi, '') : reading
}

const LEFT_AS_WRITTEN =
  /(?<!\p{L})(?:\p{Lu}{2,6}(?!\p{Ll}{2})|[A-Zb-df-hj-np-tv-xz][b-df-hj-np-tv-xz]{1,5}(?!['’]?\p{L})|usa(?!\p{L}))/gu
const OPEN = 'openpiece'
const ANY_WORDS = '.{0,120}?'

function withOpenPieces(expected: string, written: string): string {
  const pieces = new Set(written.split(/\s+/))
  return expected
    .split(/(\s+)/)
    .map((piece) => {
      const inside = piece.replace(/^[\p{P}]+|[.,;:!?)\]}"']+$/gu, '')
      const hasSigns = /[^\p{L}\p{N}'’-]|\d|\p{Ll}\p{Lu}/u.test(inside)
      // Phonetic letters, and words without a letter that English has: "ˈfɛɫt", "ÀÁ".
      const isForeign =
        /\p{L}/u.test(inside) && (/[\u0250-\u02ff]/.test(inside) || !/[a-z]/i.test(inside))
      return pieces.has(piece) && (hasSigns || isForeign) ? OPEN : piece
    })
    .join('')
}

/** Capitals, and letters without a vowel, that a reading leaves as they are may be a word or letters: both readings count. */
function readingsLeftOpen(expected: string): readonly string[] {
  const spelled = expected.replace(LEFT_AS_WRITTEN, (letters) => [...letters].join(' '))
  return spelled === expected ? [expected] : [expected, spelled]
}

/** The style table: one form for what may be said in several ways. */
const WORDS: Readonly<Record<string, string>> = {
  oh: 'zero',
  nought: 'zero',
  nil: 'zero',
  negative: 'minus',
  missus: 'mrs',
  misses: 'mrs',
  mister: 'mr',
  miz: 'ms',
  doctor: 'dr',
  versus: 'vs',
  hyphen: 'dash',
  hashtag: 'hash',
  centigrade: 'celsius',
  fourth: 'quarter',
  fourths: 'quarters',
  saint: 'st',
  street: 'st',
}
const PHRASES: readonly (readonly [pattern: RegExp, form: string])[] = [
  [/\bper cent\b/g, 'percent'],
  [/\bet cetera\b/g, 'etcetera'],
  // "eighty's" and "eighties" of the eighties.
  [/\b(\w+t)ys\b/g, '$1ies'],
  [/\bhash tag\b/g, 'hash'],
  // "N C double A" and "N C A A", "triple A".
  [/\bdouble ([a-z])\b/g, '$1 $1'],
  [/\btriple ([a-z])\b/g, '$1 $1 $1'],
  [/\b(\w*)metre(s?)\b/g, '$1meter$2'],
  [/\b(\w*)litre(s?)\b/g, '$1liter$2'],
  [/\b(\w*)gramme(s?)\b/g, '$1gram$2'],
  [/\bforward slash\b/g, 'slash'],
  [/\b(?:united states|u s|us) dollar(s?)\b/g, 'dollar$1'],
  [/\b(?:pounds? sterling|(?:british|sterling) pounds?)\b/g, 'pounds'],
  [/\b(\w+meters|\w+feet|feet|miles|meters) squared\b/g, 'square $1'],
  [/\b(\w+meters|feet|meters) cubed\b/g, 'cubic $1'],
  [/\b(?:is )?equal(?:s| to)\b/g, 'equals'],
  [/\bper ((?:square |cubic )?\w+)s\b/g, 'per $1'],
  [/\bmultiplied by\b/g, 'times'],
  [/\bplus minus\b/g, 'plus or minus'],
  [/\bis (less|greater) than\b/g, '$1 than'],
  [/\b(?:a|one) (half|quarter)\b/g, '$1'],
  // Units whose letters newsreaders say as often as the words.
  [/\brevolutions? per minute\b/g, 'r p m'],
  [/\bpounds? per square inch\b/g, 'p s i'],
  [/\bcubic centimeters?\b/g, 'c c'],
  [/\b(k|m|g|t)(?:ilo|ega|iga|era)bytes?\b/g, '$1 b'],
  [/\bmetric tons?\b/g, 'tonnes'],
  [/\btonne\b/g, 'tonnes'],
  [/\b(kilo|mega|giga) (?=\w{3})/g, '$1'],
  // "half a kilogram", "one half kilograms", "three quarters of a mile"
  [
    /\b(half|(?:quarter|third|fifth|sixth|seventh|eighth|ninth|tenth|sixteenth)s?) (?:of )?(?:an? )?(\w{2,}?)s?\b/g,
    '$1 $2',
  ],
  [/\ba (hundred|thousand|million|billion)\b/g, 'one $1'],
]
const MEASURE_NAME =
  /(?<=(?:\d|hundred|thousand|million|billion|trillion) (?:(?:square|cubic|us) )?)(dollar|pound|euro|degree|mile|\w*meter|yard|acre|\w*gram|ton|year|minute|hour)s\b/g
const MONTH =
  'january|february|march|april|may|june|july|august|september|october|november|december'
const ORDINAL =
  '(?:\\d+ )?(?:first|second|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\\w+teenth|\\w+tieth)'

/** In a spelled address the words of other styles are parts of names, and the letter o and a nought sound alike. */
function canonicalAddress(reading: string): string {
  const words = plainWords(reading).map((word) => WORDS_OF_ADDRESSES[word] ?? word)
  return FORMS.electronic(withFigures(words).join(' ')).replaceAll('0', 'o')
}

/** All of an address letter by letter, its figures and signs too: "f o u r d a s h u" is "four dash U". */
function spelledAddress(reading: string): string {
  const words = plainWords(reading).join('').replaceAll('zero', 'oh').replaceAll('hyphen', 'dash')
  return FORMS.electronic(words).replaceAll('oh', 'o')
}

const WORDS_OF_ADDRESSES: Readonly<Record<string, string>> = {
  ...{ oh: 'zero', hyphen: 'dash', hashtag: 'hash' },
}

function canonical(reading: string, kind: SemioticClass, written: string): string {
  if (kind === 'electronic')
    return canonicalAddress(
      reading.replace(/\bforward slash\b/gi, 'slash').replace(/\bhash tag\b/gi, 'hash'),
    )
  // In a code a comma parts numbers: "thirty, four" is not thirty four.
  const parts = kind === 'code' ? reading.split(',') : [reading]
  const figures = parts.map(inFigures).join(' ').trim()
  const joined = [withWholeRuns, withRightEndings, withoutCentury]
    .reduce((text, step) => step(text, written), figures)
    // "two dollars and ten cents", "twelve and a half"
    .replace(
      /(?<=(?:\d|dollars?|pounds?|euros?|naira|feet|foot|hours?|minutes?|percent) )and (?=\d|half|quarter)/g,
      '',
    )
    // "one hundred and first"
    .replace(new RegExp(`(?<=\\d )and (?=${ORDINAL}\\b)`, 'g'), '')
    .replace(/(?<![\d.] ?)\b0 (?=point\b)/g, '')
    // "a ten million dollar contract" or "dollars": before a noun, a measure may have no plural.
    .replace(MEASURE_NAME, '$1')
    .replace(new RegExp(`\\bthe (?=${ORDINAL}\\b)`, 'g'), '')
    .replace(/(?<=\d )x\b/g, 'times')
  return FORMS[kind](withUnitOnce(joined))
}

/** Words of one style, their numbers in figures. */
function inFigures(reading: string): string {
  const single = plainWords(reading).map((word) => WORDS[word] ?? word)
  const phrased = PHRASES.reduce((text, [from, to]) => text.replace(from, to), single.join(' '))
  return withFigures(withNoughts(phrased.split(' '))).join(' ')
}

/** A letter o, or a row of them, among figures is a nought. */
function withNoughts(words: readonly string[]): readonly string[] {
  const isFigure = (word: string | undefined): boolean => isNumberWord(word) || word === 'point'
  const out = [...words]
  const turn = (at: number, beside: string | undefined): void => {
    if (out[at] === 'o' && isFigure(beside)) out[at] = 'zero'
  }
  for (const at of out.keys()) turn(at, out[at - 1])
  for (const at of [...out.keys()].reverse()) turn(at, out[at + 1])
  return out
}

const FORMS: Readonly<Record<SemioticClass, (text: string) => string>> = {
  other: (text) => text,
  letters: (text) => text,
  mixed: (text) => text,
  clock: (text) =>
    text
      .replace(/\boclock\b ?/g, '')
      .replace(/\b([ap])m\b/g, '$1 m')
      .trim(),
  date: (text) =>
    text
      .replace(new RegExp(`\\b(${ORDINAL}) (?:of )?(${MONTH})\\b`, 'g'), '$2 $1')
      // Years of this century: "two thousand five" and "twenty oh five", "two thousand ten" and "twenty ten".
      .replace(/\b20 0? ?(\d{1,2})\b/g, (_, rest: string) => `20${rest.padStart(2, '0')}`)
      .replace(/\b(ad|bc|bce|ce)\b/g, (era) => [...era].join(' ')),
  time: (text) =>
    text
      .replace(/\b(?:oclock|hours?|minutes?|seconds?|and)\b|\b00 hours/g, '')
      .replace(/\b(\d{1,2})00\b/g, '$1')
      .replace(/\b([ap])m\b/g, '$1 m')
      // The first hour of the day: "zero thirty", "twelve thirty A M".
      .replace(/\bmidnight\b/g, '12 a m')
      .replace(/^0 ?(?=[1-5]\d$)/, '12 ')
      .replace(/^(12 [1-5]\d) a m$/, '$1')
      // "oh five" of "three oh five", and "five minutes" after "three hours".
      .replace(/\b0 +(?=\d\b)/g, '')
      .replace(/ {2,}/g, ' ')
      // "eighteen hours zero minutes and zero seconds" of 18:00:00.
      .replace(/(?<=\d)(?: 0)+(?=$| [a-z]$)/, '')
      .trim(),
  fraction: (text) =>
    text
      .replace(/\b(\d+) (?:over|out of|divided by) (\d+)\b/g, '$1/$2')
      .replace(/\b(\d+) zeroths?\b/g, '$1/0')
      // "two twelve thousand six hundred and fortieths"
      .replace(
        /\b(\d+) (\d+00) (?:and )?(\w+?)s?\b/g,
        (match: string, top: string, hundreds: string, small: string) => {
          const value = Number(PART[small])
          return value < 100 ? `${top}/${Number(hundreds) + value}` : match
        },
      )
      // "one two hundredth", "two twenty firsts"
      .replace(
        /\b(\d+) (\d+) (hundred|thousand)ths?\b/g,
        (_, top: string, count: string, scale: string) =>
          `${top}/${Number(count) * (scale === 'hundred' ? 100 : 1000)}`,
      )
      .replace(
        /\b(\d+) (\d*[2-9]0) (first|second)s?\b/g,
        (_, top: string, tens: string, unit: string) => {
          return `${top}/${Number(tens) + (unit === 'first' ? 1 : 2)}`
        },
      )
      // "three forty fifths", "a third"
      .replace(
        /\b(\d+) (\d*0) (third|quarter|fifth|sixth|seventh|eighth|ninth)s?\b/g,
        (_, top: string, tens: string, unit: string) =>
          `${top}/${Number(tens) + Number(PART[unit])}`,
      )
      .replace(/(?<=\d )and (?=an? \w+(?:d|th)\b)/g, '')
      .replace(/\ban? (?=\w+(?:d|th)\b)/g, '1 ')
      .replace(
        /(?:\b(\d+) )?\b(half|halves|quarters?|thirds?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|elevenths?|twelfths?|\w+teenths?|\w+tieths?|hundredths?|thousandths?)\b/g,
        (_, top: string | undefined, bottom: string) =>
          `${top ?? 1}/${PART[bottom.replace(/s$/, '')] ?? bottom.replace(/s$/, '')}`,
      ),
  // Figures of a code are said one by one, in pairs or as a number.
  code: (text) =>
    text
      .replace(/\boh?\b/g, '0')
      .replace(/(?<=\d) (?=\d)/g, '')
      .replace(/\bdouble (\d)/g, '$1$1')
      .replace(/\btriple (\d)/g, '$1$1$1'),
  // Letters of a serial number that stand together are said one by one all the same.
  serial: (text) => text.replaceAll(' ', ''),
  // An address on the Internet is said or spelled, and its beginning left out or not.
  electronic: (text) =>
    text
      .replaceAll(' ', '')
      .replace(/^(?:https?|ftp|file)colon(?:slashslash|doubleslash)/, '')
      .replace(/^(?:slash)+/, '')
      .replace(/^wwwdot/, '')
      .replace(/period|point/g, 'dot')
      .replaceAll('ampersand', 'and')
      .replace(/equals?(?:to|sign)?/g, 'equals')
      .replace(/(?:number|pound)sign/g, 'hash')
      // Signs that Britain and America name apart.
      .replace(/(?:open|left)paren(?:thesis)?/g, 'openbracket')
      .replace(/(?:close|right)paren(?:thesis)?/g, 'closebracket')
      .replaceAll('exclamationpoint', 'exclamationmark')
      // "J P G" and "jay peg"
      .replaceAll('jpeg', 'jpg')
      .replaceAll('dollarsign', 'dollar')
      .replaceAll('percentsign', 'percent')
      // The stroke at the end of an address is mostly left out.
      .replace(/slash$/, ''),
}
