import { LANGUAGES } from '#shared/languages/languages.ts'
import { assemble } from '#speech/text/assemble.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import { report } from './statistics.ts'

/** Characters of the texts: once, four times and sixteen times. */
const SIZES = [1_250, 5_000, 20_000] as const
/** Growth of time with length: 1 is linear, 2 quadratic. Short times say nothing about it. */
const MOST_GROWTH = 1.5
const SHORT_MS = 40
const RUNS = 3

/** What is repeated until a text is full: by class what rules look for, begun and never ended, or one beside the other. */
const WORST: Readonly<Record<string, readonly string[]>> = {
  'long digit runs': ['7', '10', '0', '1,', '1.', '1 ', '1 000 ', '0 '],
  ordinals: ['1st', '2nd-', '3rd ', '1th1'],
  decimals: ['1.5', '.5', '1.5e', '1,5.', '0.0.'],
  fractions: ['1/', '1/2', '1/2 ', '½', '1 1/2 ', 'x/', '1/2 k'],
  dates: ['May 1', 'May ', '1/1/', '1-1-', '2024-', "'24", '5 May-', 'Jan. ', '1990s', '1990–'],
  times: [
    '1h ',
    '1m 1s ',
    'in 1:01:',
    '1:',
    '12:30-',
    '12:30',
    '7 a.m. ',
    '10am-',
    '3:16 ',
    'John 3:',
  ],
  money: ['$', '₦1', '$1-', 'N5m', 'Rs.', 'US$', '₦', '5 USD ', '$.'],
  measures: [
    '5 st ',
    'per km',
    'km² ',
    '5kg',
    '5 km/',
    '5"',
    "5'",
    '5x',
    '5 x 5 ',
    '1%',
    '35/km2',
    '°',
    'sq. ',
    '10-',
  ],
  telephones: ['+1', '(5', '555-', '0803 ', '1-800-', '*1', '*1#', '5-5'],
  electronic: [
    'a@',
    'a.',
    'http://',
    'www.',
    'a.com',
    '@a',
    '#a',
    '/a',
    'C:\\',
    'a_',
    '.com',
    '?q=',
    'http://a:',
    'a.com?a=b&',
    'a.com/%2',
    '2001:',
    'src/a.',
    '../',
    'a.b/',
    '0x1',
    'doi:10.1000/',
  ],
  addresses: ['108 W ', 'St ', 'St. ', 'N. ', 'Main St', '5th Ave ', ', NY', '9 A '],
  'Roman numerals': ['I', 'I ', 'IV', 'Part I', 'X, ', 'MM', 'Leo X '],
  serials: ['F-1', '1a', 'aB', 'A1-', 'F-16s', 'B2', '4x'],
  ranges: ['1-', '1–1', '1 - 1', 'Mon-', 'A-', '5 to ', '1-1-'],
  mathematics: ['1+', '1=', 'x^', '5 - ', '√', '≠', 'π', 'f(', '5*', '<', '2x+'],
  abbreviations: ['Dr. ', 'e.g.', 'A. ', 'A.', 'etc. ', 'No. ', 'vs', 'Ph.D', 'st.'],
  acronyms: ['A', 'NNPC', 'USDA ', "A's", 'aBc', 'A&', 'CDs'],
  'special text': [
    '(',
    '[',
    '{',
    '"',
    "'",
    '-',
    '--',
    '...',
    '!?',
    '*',
    '_',
    '`',
    '<b ',
    '&amp;',
    '](',
    '\n-',
    '|',
    '…',
  ],
  characters: [
    'e\u0301',
    '\u0301',
    '😀',
    '\ud83d',
    '\u200d',
    '1️⃣',
    '🇳',
    '\u0000',
    'ǅ',
    'ﬁ',
    '\u00a0',
  ],
  scripts: ['م ', 'мир ', 'ሰላም ', 'ሰ1', '፩', 'ọ̀', 'a我', '1ኛ', 'በ5', 'ẹ́', 'ƙ', "n'"],
  'long words': ['a', 'ab', 'ሀ', 'ọ', "a'", 'a-', 'Aa'],
}

/** How long texts of the worst kind take from markup to sentences, in every language: time has to grow with the length, no faster. */
export async function benchWorstCases(): Promise<void> {
  for (const { code } of LANGUAGES) {
    let slowest = { name: '', ms: 0, growth: 1 }
    for (const [name, units] of Object.entries(WORST)) {
      for (const unit of units) {
        const { ms, growth } = growthOf(code, unit)
        if (ms > SHORT_MS && growth > MOST_GROWTH)
          report(
            `${code}, ${name}, ${JSON.stringify(unit)}`,
            `${ms.toFixed(0)} ms, ^${growth.toFixed(2)}`,
            `at most ^${MOST_GROWTH}`,
          )
        if (ms > slowest.ms) slowest = { name: `${name} ${JSON.stringify(unit)}`, ms, growth }
      }
    }
    const { name, ms, growth } = slowest
    report(
      `${code}: slowest of 20,000 characters, ${name}`,
      `${ms.toFixed(0)} ms, ^${growth.toFixed(2)}`,
      `at most ^${MOST_GROWTH}`,
    )
  }
}

type Code = (typeof LANGUAGES)[number]['code']

/** Milliseconds of the processor for the longest text, and the power of the length with which time grows from the middle one to it. */
function growthOf(code: Code, unit: string): { readonly ms: number; readonly growth: number } {
  const [, middle = 0, longest = 0] = SIZES.map((size) => {
    const text = `Lagos ${unit.repeat(Math.ceil(size / unit.length))}`.slice(0, size)
    return Math.min(...Array.from({ length: RUNS }, () => timeOf(text, code)))
  })
  return { ms: longest, growth: Math.log(longest / middle) / Math.log(4) }
}

/** Throws where nothing of the text is left, although its first word can be said. */
function timeOf(text: string, code: Code): number {
  // Of the processor: other programs do not count.
  const start = process.cpuUsage()
  const { sentences } = assemble(parseMarkup(text.replaceAll('[', '(')), code)
  const { user, system } = process.cpuUsage(start)
  const ms = (user + system) / 1_000
  if (sentences.length === 0)
    throw new Error(`${code} falls silent at ${JSON.stringify(text.slice(0, 40))}…`)
  return ms
}
