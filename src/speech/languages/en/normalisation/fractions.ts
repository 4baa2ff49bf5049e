import { spell } from './letters.ts'
import { NUMBER, NUMBER_START } from './number-pattern.ts'
import { cardinal, ordinal, plural, quantity } from './number-words.ts'
import { inPairs } from './numbers.ts'
import { UNITS } from './unit-table.ts'

const START = '(?<![\\p{L}\\d./,^])'
const END = '(?![\\d/^]|\\.\\d|,\\d{3})'
const MIXED = new RegExp(`${START}(\\d{1,6})[ -](\\d{1,2})/(\\d{1,3})${END}`, 'gu')
/** Things that a part is taken of: "half an hour", "three quarters of a mile". */
const MEASURED =
  'hour|minute|second|day|week|month|year|century|mile|inch|foot|yard|acre|hectare|pound|ounce|ton|tonne|gallon|pint|quart|litre|liter|metre|meter|kilometre|kilometer|centimetre|centimeter|millimetre|millimeter|kilogram|gram|cup|teaspoon|tablespoon|tin|bag|bottle|glass|slice|loaf|page|plot'
const UNIT_NAMES = Object.keys(UNITS)
  .filter((name) => /^[a-z]/i.test(name))
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replace(/[.()]/g, '\\$&'))
  .join('|')
const UNIT_END = '(?![\\p{L}\\d²³^])\\.?(?=$|[ ,;:)])'
const PART_OF = new RegExp(
  `(?<![\\p{L}\\d./,^]|\\d[ -])((?:[Aa]n?|[Tt]he) )?(?<![\\d./,^]|\\d[ -])(\\d{1,3})/(\\d{1,3})(?:[ -]?(?:(${MEASURED})(?!\\p{L})|(${UNIT_NAMES})${UNIT_END}|(")))`,
  'gu',
)
/** "two 1/3s", "3/4s of it": the s makes many of them. */
const PLURAL_PART = /(?<![\p{L}\d./,^]|\d[ -])(\d{1,2})\/(\d{1,2})s(?![\p{L}\d])/gu
/** "a 1/2-inch pipe", "the 3/4-mile walk": before its noun a part has no "of a". */
const PART_BEFORE_NOUN = new RegExp(
  `(?<![\\p{L}\\d./,^]|\\d[ -])(\\d{1,2})/(\\d{1,3})-(?:(${MEASURED})|(in|ft|mi|lb|oz|cm|mm|km|kg)\\.?)(?=[ -]\\p{Ll}{2})`,
  'gu',
)
/** "a 3-1/2-inch disk", "1 1/4-mile" */
const MIXED_BEFORE_NOUN = new RegExp(
  `(?<![\\p{L}\\d./,^])(\\d{1,4})[ -](\\d{1,2})/(\\d{1,3})-(?:(${MEASURED})|(in|ft|mi|lb|oz|cm|mm|km|kg)\\.?)(?![\\p{L}\\d])`,
  'gu',
)
/** "1/2-price": half of what the word says. */
const HALF_OF_WORD =
  /(?<![\p{L}\d./,^]|\d[ -])1\/2-(?=(?:price|time|day|term|size|length|board|cup|dozen|century)(?!\p{L}))/gu
const MIXED_INCHES =
  /(?<![\p{L}\d./,^'])(\d{1,4})[ -](\d{1,2})\/(\d{1,2}) ?(?:"|in(?:(?=[,;:)]|$| (?:by|x|×|long|wide|thick|deep|high|tall|and|or|of|from)(?!\p{L}))|\.(?= ?[,;:)]| \p{Ll})))/gmu
/** "11/16 in" */
const PART_OF_INCH =
  /(?<![\p{L}\d./,^]|\d[ -])(\d{1,2})\/(\d{1,2}) in(?=$|[,;:)]| (?:thick|wide|long|deep|high|by|and)(?!\p{L}))/gmu
/** "1–1½ hours" */
const TO_MIXED = /(?<=(?<![\p{L}\d./,:^])\d{1,3}) ?[-–] ?(?=\d{1,3} [1-9]\/\d{1,2}(?![\d/]))/gu
/** "a 1/4-pounder" */
const POUNDER = /(?<![\p{L}\d./,^]|\d[ -])1\/([24])[- ](?=pounders?(?!\p{L}))/gu
const MIXED_MEASURE = new RegExp(
  `(?<![\\p{L}\\d./,^])(\\d{1,6})[ -](\\d{1,2})/(\\d{1,3}) ?(${UNIT_NAMES})${UNIT_END}`,
  'gu',
)
const SIMPLE = new RegExp(
  `${START}(\\d{1,6})/(\\d{1,3}(?:,\\d{3}){1,3}|\\d{1,6})(?:(?:th|rd|nd|TH|RD|ND)[sS]?(?!\\p{L}))?${END}( (?:an?|the|of|my|your|his|her|our|their)(?!\\p{L})| [a-z]+)?`,
  'gu',
)
const NOT_MEASURED =
  /^ (?:is|are|was|were|and|or|to|in|on|at|by|for|from|as|full|empty|done|more|less|plus|minus|times|equals|finished|complete|that|which|but|per|inches|inch)$/
const DIMENSIONS = new RegExp(
  `${NUMBER_START}(${NUMBER})( ?)[xX×]\\2(?=${NUMBER})(?!${NUMBER} ?[=^])`,
  'gu',
)
/** "8 1/2 x 11" */
const MIXED_SIZE =
  /(?<![\p{L}\d./,^])(\d{1,4})[ -](\d{1,2})\/(\d{1,2}) ?(?:(?:in\.?|inch(?:es)?|") ?)?[xX×] ?(?=\d)/gu
/** "2 x daily", "3 x a day" */
const TIMES_A_DAY =
  /(?<![\p{L}\d.,])(\d{1,2}) [xX×] (?=(?:(?:a|per) (?:day|week|month|year|night)|daily|weekly|monthly|the (?:price|size|amount|number|speed|cost))(?!\p{L}))/gu
/** "1920x1080": the points of a screen are said in pairs of figures. */
const SCREEN = /(?<![\p{L}\d.,-])(\d{3,4}) ?[xX×] ?(\d{3,4})(?![\p{L}\d]|[.,]\d| ?[xX×=])/gu
const SCREENS = new Set(
  '640x480 800x600 1024x768 1280x720 1280x800 1280x1024 1366x768 1440x900 1600x900 1680x1050 1920x1080 1920x1200 2560x1440 2560x1600 3840x2160 4096x2160 720x1280 1080x1920 1080x1080'.split(
    ' ',
  ),
)
const OF_SCREEN = /^ ?(?:px|pixels?|screens?|display|resolution|monitor|video)(?!\p{L})/u
/** Marks out of a round number: "8/10" is no fraction. */
const SCORED_OUT_OF = new Set([
  ...[10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 200, 300, 400, 500],
])
/** "4.5/5 stars": a mark with a decimal. */
const DECIMAL_MARK =
  /(?<![\p{L}\d./,-])(\d{1,3}\.\d{1,2})\/(?=(?:5|10|20|30|40|50|100)(?![\p{L}\d/]|[.,]\d))/gu
/** "two 5ths", "the 10ths" */
const FIFTHS = /(?<![\p{L}\d.,/])(\d{1,3}(?:th|rd)s)(?!\p{L})/gu
/** "12 1/2%" */
const MIXED_PERCENT =
  /(?<![\p{L}\d./,^])(\d{1,4})[ -](\d{1,2})\/(\d{1,2}) ?(?:%|percent(?!\p{L}))/gu
const PART_OF_PERCENT = /(?<![\p{L}\d./,^]|\d[ -])(\d)\/(\d{1,2}) ?(?:%|percent(?!\p{L}))/gu
/** "x/y"; short forms such as "w/o" and "c/o" are words. */
const LETTER_OVER =
  /(?<![\p{L}\d/.])(?!(?:[wci]\/o|[at]\/c|n\/a|w\/e|t\/a|b\/w|r\/w|p\/e|p\/l|p\/s|s\/n|p\/n|i\/o|a\/v|h\/t|u\/s|u\/c|w\/c|d\/l|f\/t|l\/r)(?!\p{L})|a\/b test)([a-z]|\d{1,4})\/([a-z])(?![\p{L}\d/])/gu
/** "dy/dx", "d/dx" */
const DIFFERENTIAL = /(?<![\p{L}\d/.])d([a-z]?)\/d([a-z])(?![\p{L}\d/])/gu
/** "(a+b)/2", "1/(x+1)" */
const BRACKET_OVER =
  /(?<=[\p{L}\d]\)) ?\/ ?(?=\(?(?:\d|[a-z](?!\p{L})))|(?<=(?<![\p{L}\d])(?:\d{1,6}|[a-z])) ?\/ ?(?=\([a-z\d](?!\p{L}{2}))/gu
const LETTER_OVER_FIGURE = /(?<![\p{L}\d/.])([a-z])\/(\d{1,4})(?![\p{L}\d/])/gu
/** "1/2-3/4", "1 1/2-2", "1/2 - 1": a hyphen behind a fraction makes a range. */
const BETWEEN_FRACTIONS =
  /(?<=(?<![\d/.])[1-9]\d?\/[1-9]\d?) ?[-–—] ?(?=[1-9]\d?(?:[ -][1-9]\d?\/[1-9]\d?|\/[1-9]\d?)?(?![\d/.,:-]|-?\p{L}))/gu
const POWER = /(?<=[\p{L}\d)])\^\{?([-−]?\d{1,6}|[a-z](?![a-z]))\}?/gu
const TIMES_AS = new RegExp(`${NUMBER_START}(${NUMBER})[xX×](?![\\p{L}\\d])`, 'gu')
const RATIO =
  /(?<![\p{L}\d:.,])(\d{1,4}):(?:(?=\d{1,3}(?:,\d{3}){1,3}(?!\d)|\d{1,8}(?![\d:]))|(?<=(?<!\p{L})(?:[Ss]cale|[Rr]atio)(?: of)? \d{1,4}:) (?=\d)| (?=\d{1,4} (?:ratio|scale|odds|mixture|split)(?!\p{L})))/gu

/** "2.35:1" */
const DECIMAL_RATIO = /(?<![\p{L}\d:.,])(\d{1,3}\.\d{1,3}):(?=\d{1,3}(?:\.\d{1,3})?(?![\d:]))/gu
/** "2:1:1", "10 : 1" */
const RATIO_OF_THREE =
  /(?<![\p{L}\d:.,])(?:\d{1,3}(?::\d{1,3}){2,4}|\d{1,4} : \d{1,4}(?: : \d{1,4}){0,3})(?![\p{L}\d:]|[.,]\d| ?:)/gu

function readMixedSize(match: string, whole: string, top: string, bottom: string): string {
  const number = readMixed(match, whole, top, bottom)
  return number === match ? match : `${number} by `
}

function readScreen(match: string, ...parts: (string | number)[]): string {
  const [width, height, offset, whole] = parts.map(String)
  const end = Number(offset) + match.length
  const after = String(whole).slice(end, end + 14)
  const isScreen = SCREENS.has(`${width}x${height}`) || OF_SCREEN.test(after)
  return isScreen ? `${inPairs(width ?? '')} by ${inPairs(height ?? '')}` : match
}

/** "5x7" → five by 7, before a unit is looked for; a product that is worked out is left to the signs. */
export function readDimensions(text: string): string {
  return (
    text
      .replace(TIMES_A_DAY, '$1 times ')
      .replace(SCREEN, readScreen)
      .replace(MIXED_SIZE, readMixedSize)
      .replace(DIMENSIONS, (_, number: string) => `${quantity(number)} by `)
      // The third side: "10x10x10".
      .replace(DIMENSIONS, (_, number: string) => `${quantity(number)} by `)
  )
}

/** Parts of a measure, before the unit is taken for one of many: "½ kg" (written 1/2 kg) → half a kilogram. */
export function readPartsOfUnits(text: string): string {
  return text
    .replace(BETWEEN_FRACTIONS, ' to ')
    .replace(TO_MIXED, ' to ')
    .replace(POUNDER, (_, bottom: string) => `${part1(bottom)} `)
    .replace(PART_OF_INCH, (match: string, top: string, bottom: string) => {
      return isPart(top, bottom) ? partOf(top, bottom, 'inch') : match
    })
    .replace(PLURAL_PART, (match: string, top: string, bottom: string) => {
      if (!isPart(top, bottom)) return match
      const many = fraction(top, bottom)
      return top === '1' ? plural(many) : many
    })
    .replace(PART_BEFORE_NOUN, (match: string, ...parts: (string | undefined)[]) => {
      const [top = '', bottom = '', word, unit = ''] = parts
      if (!isPart(top, bottom)) return match
      const part =
        top === '1' ? part1(bottom) : fraction(top, bottom).replace(/quarters$/, 'quarter')
      return `${part} ${word ?? UNITS[unit]?.one ?? 'inch'}`
    })
    .replace(MIXED_BEFORE_NOUN, (match: string, ...parts: (string | undefined)[]) => {
      const [whole = '', top = '', bottom = '', word, unit = ''] = parts
      const number = readMixed(match, whole, top, bottom)
      return number === match ? match : `${number} ${word ?? UNITS[unit]?.one ?? 'inch'}`
    })
    .replace(HALF_OF_WORD, 'half ')
    .replace(MIXED_INCHES, (match: string, whole: string, top: string, bottom: string) => {
      const number = readMixed(match, whole, top, bottom)
      return number === match ? match : `${number} inches`
    })
    .replace(MIXED_MEASURE, (match: string, ...parts: string[]) => {
      const [whole = '', top = '', bottom = '', unit = ''] = parts
      const number = readMixed(match, whole, top, bottom)
      return number === match ? match : `${number} ${UNITS[unit]?.many ?? unit}`
    })
    .replace(MIXED_PERCENT, (match: string, ...parts: string[]) => {
      const [whole = '', top = '', bottom = ''] = parts
      const number = readMixed(match, whole, top, bottom)
      return number === match ? match : `${number} percent`
    })
    .replace(PART_OF_PERCENT, (match: string, top: string, bottom: string) => {
      if (!isPart(top, bottom)) return match
      return top === '1' && bottom === '2'
        ? 'half a percent'
        : `${fraction(top, bottom)} of a percent`
    })
    .replace(PART_OF, (match: string, ...parts: (string | undefined)[]) => {
      const [article, top = '', bottom = '', word, unit, mark] = parts
      if (!isPart(top, bottom)) return match
      const name = word ?? (mark ? 'inch' : (UNITS[unit ?? '']?.one ?? ''))
      return article === undefined
        ? partOf(top, bottom, name)
        : `${article}${top === '1' ? '' : `${cardinal(top)} `}${part1(bottom)} ${name}`
    })
}

/** "half an hour", "three quarters of a mile". */
function partOf(top: string, bottom: string, name: string): string {
  const article = /^(?:[aeio]|hour|ounce)/.test(name) ? 'an' : 'a'
  const part = top === '1' && bottom === '2' ? 'half' : `${fraction(top, bottom)} of`
  return `${part} ${article} ${name}`
}

/** Fractions, powers and ratios: "2/3" → two thirds, "2½ hours" (written 2 1/2) → two and a half hours. */
export function readFractions(text: string): string {
  return text
    .replace(BETWEEN_FRACTIONS, ' to ')
    .replace(DECIMAL_MARK, (_, mark: string) => `${quantity(mark)} out of `)
    .replace(MIXED, readMixed)
    .replace(FIFTHS, (parts) => plural(ordinal(parts.replace(/\D/g, ''))))
    .replace(SIMPLE, readSimple)
    .replace(DIFFERENTIAL, (_, above = '', below: string) => {
      return `${spell(`d${above}`)} by ${spell(`d${below}`)}`
    })
    .replace(BRACKET_OVER, ' over ')
    .replace(LETTER_OVER, '$1 over $2')
    .replace(LETTER_OVER_FIGURE, '$1 over $2')
    .replace(POWER, (_, power: string) => powerWords(power))
    .replace(TIMES_AS, (_, number: string) => `${quantity(number)} times`)
    .replace(RATIO_OF_THREE, (ratio) =>
      ratio
        .split(':')
        .map((part) => cardinal(part.trim()))
        .join(' to '),
    )
    .replace(DECIMAL_RATIO, (_, number: string) => `${quantity(number)} to `)
    .replace(RATIO, (_, number: string) => `${cardinal(number)} to `)
}

/** "2 1/2" → two and a half; what is no part of one stays as it is. */
export function readMixed(match: string, whole: string, top: string, bottom: string): string {
  if (Number(top) >= Number(bottom)) return match
  const part = Number(top) === 1 ? `a ${part1(bottom)}` : fraction(top, bottom)
  return `${cardinal(whole)} and ${part}`
}

/** Less than one whole, in parts that have a name. */
function isPart(top: string, bottom: string): boolean {
  const value = Number(bottom)
  if (Number(top) <= 0 || Number(top) >= value + (value >= 10 ? 1 : 0)) return false
  return top === '1' || value <= 12 || [15, 16, 20, 25, 32, 40, 50, 64, 100, 1000].includes(value)
}

function readSimple(match: string, ...parts: (string | undefined)[]): string {
  const [top = '', under = '', next = ''] = parts
  const bottom = under.replaceAll(',', '')
  const [offset, whole] = parts.slice(3) as unknown as [number, string]
  const isScore =
    SCORED_OUT_OF.has(Number(bottom)) &&
    !/\d(?:th|rd|nd)s?(?: |$)/i.test(match) &&
    !/^ (?:seconds?|miles?|inch(?:es)?)$/.test(next)
  if (top !== '1' && isScore && next !== ' of' && Number(top) <= Number(bottom))
    return `${cardinal(top)} out of ${cardinal(bottom)}${next}`
  if (!isPart(top, bottom)) return `${cardinal(top)} over ${cardinal(bottom)}${next}`
  // "a 1/4" is a quarter.
  if (top === '1' && /(?:^|[^\p{L}])[Aa] $/u.test(whole.slice(Math.max(0, offset - 3), offset)))
    return `${part1(bottom)}${next}`
  if (top !== '1' || bottom !== '2') return `${fraction(top, bottom)}${next}`
  const isArticle = isAfterArticle(whole, offset)
  if (next === '' || isArticle || NOT_MEASURED.test(next)) return `one half${next}`
  return /^ (?:an?|the|of|my|your|his|her|our|their)$/.test(next) ? `half${next}` : `half a${next}`
}

function isAfterArticle(whole: string, offset: number): boolean {
  return /(?:^|[^\p{L}])(?:an?|the|one) $/iu.test(whole.slice(Math.max(0, offset - 5), offset))
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
