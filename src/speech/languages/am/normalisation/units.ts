import { cardinal, fraction, quantity } from './number-words.ts'
import { NUMBER, NUMBER_START } from './numbers.ts'
import { LENGTHS, PER, UNITS } from './unit-table.ts'

function anyOf(names: readonly string[]): string {
  return [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.$^]/g, '\\$&'))
    .join('|')
}

const MEASURE = new RegExp(
  `${NUMBER_START}(${NUMBER}) ?(${anyOf(Object.keys(UNITS))})(?:\\^([23])|(?<=m)([23]))?(?![\\p{L}\\d])(?: ?/ ?(${anyOf(Object.keys(PER))})(?!\\p{L}))?(\\.(?! ?(?:\\n|$)))?`,
  'gu',
)
const PART = new RegExp(
  `(?<![\\d./])(?:(\\d{1,4}) )?(\\d{1,2})\\/(\\d{1,2}) ?(${anyOf(Object.keys(UNITS))})(?![\\p{L}\\d])`,
  'gu',
)
const PERCENT = new RegExp(`${NUMBER_START}(${NUMBER}) ?(%|‰)(ቱ|ው|ዋ)?`, 'gu')
const PERCENT_FIRST = new RegExp(`%(${NUMBER})`, 'gu')

/** Measures and percentages: "50 ኪ.ሜ" → ሃምሳ ኪሎ ሜትር, "98%" → ዘጠና ስምንት በመቶ, "30°C", "80 km/h". */
export function readUnits(text: string): string {
  return text
    .replace(PART, (match, whole: string | undefined, ...parts: string[]) => {
      const [over = '', under = '', unit = ''] = parts
      if (Number(over) >= Number(under)) return match
      const part = fraction(over, under)
      const link = part === 'ግማሽ' ? 'ተኩል' : `ከ${part}`
      return `${whole ? `${cardinal(whole)} ${link}` : part} ${UNITS[unit]} `
    })
    .replace(PERCENT, (_, number: string, sign: string, ending?: string) => {
      const hundred = sign === '%' ? 'በመቶ' : 'በሺህ'
      return ` ${share(number)} ${hundred}${ending === undefined ? '' : 'ው'} `.slice(1)
    })
    .replace(PERCENT_FIRST, (_, number: string) => `${share(number)} በመቶ`)
    .replace(MEASURE, (_, ...parts: (string | undefined)[]) => {
      const [number = '', unit = '', raisedTo, power = raisedTo, under] = parts
      const name = UNITS[unit] ?? unit
      const per = under === undefined ? '' : ` ${PER[under]}`
      return `${quantity(number)} ${raised(name, power)}${per} `
    })
}

/** All of it is "a hundred in a hundred". */
function share(number: string): string {
  return number === '100' ? 'መቶ' : number.includes('.') ? quantity(number) : cardinal(number)
}

function raised(name: string, power: string | undefined): string {
  if (power === undefined || !LENGTHS.has(name)) return name
  return power === '2' ? `ካሬ ${name}` : `${name} ኩብ`
}
