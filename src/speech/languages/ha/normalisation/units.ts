import { NUMBER, NUMBER_START, TO } from '#speech/languages/en/normalisation/number-pattern.ts'
import type { Counting } from './counting.ts'
import { partName, quantity } from './numbers.ts'

/** Units stand before their number: "5 km" → kilomita biyar. */
const UNITS: Readonly<Record<string, string>> = {
  km: 'kilomita',
  Km: 'kilomita',
  KM: 'kilomita',
  m: 'mita',
  cm: 'santimita',
  mm: 'milimita',
  kg: 'kilogiram',
  Kg: 'kilogiram',
  KG: 'kilogiram',
  g: 'giram',
  mg: 'miligiram',
  l: 'lita',
  L: 'lita',
  ml: 'mililita',
  ha: 'hekta',
  ft: 'ƙafa',
  GB: 'gigabayit',
  MB: 'megabayit',
  KB: 'kilobayit',
  kW: 'kilowat',
  MW: 'megawat',
  kWh: 'kilowat awa',
  hrs: 'awa',
  hr: 'awa',
  mins: 'minti',
  min: 'minti',
  Hz: 'hatz',
  V: 'bolt',
  W: 'wat',
  sec: 'sakan',
  secs: 'sakan',
  '°C': 'digiri',
  '°F': 'digirin Farenhayit',
  '°': 'digiri',
}
const SQUARE = "murabba'in"
const ANY_UNIT = Object.keys(UNITS)
  .sort((a, b) => b.length - a.length)
  .join('|')
const SPEED = new RegExp(`${NUMBER_START}(${NUMBER}) ?(?:km\\/h|kmh|kph)(?![\\p{L}\\d])`, 'gu')
const MEASURE = new RegExp(
  `${NUMBER_START}(${NUMBER})(?:${TO}(${NUMBER}))? ?(sq\\.? ?)?(${ANY_UNIT})(?:\\^?([23])|([²³]))?(?![\\p{L}\\d'])`,
  'gu',
)
const PERCENT = new RegExp(
  `((?:kashi|kaso) )?${NUMBER_START}(${NUMBER})(?:${TO}(${NUMBER}))? ?%(?: (?:cikin|bisa|a cikin) [ɗd]ari(?!\\p{L}))?`,
  'giu',
)

const PART = new RegExp(
  `(?<![\\p{L}\\d./,-])(?:(\\d{1,3}) )?(\\d{1,2})\\/(\\d{1,2}) ?(${ANY_UNIT})(?![\\p{L}\\d'])`,
  'gu',
)
const SHARES_RANGE = /(?<=\d ?%) ?[-–—] ?(?=\d[\d.,]{0,20} ?%)/g

/** Measures and shares: "5km" → kilomita biyar, "20%" → kashi ashirin cikin ɗari, "30°C" → digiri talatin. */
export function readUnits(text: string, counting: Counting): string {
  const numbers = (first: string, second: string | undefined): string => {
    const end = second === undefined ? '' : ` zuwa ${quantity(second, counting)}`
    return `${quantity(first, counting)}${end}`
  }
  return text
    .replace(SHARES_RANGE, ' zuwa ')
    .replace(PERCENT, (_, share: string | undefined, first: string, second?: string) => {
      return `${share ?? 'kashi '}${numbers(first, second)} cikin ɗari`
    })
    .replace(PART, (_, whole: string | undefined, top: string, under: string, unit: string) => {
      const part = partName(top, under, counting)
      if (whole) return `${UNITS[unit]} ${counting.cardinal(whole)} da ${part}`
      return `${/^\p{L}+$/u.test(part) ? `${part}n` : `${part} na`} ${UNITS[unit]}`
    })
    .replace(SPEED, (_, speed: string) => `kilomita ${quantity(speed, counting)} a awa ɗaya`)
    .replace(MEASURE, (_match: string, ...parts: (string | undefined)[]) => {
      const [first = '', second, square, unit = '', power, raised] = parts
      const name = UNITS[unit] ?? unit
      const isSquare = square !== undefined || power === '2' || raised === '²'
      const isCube = power === '3' || raised === '³'
      const full = isSquare ? `${SQUARE} ${name}` : `${isCube ? 'kyubik ' : ''}${name}`
      return `${full} ${numbers(first, second)}`
    })
}
