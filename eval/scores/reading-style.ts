import { isNumberWord, withFigures } from './spoken-numbers.ts'

/**
 * Whether two readings of an English text say the same. What counts as style was laid down before any text of a test was
 * read: two ways in which careful readers say the same thing. Everything else is a difference.
 */
export type SemioticClass =
  | 'date'
  | 'time'
  | 'fraction'
  | 'code'
  | 'serial'
  | 'electronic'
  | 'letters'
  | 'other'

/** The kind of what a test calls a class, in any letter case. */
export function classNamed(name: string): SemioticClass {
  const lower = name.toLowerCase()
  if (lower === 'date' || lower === 'time' || lower === 'fraction' || lower === 'letters')
    return lower
  if (lower === 'electronic' || lower === 'serial') return lower
  return ['telephone', 'address', 'digit'].includes(lower) ? 'code' : 'other'
}

/** The words of a reading in small letters, without punctuation. */
export function plainWords(reading: string): readonly string[] {
  return reading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/_letter\b|(?<![\p{L}\d])sil(?![\p{L}\d])/gu, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
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
  ...{ ':': ['to'], '±': ['plus or minus'], '√': ['square root of', 'the square root of'] },
}

/** Whether words are what a sign is said as. */
export function isSpokenSign(sign: string, said: string): boolean {
  return SPOKEN_SIGNS[sign]?.includes(plainWords(said).join(' ')) ?? false
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
  const own = canonical(said, kind)
  return readingsLeftOpen(withOpenPieces(expected, written)).some((reading) => {
    const [first = '', ...others] = canonical(reading, kind)
      .split(new RegExp(` ?${OPEN} ?`))
      .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    return new RegExp(`^${[first, ...others].join(ANY_WORDS)}$`).test(own)
  })
}

const OPEN = 'openpiece'
const ANY_WORDS = '.{0,120}?'

function withOpenPieces(expected: string, written: string): string {
  const pieces = new Set(written.split(/\s+/))
  return expected
    .split(/(\s+)/)
    .map((piece) => {
      const inside = piece.replace(/^[\p{P}]+|[.,;:!?)\]}"']+$/gu, '')
      const hasSigns = /[^\p{L}\p{N}'’-]|\d|\p{Ll}\p{Lu}/u.test(inside)
      return pieces.has(piece) && hasSigns ? OPEN : piece
    })
    .join('')
}

/** Capitals that a reading leaves as they are may be a word or letters: both readings count. */
function readingsLeftOpen(expected: string): readonly string[] {
  const spelled = expected.replace(/(?<!\p{L})\p{Lu}{2,6}(?!\p{Ll}{2})/gu, (capitals) =>
    [...capitals].join(' '),
  )
  return spelled === expected ? [expected] : [expected, spelled]
}

/** The style table: one form for what may be said in several ways. */
const WORDS: Readonly<Record<string, string>> = {
  oh: 'zero',
  nought: 'zero',
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
  [/\bhash tag\b/g, 'hash'],
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
  // "half a kilogram", "one half kilograms", "three quarters of a mile"
  [
    /\b(half|(?:quarter|third|fifth|sixth|seventh|eighth|ninth|tenth|sixteenth)s?) (?:of )?(?:an? )?(\w{2,}?)s?\b/g,
    '$1 $2',
  ],
  [/\ba (hundred|thousand|million|billion)\b/g, 'one $1'],
]
const MEASURE_NAME =
  /(?<=(?:\d|hundred|thousand|million|billion|trillion) (?:(?:square|cubic|us) )?)(dollar|pound|euro|mile|\w*meter|yard|acre|\w*gram|ton|year|minute|hour)s\b/g
const MONTH =
  'january|february|march|april|may|june|july|august|september|october|november|december'
const ORDINAL =
  '(?:\\d+ )?(?:first|second|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\\w+teenth|\\w+tieth)'

/** In a spelled address the words of other styles are parts of names, and the letter o and a nought sound alike. */
function canonicalAddress(reading: string): string {
  const words = plainWords(reading).map((word) => WORDS_OF_ADDRESSES[word] ?? word)
  return FORMS.electronic(withFigures(words).join(' ')).replaceAll('0', 'o')
}

const WORDS_OF_ADDRESSES: Readonly<Record<string, string>> = {
  ...{ oh: 'zero', hyphen: 'dash', hashtag: 'hash' },
}

function canonical(reading: string, kind: SemioticClass): string {
  if (kind === 'electronic')
    return canonicalAddress(
      reading.replace(/\bforward slash\b/gi, 'slash').replace(/\bhash tag\b/gi, 'hash'),
    )
  const single = plainWords(reading).map((word) => WORDS[word] ?? word)
  const phrased = PHRASES.reduce((text, [from, to]) => text.replace(from, to), single.join(' '))
  const words = phrased.split(' ')
  const noughts = withNoughts(words)
  const figures = withFigures(noughts).join(' ')
  const joined = figures
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
  return FORMS[kind](joined)
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
      .replace(/ {2,}/g, ' ')
      .trim(),
  fraction: (text) =>
    text
      .replace(/\b(\d+) (?:over|out of) (\d+)\b/g, '$1/$2')
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
  code: (text) => text.replace(/(?<=\d) (?=\d)/g, '').replace(/\bdouble (\d)/g, '$1$1'),
  // Letters of a serial number that stand together are said one by one all the same.
  serial: (text) => text.replaceAll(' ', ''),
  // An address on the Internet is said or spelled, and its beginning left out or not.
  electronic: (text) =>
    text
      .replace(/\b(?:h t t p(?: s)?|https?) colon (?:slash slash|double slash) /g, '')
      .replace(/\b(?:w w w|www) dot /g, '')
      .replace(/\b(?:period|point)\b/g, 'dot')
      .replace(/\bampersand\b/g, 'and')
      .replace(/\bequal(?: to)?\b/g, 'equals')
      // The stroke at the end of an address is mostly left out.
      .replace(/ slash$/, '')
      .replaceAll(' ', ''),
}

const PART: Readonly<Record<string, string>> = {
  ...{ half: '2', halve: '2', third: '3', quarter: '4', fifth: '5', sixth: '6', seventh: '7' },
  ...{ eighth: '8', ninth: '9', tenth: '10', eleventh: '11', twelfth: '12', thirteenth: '13' },
  ...{ fourteenth: '14', fifteenth: '15', sixteenth: '16', twentieth: '20', fiftieth: '50' },
  ...{ hundredth: '100', thousandth: '1000' },
}
