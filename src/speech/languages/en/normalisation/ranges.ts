import { spell } from './letters.ts'
import { NUMBER, NUMBER_START, TO } from './number-pattern.ts'
import { cardinal, digitByDigit, pair, quantity, year } from './number-words.ts'

const FIXED: Readonly<Record<string, string>> = {
  '24/7': 'twenty four seven',
  '9/11': 'nine eleven',
  '50/50': 'fifty fifty',
  '20/20': 'twenty twenty',
}
const FIXED_PAIR = /(?<![\p{L}\d./,]|(?<!\p{L})-)(24\/7|9\/11|50\/50|20\/20)(?![\d/]|\.\d|\p{L})/gu
/** "an 80/20 rule", "a 60-40 split": two parts of a hundred. */
const SHARES =
  /(?<![\p{L}\d./,:-])([1-9][05])[/-]([1-9][05])(?![\d/%-]|[.,]\d|\p{L})(?=( (?:split|rule|principle|mix|chance|ratio|blend|share|joint venture|partnership|ownership|divide)s?(?!\p{L}))?)/gu
/** "the 7/7 bombings": days that are known by their figures. */
const DAY_OF_TERROR =
  /(?<![\p{L}\d./,:-])([1-9]|[12]\d|3[01])\/(1[0-2]|[1-9])(?= (?:attacks?|bombings?|bombers?|terror)(?!\p{L}))/gu
/** "a 9-5 job" */
const WORKING_DAY =
  /(?<![\p{L}\d./,:-])([7-9])[-–]([3-6])(?= (?:job|jobs|worker|workers|grind|routine|schedule|shift|life|hours|office|daily|weekdays|every day|Mon|Monday)(?!\p{L}))/gu
const ADDRESS = /(?<![\p{L}\d.])(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?![\d.]\d)/gu
const THOUSANDS_WITH_POINTS = /(?<![\p{L}\d.])\d{1,3}(?:\.\d{3}){2,5}(?![.\d]|\p{L})/gu
const VERSION = /(?<![\p{L}\d.])([vV]\.? ?)?(\d{1,6}(?:\.\d{1,6}){1,8})(?!\d)/gu
/** "version v2.0": said once. */
const VERSION_TWICE = /(?<=(?<!\p{L})[Vv]ersion )[vV]\.? ?(?=\d)/gu
const VERSION_WORD = /(?<![\p{L}\d])v(?=\d{1,4}(?!\d))/gu
const CHAIN = /(?<![\p{L}\d.,/-])\d{1,2}(?:-\d{1,2}){2,4}(?![\d/-]|\.\d)/gu
const SEASON = /(?<![\p{L}\d./-])((?:19|20)\d\d)\/((?:19|20)\d\d|\d\d)(?![\d/])/gu
/** "2019/123": a number of that year. */
const NUMBER_OF_YEAR = /(?<![\p{L}\d./,-])((?:19|20)\d\d)\/(\d{3}|0\d{3})(?![\p{L}\d/-]|[.,]\d)/gu
/** "05/06", "the 98/99 season", "FY 20/21": a nought or a word shows that two years are meant. */
const SHORT_SEASON =
  /(?<![\p{L}\d./,-])(\d\d)\/(\d\d)(?= (?:[Ss]eason|[Cc]ampaign|[Ss]ession|[Ee]dition|(?:academic|school|tax|financial|fiscal) year)(?!\p{L}))|(?<=(?<!\p{L})(?:FY|[Ss]eason|[Ss]ession|[Yy]ear) ?)(\d\d)\/(\d\d)(?![\d/]|[.,]\d)|(?<![\p{L}\d./,-])(0\d)\/([01]\d)(?![\p{L}\d/-]|[.,]\d)/gu
/** "090-96": a nought in front shows a code. */
const CODE_WITH_NOUGHT = /(?<![\p{L}\d./,:-])(0\d{1,5})-(\d{1,6})(?![\p{L}\d/:-]|[.,]\d)/gu
const YEARS =
  /(?<![\p{L}\d./,-])(1[1-9]\d\d|20\d\d)\s?[-–—]\s?(1[1-9]\d\d|20\d\d|\d\d)(?![\d.,:/%-]\d|\d|\p{L})/gu
const RESULT = /(?<![\p{L}\d./,:-])(\d{1,3})[-–](\d{1,3})(?![\d./:%-]\d|,\d{3}|[\d%])/gu
const ABOUT_BETWEEN = /(?<=(?<![\p{L}\d.,])\d[\d.,]{0,12}) ?~ ?(?=\d)/gu
const RANGE = new RegExp(`${NUMBER_START}(?<![-–/])(${NUMBER})${TO}(?=${NUMBER}(?![\\d:/]))`, 'gu')
const SCORED =
  /\b(?:won|win|wins|winning|lost|lose|loses|losing|beat|beats|beating|drew|draw|drawn|defeat|defeated|victory|score|scored|ended|lead|leads|leading|led|trail|trailing|FT|HT|aggregate|thrashed)\b[^.\n]{0,30}$|\b(?:up|down|it|to) $/i

/** A sum that is worked out, or a number that is taken from a larger one: "5 - 3 = 2", "100 - 50". */
const SUBTRACTION = new RegExp(
  `(?<=${NUMBER_START}${NUMBER}|\\)) ?[-–−] ?(?=${NUMBER} ?(?:=|[-+−×÷*/] ?\\d[\\d.,]*(?: ?[-+−×÷*/] ?\\d[\\d.,]*)? ?=))`,
  'gu',
)
const FALLING =
  /(?<![\p{L}\d.,/:$£€₦-]|minus )(\d{1,3}(?:,\d{3}){1,3}|\d{1,9}) [-−–] (\d{1,3}(?:,\d{3}){1,3}|\d{1,9})(?![\p{L}\d/:%]|[.,]\d| ?[-–])/gu
/** The number of a file or a case: "12/345/67890". */
const STROKES = /(?<![\p{L}\d./,-])\d{1,9}(?:\/\d{1,9}){2,6}(?![\p{L}\d/]|[.,-]\d)/gu
const LETTER_RANGE = /(?<![\p{L}\d])a[-–]z(?![\p{L}\d])/gu
const DECADES = /(?<=\d0s) ?[-–] ?(?='?(?:\d{2}|\d{4})s(?!\p{L}))/gu
const BELOW_ZERO = /(?<=minus \d{1,9}) ?[-–] ?(?=\d|minus \d)/gu
/** "5'-6'", "10\"-12\"" */
const FEET_RANGE = /(?<=\d['"]) ?[-–] ?(?=\d{1,3}(?:\.\d)?['"])/gu

/** "pages 83 -87": numbers that rise, the space before the hyphen alone. */
const RISING_APART =
  /(?<![\p{L}\d.,/:$£€₦-]|minus )('?(?:[1-9]\d(?= -\d\d(?!\d))|[1-9]\d\d(?= -\d{3}(?!\d)))) -(\d{2,3})(?![\p{L}\d/:%-]|[.,]\d| ?[-+=×])/gu

/** "1914 -1918": years that rise. */
const YEARS_APART =
  /(?<=(?<![\p{L}\d.,/:$£€₦-])(1[1-9]\d\d|20\d\d)) -(?=(1[1-9]\d\d|20\d\d)(?![\p{L}\d/:%-]|[.,]\d))/gu
/** "27 BC–14 AD", "500 BC-AD 500" */
const ERAS_RANGE =
  /(?<=\d ?(?:BCE?|CE|AD|B\.C\.(?:E\.)?|C\.E\.|A\.D\.)) ?[-–—] ?(?=(?:(?:AD|A\.D\.|c\.|ca\.) ?)?\d)/gu
/** "500-400 BC", "BC 500-400", "c. 1500–c. 1550": before our era years fall. */
const BEFORE_ERA =
  /(?<=(?<![\p{L}\d.,/:-])\d{1,4}) ?[-–—] ?(?=(?:c\. ?|circa )?\d{1,4} ?(?:BCE?|B\.C\.)(?!\p{L})|circa \d{3,4}(?!\d))|(?<=(?<!\p{L})BC \d{1,4}) ?[-–—] ?(?=\d{1,4}(?![\d.,:/-]))/gu
/** "Q1–Q3", "P1-P6", "JSS1-JSS3": quarters and classes of a school. */
const NAMED_STEPS =
  /(?<=(?<![\p{L}\d])(Q|H|P|W|Y|JS|JSS|SS|SSS|KS|GL)[ -]?\d{1,2}) ?[-–] ?(?=\1[ -]?\d{1,2}(?![\p{L}\d]))/gu
/** "S–XL": sizes of clothes. */
const CLOTHES =
  /(?<=(?<![\p{L}\d-])(?:X{0,2}S|[SML])) ?[-–] ?(?=(?:[2-5]?X{1,3}|X{0,2})L(?![\p{L}\d-]))/gu
/** "what is 10-5?" */
const ASKED_DIFFERENCE =
  /(?<=(?<!\p{L})(?:[Ww]hat is|[Ww]hat's|[Cc]alculate|[Cc]ompute|[Ss]olve) \d{1,9})[-−–](?=\d{1,9}(?![\p{L}\d/:-]|[.,]\d))/gu
/** "'70-'71" */
const SHORT_YEARS_RANGE = /(?<=(?<![\p{L}\d])'\d\d) ?[-–—] ?(?='\d\d(?!\d))/gu
/** "10x-20x" */
const TIMES_RANGE = /(?<=(?<![\p{L}\d.,])\d{1,4})[xX] ?[-–—] ?(?=\d{1,4}[xX](?![\p{L}\d]))/gu
/** "5 million-10 million", "20 percent-30 percent" */
const SCALES_RANGE =
  /(?<=\d (?:hundred|thousand|million|billion|trillion|percent|per cent)) ?[-–—] ?(?=\d[\d.,]{0,12} (?:hundred|thousand|million|billion|trillion|percent|per cent)(?!\p{L}))/gu

/** Signs between numbers that are worked out, before a hyphen can be taken for a range and a cross for a size. */
export function readSums(text: string): string {
  return text
    .replace(SUBTRACTION, ' minus ')
    .replace(FEET_RANGE, ' to ')
    .replace(BEFORE_ERA, ' to ')
    .replace(NAMED_STEPS, ' to ')
    .replace(ASKED_DIFFERENCE, ' minus ')
    .replace(CLOTHES, ' to ')
    .replace(FALLING, readFalling)
    .replace(YEARS_APART, (match: string, first: string, second: string) =>
      first < second ? ' to ' : match,
    )
    .replace(ERAS_RANGE, ' to ')
    .replace(SHORT_YEARS_RANGE, ' to ')
    .replace(TIMES_RANGE, ' to ')
    .replace(SCALES_RANGE, ' to ')
    .replace(RISING_APART, (match: string, first: string, second: string) => {
      return Number(first.replace("'", '')) < Number(second) ? `${first} to ${second}` : match
    })
    .replace(PRODUCT, ' × ')
    .replace(ABOUT_BETWEEN, ' to ')
    .replace(STROKE_APART, readStrokeApart)
    .replace(QUOTIENT, ' ÷ ')
    .replace(STAR, ' times ')
    .replace(/(?<=(?<!\p{L})[Ee] ?= ?mc)(?:\^?2)(?!\d)/gu, ' squared')
    .replace(/(?<== ?)mc(?= squared|\^2)/gu, spell('mc'))
    .replace(
      /(?<![\p{L}\d])(sin|cos|tan|log|ln)\((?=[\p{L}\d])/gu,
      (_, name: string) => `${FUNCTIONS[name]} of (`,
    )
    .replace(/(?<![\p{L}\d])([fgh])\(([a-z\d])\)/gu, (_, name: string, of: string) => {
      return `${spell(name)} of ${of}`
    })
    .replace(/(?<=[\p{L}\d)])(?<!\p{L}{2})([<>])(?=[\d(]|\p{L}(?!\p{L}))/gu, ' $1 ')
    .replace(FACTORIAL, ' factorial')
    .replace(MULTIPLE_OF_LETTER, '$1 $2')
}

/** What comes before a sum that is asked for: "what is 9 - 4", or nothing on the line. */
const BEFORE_SUM =
  /(?:^|\n|(?<!\p{L})(?:what is|what's|calculate|compute|subtract|solve|equals|[=(+×÷]))\s*$/iu

/** Of two numbers that fall, the second is taken away where a sum is asked for; elsewhere they are a result: "Arsenal 3 - 1 Chelsea". */
function readFalling(match: string, ...parts: (string | number)[]): string {
  const [first = '', second = '', offset, whole] = parts.map(String)
  const [larger, smaller] = [first, second].map((digits) => Number(digits.replaceAll(',', '')))
  if (Number(larger) < Number(smaller) || areYears(first, second)) return match
  if (first === second) return Number(first) < 20 ? `${first}-${second}` : match
  // "4 - 2 on penalties" begins a line and is told; a sum has nothing but figures and signs behind it.
  const isTold = /^ \p{L}/u.test(
    String(whole)
      .slice(Number(offset) + match.length)
      .slice(0, 2),
  )
  const before = textBefore(whole, offset)
  const isMinus =
    match.includes('−') || (BEFORE_SUM.test(before) && !(isTold && before.trim() === ''))
  return isMinus ? `${first} minus ${second}` : `${first}-${second}`
}

function textBefore(whole: string | undefined, offset: string | undefined): string {
  return String(whole).slice(Math.max(0, Number(offset) - 14), Number(offset))
}

/** "2013 - 14" */
function areYears(first: string, second: string): boolean {
  return /^(?:1[5-9]|20)\d\d$/.test(first) && second.length === 2 && second > first.slice(2)
}

/** A stroke with spaces divides where a sum is asked for; elsewhere it joins as one without spaces: "the 05 / 06 season", "1 / 32nd". */
function readStrokeApart(_match: string, ...parts: (string | number | undefined)[]): string {
  const [first = '', second = '', ending, offset, whole] = parts.map((part) => part?.toString())
  const isNumber =
    ending === undefined &&
    [first, second].every((digits) => !/^0\d|^(?:1[5-9]|20)\d\d$/.test(digits))
  const divides = isNumber && BEFORE_SUM.test(textBefore(whole, offset))
  return `${first}${divides ? ' ÷ ' : '/'}`
}

const FUNCTIONS: Readonly<Record<string, string>> = {
  ...{ sin: 'sine', cos: 'cosine', tan: 'tangent', log: 'log', ln: 'natural log' },
}
/** "7 x 8 = 56", "3 x 10^8" */
const PRODUCT = new RegExp(`(?<=${NUMBER_START}${NUMBER}) ?[xX*×] ?(?=${NUMBER} ?[=^])`, 'gu')
const QUOTIENT = new RegExp(`(?<=${NUMBER_START}${NUMBER}) ?/ ?(?=${NUMBER} ?=)`, 'gu')
const STROKE_APART = /(?<![\p{L}\d.,/-])(\d{1,9}) \/ (?=(\d{1,9})((?:st|nd|rd|th)s?(?!\p{L}))?)/gu
const STAR = /(?<=(?<!\*)\d|\d\)) ?\* ?(?=\d+(?![*#])|\(\d)/gu
const FACTORIAL = /(?<=(?<!\p{L})(?:\d{1,3}|[nk]))!(?= ?[=/+×])/gu
/** "5x + 3": five of an unknown, and not five times. */
const MULTIPLE_OF_LETTER =
  /(?<![\p{L}\d.,])(\d{1,4})([xyz])(?= ?[-+=−]|\^|(?<=[=+−] ?\d{1,4}[xyz])(?![\p{L}\d]))/gu

/** Numbers that belong together: "10-15" → ten to fifteen, "3-1" → three one, "2019–2023", "2.4.1", "192.168.1.1", "24/7". */
export function readRanges(text: string): string {
  return text
    .replace(STROKES, (number) => {
      const parts = number.split('/')
      return parts.map((part) => (part.length > 4 ? digitByDigit(part) : quantity(part))).join(', ')
    })
    .replace(LETTER_RANGE, () => `${spell('a')} to ${spell('z')}`)
    .replace(BELOW_ZERO, ' to ')
    .replace(DECADES, ' to ')
    .replace(FIXED_PAIR, (_, both: string) => FIXED[both] ?? both)
    .replace(DAY_OF_TERROR, (_, first: string, second: string) => {
      return `${cardinal(first)} ${cardinal(second)}`
    })
    .replace(WORKING_DAY, '$1 to $2')
    .replace(SHARES, (match: string, first: string, second: string, named?: string) => {
      const areShares = Number(first) + Number(second) === 100
      const isSaid = named !== undefined || (match.includes('/') && Number(first) > 50)
      return areShares && isSaid ? `${cardinal(first)} ${cardinal(second)}` : match
    })
    .replace(ADDRESS, (match: string, ...parts: string[]) => {
      const isVersion = parts.slice(0, 4).every((part) => part.length === 1)
      return isVersion
        ? match
        : parts
            .slice(0, 4)
            .map((part) => digitByDigit(part))
            .join(' dot ')
    })
    .replace(THOUSANDS_WITH_POINTS, (number) => cardinal(number.replaceAll('.', '')))
    .replace(VERSION_TWICE, '')
    .replace(VERSION, readVersion)
    .replace(VERSION_WORD, 'version ')
    .replace(CHAIN, (chain) => {
      // "49-30-4": without a break the last two would be heard as one number.
      return chain
        .replace(/(?<=[2-9]0)-(?=[1-9](?!\d))/g, ', ')
        .replace(/\d+/g, cardinal)
        .replaceAll('-', ' ')
    })
    .replace(
      NUMBER_OF_YEAR,
      (_, first: string, number: string) => `${year(first)}, ${quantity(number)}`,
    )
    .replace(SEASON, (_, first: string, second: string) => `${year(first)} ${year(second)}`)
    .replace(SHORT_SEASON, (match: string, ...parts: (string | undefined)[]) => {
      const [first = '', second = ''] = parts.slice(0, 6).filter((part) => part !== undefined)
      const isNext = (Number(first) + 1) % 100 === Number(second)
      const isSaid = isNext || first.startsWith('0')
      // "FY23/24": a space parts the years from their word.
      return isSaid ? ` ${pair(first)} ${pair(second)}` : match
    })
    .replace(CODE_WITH_NOUGHT, (match: string, first: string, second: string) => {
      return first.length > 2 || second.length > 2
        ? `${digitByDigit(first)}, ${digitByDigit(second)}`
        : match
    })
    .replace(YEARS, (match: string, first: string, second: string) => {
      // "1999-00": the next century begins.
      if (first.endsWith('99') && second === '00')
        return `${year(first)} to ${year(String(Number(first) + 1))}`
      if (second.length === 2 && Number(second) <= Number(first.slice(2))) return match
      return `${year(first)} to ${second.length === 2 ? pair(second) : year(second)}`
    })
    .replace(RESULT, readResult)
    .replace(RANGE, '$1 to ')
}

function readVersion(match: string, letter: string | undefined, number: string): string {
  const parts = number.split('.')
  if (parts.length === 2 && letter === undefined) return match
  const spoken = parts.map((part) => (/^0\d/.test(part) ? digitByDigit(part) : cardinal(part)))
  return `${letter ? 'version ' : ''}${spoken.join(' point ')}`
}

/** Two numbers with a hyphen are a result where they fall, are equal, or a result is being told; else they are a range. */
function readResult(match: string, ...parts: (string | number)[]): string {
  const [first = '', second = '', offset, whole] = parts.map(String)
  const before = String(whole).slice(Math.max(0, Number(offset) - 50), Number(offset))
  const isTold = SCORED.test(before) && Number(first) < 20 && Number(second) < 20
  if (Number(first) < Number(second) && !isTold) return match
  const isNil = Number(first) < 20 && Number(second) < 20
  const side = (digits: string): string => (isNil && digits === '0' ? 'nil' : quantity(digits))
  return `${side(first)} ${side(second)}`
}
