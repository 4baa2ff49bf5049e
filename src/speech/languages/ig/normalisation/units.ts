import type { NumberStyle } from '#shared/script.ts'
import { NUMBER, NUMBER_START } from '#speech/languages/en/normalisation/number-pattern.ts'
import { cardinal, quantity } from './number-words.ts'
import { fraction } from './numbers.ts'

const UNITS: Readonly<Record<string, string>> = {
  ...{ km: 'kilomita', m: 'mita', cm: 'sentimita', mm: 'milimita', mi: 'maịl', ft: 'ụkwụ' },
  ...{ kg: 'kilogram', g: 'gram', mg: 'miligram', t: 'tọn', ton: 'tọn', tons: 'tọn', lb: 'paụnd' },
  ...{ l: 'lita', L: 'lita', ml: 'mililita', cl: 'sentilita', ha: 'hekta', sqm: 'mita skwịa' },
  ...{ kb: 'kilobaịtị', KB: 'kilobaịtị', MB: 'megabaịtị', GB: 'gigabaịtị', TB: 'terabaịtị' },
  ...{ W: 'wat', kW: 'kilowat', MW: 'megawat', V: 'volt', Hz: 'hatz', kHz: 'kilohatz' },
  ...{ MHz: 'megahatz', GHz: 'gigahatz', '°C': 'digrii selsiọs', '°F': 'digrii farenhaịt' },
  ...{ '°': 'digrii', h: 'awa', hrs: 'awa', hr: 'awa', min: 'nkeji', mins: 'nkeji', sec: 'sekọnd' },
  ...{ s: 'sekọnd', yrs: 'afọ', wks: 'izu', '%': 'pasentị' },
}
const PER: Readonly<Record<string, string>> = {
  ...{ h: "n'otu awa", hr: "n'otu awa", s: "n'otu sekọnd", min: "n'otu nkeji" },
  ...{ l: "n'otu lita", kg: "n'otu kilogram", km: "n'otu kilomita" },
}
const NAMES = Object.keys(UNITS)
  .sort((a, b) => b.length - a.length)
  .join('|')
const MEASURE = new RegExp(
  `${NUMBER_START}(${NUMBER})(?:\\s?[-–]\\s?(${NUMBER}))? ?(${NAMES})(?:\\^?([23]))?(?:/(h|hr|s|min|l|kg|km))?(?![\\p{L}\\d])`,
  'gu',
)
const PERCENT_AFTER = new RegExp(
  `${NUMBER_START}(${NUMBER}) (?:pasentị|pasenti|pasent|per cent|percent)(?!\\p{L})`,
  'gu',
)
const PERCENT_BOTH = new RegExp(`((?<!\\p{L})pasentị?i? )(${NUMBER})%`, 'gu')
const POWERS: Readonly<Record<string, string>> = { 2: ' skwịa', 3: ' kubik' }

const PART = new RegExp(
  `(?<![\\p{L}\\d./,])(?:(\\d{1,3}) )?(\\d{1,2})\\/(\\d{1,2}) ?(${NAMES})(?![\\p{L}\\d])`,
  'gu',
)
const SHARES_RANGE = /(?<=\d ?%) ?[-–—] ?(?=\d[\d.,]{0,20} ?%)/g
const MINUS = new RegExp(
  `(?<![\\p{L}\\p{M}\\d)\\]%])[-−](?=${NUMBER} ?(?:${NAMES})(?![\\p{L}\\d]))`,
  'gu',
)

/** Measures, the unit before the number as Igbo counts: "5km" → kilomita ise, "50%" → pasentị iri ise, "80 km/h" → kilomita iri asatọ n'otu awa. */
export function readUnits(text: string, numbers: NumberStyle): string {
  return text
    .replace(PART, (_, whole: string | undefined, top: string, bottom: string, unit: string) => {
      const part = fraction(top, bottom, numbers)
      if (whole === '1') return `otu ${UNITS[unit]} na ${part}`
      if (whole) return `${UNITS[unit]} ${cardinal(whole, numbers)} na ${part}`
      return `${part} ${part === 'ọkara' ? '' : 'nke '}${UNITS[unit]}`
    })
    .replace(SHARES_RANGE, ' ruo ')
    .replace(MINUS, 'mwepụ ')
    .replace(PERCENT_BOTH, '$1$2')
    .replace(PERCENT_AFTER, (_, amount: string) => `pasentị ${quantity(amount, numbers)}`)
    .replace(MEASURE, (_, ...parts: (string | undefined)[]) => {
      const [first = '', second, unit = '', power, per] = parts
      const name = `${UNITS[unit] ?? unit}${POWERS[power ?? ''] ?? ''}`
      const range = second === undefined ? '' : ` ruo ${quantity(second, numbers)}`
      const rate = per === undefined ? '' : ` ${PER[per] ?? per}`
      if (first === '1' && range === '') return `otu ${name}${rate}`
      return `${name} ${quantity(first, numbers)}${range}${rate}`
    })
}
