import { NUMBER, TO } from '#speech/languages/en/normalisation/number-pattern.ts'
import type { Figures } from './figures.ts'
import { fraction } from './numbers.ts'

const UNITS: Readonly<Record<string, string>> = {
  km: 'kìlómítà',
  m: 'mítà',
  cm: 'sẹ̀ǹtímítà',
  mm: 'mílímítà',
  ft: 'ẹsẹ̀ bàtà',
  kg: 'kìlógíráàmù',
  g: 'gíráàmù',
  mg: 'mílígíráàmù',
  l: 'lítà',
  L: 'lítà',
  ml: 'mílílítà',
  ha: 'hẹ́kítà',
  mph: 'máìlì',
  GB: 'gígábáìtì',
  MB: 'mẹ́gábáìtì',
  KB: 'kìlóbáìtì',
  kW: 'kìlówáàtì',
  MW: 'mẹ́gáwáàtì',
  W: 'wáàtì',
  V: 'fóòtì',
  Hz: 'hẹ́ẹ̀tìsì',
  min: 'ìṣẹ́jú',
  mins: 'ìṣẹ́jú',
  hrs: 'wákàtí',
  hr: 'wákàtí',
  sec: 'ìṣẹ́jú àáyá',
  secs: 'ìṣẹ́jú àáyá',
}
const SYMBOLS = Object.keys(UNITS)
  .sort((a, b) => b.length - a.length)
  .join('|')
const START = '(?<![\\p{L}\\p{M}\\d]|\\d[.,])'
const RANGE = `(${NUMBER})(?:${TO}(${NUMBER}))?`
const SPEED = new RegExp(`${START}${RANGE} ?(?:km/h|kph|kmph)(?![\\p{L}\\d])`, 'gu')
const MEASURE = new RegExp(
  `${START}${RANGE} ?(${SYMBOLS})(?:\\^([23])|(?<=m)([23]))?(?![\\p{L}\\p{M}\\d'])`,
  'gu',
)
const PART = new RegExp(
  `${START}(?:(\\d{1,3}) )?(\\d{1,2})\\/(\\d{1,2}) ?(${SYMBOLS})(?![\\p{L}\\p{M}\\d'])`,
  'gu',
)
const DEGREES = new RegExp(`${START}(-)?${RANGE} ?° ?([CF])?(?![\\p{L}\\d])`, 'gu')
const PERCENT = new RegExp(`(?:(?<![\\p{L}\\p{M}])ìdá )?${START}${RANGE} ?%`, 'gu')
const POWERS: Readonly<Record<string, string>> = { '2': ' onígun mẹ́rin', '3': ' onígun mẹ́fà' }

const SHARES_RANGE = /(?<=\d ?%) ?[-–—] ?(?=\d[\d.,]{0,20} ?%)/g
const MINUS = new RegExp(
  `(?<![\\p{L}\\p{M}\\d)\\]%])[-−](?=${NUMBER} ?(?:%|(?:${SYMBOLS})(?![\\p{L}\\p{M}\\d])))`,
  'gu',
)

/** Measures, the unit first: "5kg" → kìlógíráàmù márùn ún, "20%" → ìdá ogún nínú ọgọ́rùn ún, "30°C" → ìwọ̀n ọgbọ̀n Sẹ́líṣíọ́ọ̀sì. */
export function readUnits(text: string, figures: Figures): string {
  const values = (from: string, to: string | undefined): string => {
    const first = figures.quantity(from, 'counted')
    return to ? `${first} sí ${figures.quantity(to, 'counted')}` : first
  }
  return text
    .replace(SHARES_RANGE, ' sí ')
    .replace(MINUS, 'òdì ')
    .replace(PART, (_, whole: string | undefined, part: string, all: string, unit: string) => {
      const share = fraction(undefined, part, all, figures)
      if (whole === undefined) return ` ${share} ${UNITS[unit]} `
      return ` ${UNITS[unit]} ${figures.whole(whole, 'counted')} àti ${share} `
    })
    .replace(PERCENT, (_, from: string, to?: string) => percent(values(from, to), figures))
    .replace(DEGREES, (_, minus: string | undefined, from: string, to?: string, scale?: string) => {
      const name = scale === 'F' ? ' Fáréńháìtì' : scale === 'C' ? ' Sẹ́líṣíọ́ọ̀sì' : ''
      return ` ìwọ̀n ${minus ? 'òdì ' : ''}${values(from, to)}${name} `
    })
    .replace(SPEED, (_, from: string, to?: string) => {
      return ` kìlómítà ${values(from, to)} ní wákàtí kan `
    })
    .replace(
      MEASURE,
      (_, from: string, to: string | undefined, unit: string, ...powers: string[]) => {
        const power = powers[0] ?? powers[1] ?? ''
        return ` ${UNITS[unit]}${POWERS[power] ?? ''} ${values(from, to)} `
      },
    )
}

function percent(value: string, figures: Figures): string {
  return figures.style === 'english' ? ` ${value} percent ` : ` ìdá ${value} nínú ọgọ́rùn ún `
}
