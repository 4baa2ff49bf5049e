import { spell } from './letters.ts'
import { NUMBER, NUMBER_START } from './number-pattern.ts'
import { cardinal, ordinal, plural, quantity } from './number-words.ts'

const START = '(?<![\\p{L}\\d./,^])'
const END = '(?![\\d/^]|\\.\\d|,\\d{3})'
const MIXED = new RegExp(`${START}(\\d{1,6})[ -](\\d{1,2})/(\\d{1,3})${END}`, 'gu')
const SIMPLE = new RegExp(
  `${START}(\\d{1,6})/(\\d{1,6})(?:(?:th|rd|nd)s?(?!\\p{L}))?${END}( (?:an?|the|of|my|your|his|her|our|their)(?!\\p{L})| [a-z]+)?`,
  'gu',
)
const NOT_MEASURED =
  /^ (?:is|are|was|were|and|or|to|in|on|at|by|for|from|as|full|empty|done|more|less|plus|minus|times|equals|finished|complete|that|which|but|per|inches|inch)$/
const DIMENSIONS = new RegExp(
  `${NUMBER_START}(${NUMBER}) ?([xX×]) ?(?=${NUMBER})(?!${NUMBER} ?[=^])`,
  'gu',
)
const POWER = /(?<=[\p{L}\d)])\^\{?([-−]?\d{1,6}|[a-z](?![a-z]))\}?/gu
const TIMES_AS = new RegExp(`${NUMBER_START}(${NUMBER})[xX×](?![\\p{L}\\d])`, 'gu')
const RATIO = /(?<![\p{L}\d:.,])(\d{1,4}):(?=\d{1,4}(?![\d:]))/gu

/** "5x7" → five by 7, before a unit is looked for; a product that is worked out is left to the signs. */
export function readDimensions(text: string): string {
  return text.replace(DIMENSIONS, (_, number: string) => `${quantity(number)} by `)
}

/** Fractions, powers and ratios: "2/3" → two thirds, "2½ hours" (written 2 1/2) → two and a half hours. */
export function readFractions(text: string): string {
  return text
    .replace(MIXED, readMixed)
    .replace(SIMPLE, readSimple)
    .replace(POWER, (_, power: string) => powerWords(power))
    .replace(TIMES_AS, (_, number: string) => `${quantity(number)} times`)
    .replace(RATIO, (_, number: string) => `${cardinal(number)} to `)
}

function readMixed(match: string, whole: string, top: string, bottom: string): string {
  if (Number(top) >= Number(bottom)) return match
  const part = Number(top) === 1 ? `a ${part1(bottom)}` : fraction(top, bottom)
  return `${cardinal(whole)} and ${part}`
}

function readSimple(_match: string, ...parts: (string | undefined)[]): string {
  const [top = '', bottom = '', next = ''] = parts
  const value = Number(bottom)
  const isFraction =
    Number(top) > 0 &&
    Number(top) < value + (value >= 10 ? 1 : 0) &&
    (value <= 12 || [16, 20, 32, 64, 100, 1000].includes(value))
  if (!isFraction) return `${cardinal(top)} over ${cardinal(bottom)}${next}`
  if (top !== '1' && value >= 10 && next !== ' of')
    return `${cardinal(top)} out of ${cardinal(bottom)}${next}`
  if (top !== '1' || value !== 2) return `${fraction(top, bottom)}${next}`
  if (next === '' || NOT_MEASURED.test(next)) return `one half${next}`
  return /^ (?:an?|the|of|my|your|his|her|our|their)$/.test(next) ? `half${next}` : `half a${next}`
}

function part1(bottom: string): string {
  if (bottom === '2') return 'half'
  return bottom === '4' ? 'quarter' : ordinal(bottom)
}

function fraction(top: string, bottom: string): string {
  const name = part1(bottom)
  if (top === '1') return `one ${name}`
  return `${cardinal(top)} ${name === 'half' ? 'halves' : plural(name)}`
}

function powerWords(power: string): string {
  if (power === '2') return ' squared'
  if (power === '3') return ' cubed'
  if (/^[a-z]$/.test(power)) return ` to the power of ${spell(power)}`
  const minus = /^[-−]/.test(power) ? 'minus ' : ''
  return ` to the power of ${minus}${cardinal(power.replace(/^[-−]/, ''))}`
}
