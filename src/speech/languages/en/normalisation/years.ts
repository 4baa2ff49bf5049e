import { spell } from './letters.ts'
import { cardinal, pair, plural, year } from './number-words.ts'

const START = "(?<![\\p{L}\\d.,:/$£€₦'])"
const ERA = '(?:B\\.?C\\.?E\\.?|B\\.?C\\.?|A\\.?D\\.?|C\\.?E\\.?)'
const ERA_AFTER = new RegExp(`${START}(\\d{1,4}|\\d{1,2},\\d{3}) ?(${ERA})(?![\\p{L}\\d])`, 'gu')
/** "1940 ad", "44 bce": in small letters "ad" is an era only where nothing is advertised. */
const SMALL_ERA = /(?<=(?<![\p{L}\d.,:/])\d{1,4} ?)(bce|ad(?=$|[.,;:!?)]))(?![\p{L}\d])/gmu
const ERA_BEFORE = /(?<![\p{L}\d])A\.?D\.? ?(\d{1,4})(?![\d,.]\d|\d)/gu
const DECADE = /(?<![\p{L}\d.,])((?:1[1-9]|20)\d0)(?:'?s|-?ies)(?!\p{L})/gu
/** "1960-s" */
const HYPHENATED_DECADE = /(?<=(?<![\p{L}\d.,])(?:1[1-9]|20)\d0)-(?=s(?!\p{L}))/gu
const SHORT_DECADE = /(?<![\p{L}\d.,])'?([2-9]0)'?s(?!\p{L})/gu
/** "the 00s" */
const FIRST_DECADE = /(?<![\p{L}\d.,])'?00'?s(?!\p{L})/gu
const SHORT_YEAR = /(?<![\p{L}\d])'(\d\d)(?![\p{L}\d'])/gu
const CIRCA =
  /(?<!\p{L})(?:(?:[Cc]|ca|circa)\.? ?(?=1\d{3}(?!\d))|c(?:a|irca)?\. ?(?=\d{2,4}(?![\d%]|[.,]\d)))/gu
/** "(r. 1066–1087)", "m. 1901": when somebody reigned or married; the hundreds of such years are never a quantity. */
const REIGNED =
  /(?<=[(,;] ?)([rm])\. ?(1\d{3}|20\d\d)(?:\s?[-–—]\s?(1\d{3}|20\d\d|\d\d))?(?=[),;]|\.?$)/gmu
/** Years beyond our century are years only where a word says so. */
const LATER_YEAR =
  /(?<=(?:^|[^\p{L}])(?:in|by|since|until|year|before|after|of|from) )(2[1-9]\d\d)(?![\p{L}\d/%,]|[.:]\d| (?:people|men|women|\p{L}+s(?!\p{L})))/giu
const PRESENT = /(?<=(?<!\d)(?:1[5-9]|20)\d\d) ?[-–—] ?(?=(?:present|today|now|date)(?!\p{L}))/giu
const FOUR_DIGITS = /(?<![\p{L}\d.,:/#])(1\d{3}|20\d\d)(?![\p{L}\d/%]|[.,:]\d)( [\p{L}']+)?/gu

/** Before a four-digit number these say that it is a year, whatever follows. */
const YEAR_BEFORE =
  /(?:^|[^\p{L}])(?:in|since|year|during|circa|early|late|mid|until|till|spring|summer|autumn|winter|season|fiscal|the|class of|born|died|reigned|ruled|flourished|founded|election|elections|copyright|January|February|March|April|May|June|July|August|September|October|November|December)[ -]$/iu
/** Before a four-digit number these say that something is counted: "a population of 1850". */
const COUNT_BEFORE =
  /(?:^|[^\p{L}])(?:(?:population|total|capacity|attendance|crowd|average|sum|height|elevation|altitude|depth|length|width|weight|area|distance|range|speed|strength|membership|enrolment|enrollment|circulation|collection|list|score|majority|maximum|minimum|record|output|death toll|toll)(?: of|:| was| is| were|,)?|pop\.|more than|less than|fewer than|greater than|at least|at most|as many as|as much as|up to|nearly|almost|approximately|approx\.|exactly|(?:[Nn]umber|[Nn]os?\.|#))(?: (?:about|approximately|only|nearly|over|some|just))? $/u
/** Words that are counted though they do not end in s. */
const COUNTED =
  /^ (?:people|men|women|children|naira|kobo|percent|metres?|hertz|feet|persons?|cattle|sheep|fish|staff|police|youth|million|billion|trillion|thousand|horsepower)$/
const OFTEN_COUNTED =
  /^ (?:students|pupils|teachers|workers|members|voters|votes|soldiers|houses|homes|seats|metres|miles|kilometres|acres|hectares|units|copies|pages|words|times|hours|days|cases|deaths|jobs|barrels|litres|bags|cars|vehicles|passengers|guests|goats|cows|birds|trees|dollars|pounds|euros|steps|calories|tonnes|tons|families|women|children|victims|residents|followers|points|shares|megawatts)$/
const PLURAL =
  /^ (?!(?:is|was|has|as|its|his|this|us|versus|across|towards|always|perhaps|does|unless|besides|sees|saw|marks|brings|begins|ends|starts|elections|olympics|games|championships|finals|polls|edition|awards|floods|census|thus|class)$)[a-z']{2,}s$/

/** Years and eras: "1999" → nineteen ninety nine, "1990s" → nineteen nineties, "44 BC" → forty four B C. Counts of things stay numbers. */
export function readYears(text: string): string {
  return text
    .replace(/(?<!\p{L})b\. ?(?=\d{4}(?!\d))/gu, 'born ')
    .replace(/(?<!\p{L})d\. ?(?=\d{4}(?!\d))/gu, 'died ')
    .replace(SMALL_ERA, (era) => ` ${era.toUpperCase()}`)
    .replace(ERA_AFTER, (_, digits: string, era: string) => {
      const plain = digits.replace(',', '')
      const isPlainYear = /^[AC]/.test(era) && plain.length === 4
      return `${isPlainYear ? year(plain) : yearBefore(plain)} ${spell(era)}`
    })
    .replace(ERA_BEFORE, (_, digits: string) => `${spell('AD')} ${year(digits)}`)
    .replace(DECADE, (_, digits: string) => plural(year(digits)))
    .replace(FIRST_DECADE, 'noughties')
    .replace(SHORT_DECADE, (_, digits: string) => plural(cardinal(digits)))
    .replace(SHORT_YEAR, (_, digits: string) =>
      digits.startsWith('0') ? `oh ${cardinal(digits)}` : cardinal(digits),
    )
    .replace(PRESENT, ' to ')
    .replace(LATER_YEAR, (digits) => year(digits))
    .replace(FOUR_DIGITS, readFourDigits)
}

/** Notes on a life, before a hyphen can be taken for a range: "(r. 1066–1087)" → reigned ten sixty six to ten eighty seven. */
export function readLives(text: string): string {
  return text
    .replace(CIRCA, 'circa ')
    .replace(HYPHENATED_DECADE, '')
    .replace(REIGNED, (_, note: string, first: string, second?: string) => {
      const word = note === 'r' ? 'reigned' : 'married'
      const end =
        second === undefined ? '' : ` to ${second.length === 2 ? pair(second) : year(second)}`
      return `${word} ${year(first)}${end}`
    })
}

/** "500 BC" is five hundred, "1200 BC" twelve hundred. */
function yearBefore(digits: string): string {
  return digits.length === 4 && !digits.endsWith('000') ? year(digits) : cardinal(digits)
}

/** A count and no year: people and things after it; for the years of our own time only things that are clearly counted. */
function isCounted(digits: string, following: string): boolean {
  if (COUNTED.test(following) || digits.startsWith('10')) return true
  return (
    PLURAL.test(following) && (digits < '1950' || digits > '2039' || OFTEN_COUNTED.test(following))
  )
}

function readFourDigits(match: string, ...parts: (string | number | undefined)[]): string {
  const [digits, next, offset, whole] = parts
  const before = String(whole).slice(Math.max(0, Number(offset) - 40), Number(offset))
  const following = typeof next === 'string' ? next : ''
  if (
    COUNT_BEFORE.test(before) ||
    (!YEAR_BEFORE.test(before) && isCounted(String(digits), following))
  )
    return match
  return `${year(String(digits))}${following}`
}
