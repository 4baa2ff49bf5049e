import { NUMBER, NUMBER_START, TO } from '#speech/languages/en/normalisation/number-pattern.ts'
import type { Figures } from './figures.ts'
import { decimal } from './number-words.ts'

const ORDINAL = /(?<![\p{L}\d.,])(\d{1,3}(?:,\d{3}){1,4}|\d{1,15}) ?(?:st|nd|rd|th)(?![\p{L}\d])/giu
const YORUBA_ORDINAL = /(?<![\p{L}\p{M}\d])(?:ìkẹ|[kK][eẹ])-?(\d{1,6})(?![\d.,]\d|\d)/gu
const SCORE = /(?<![\p{L}\d./,:-])(\d{1,2})-(\d{1,2})(?![\d./:%-]\d|[\d%])/gu
const RANGE = new RegExp(`${NUMBER_START}(?<![-–/])(${NUMBER})${TO}(?=${NUMBER}(?![\\d:/]))`, 'gu')
const FRACTION =
  /(?:(?<![\p{L}\p{M}])ìdá )?(?<![\p{L}\d/.,])(?:(\d{1,3}) )?(\d{1,2})\/(\d{1,3})(?![\d/])/gu
const POINTS = /(?<![\p{L}\d.])\d{1,4}(?:\.\d{1,4}){2,8}(?!\d)/gu
const ANY = new RegExp(`${NUMBER_START}(${NUMBER})`, 'gu')
/** Boundaries between letters and figures: "5G", "B2B". */
const EDGE = /(?<=[\p{L}\p{M}])-?(?=\d)|(?<=\d)-?(?=\p{L})/gu
const SPACED_THOUSANDS = /(?<![\p{L}\d.,] ?)[1-9]\d{0,2}(?: \d{3}){1,4}(?![\p{L}\d.,]| ?\d)/gu
const LEFT_OVER = /\d{1,15}/g
const MINUS = /(?<![\p{L}\p{M}\d)\]%])[-−](?=\d)/gu
const SCALED = new RegExp(
  `${NUMBER_START}(${NUMBER}) ?(million|billion|trillion|mílíọ̀nù|bílíọ̀nù|tirílíọ̀nù|miliọnu|biliọnu|bn|mn|k|K|M|B)(?![\\p{L}\\p{M}\\d])`,
  'gu',
)
const SCALES: Readonly<Record<string, string>> = {
  m: 'mílíọ̀nù',
  b: 'bílíọ̀nù',
  t: 'tirílíọ̀nù',
  k: 'ẹgbẹ̀rún',
}
const ZERO = 'òdo'

/** Ordinals, fractions, ranges and every number that no other rule has read. No digit is left behind. */
export function readNumbers(text: string, figures: Figures): string {
  const ordinal = (digits: string): string => figures.whole(digits.replaceAll(',', ''), 'ordinal')
  return text
    .replace(SPACED_THOUSANDS, (number) => number.replaceAll(' ', ''))
    .replace(ORDINAL, (_, digits: string) => (digits === '1' ? 'àkọ́kọ́' : ordinal(digits)))
    .replace(YORUBA_ORDINAL, (_, digits: string) => ordinal(digits))
    .replace(MINUS, 'òdì ')
    .replace(POINTS, (number) =>
      number
        .split('.')
        .map((part) => figures.whole(part, 'counted'))
        .join(' pọ́íǹtì '),
    )
    .replace(SCALED, (_, number: string, scale: string) => {
      return `${SCALES[scale.charAt(0).toLowerCase()]} ${figures.quantity(number, 'counted')}`
    })
    .replace(FRACTION, (_, whole: string | undefined, part: string, all: string) =>
      fraction(whole, part, all, figures),
    )
    .replace(SCORE, (match: string, first: string, second: string) => {
      if (Number(first) < Number(second)) return match
      return `${figures.whole(first, 'counted')} sí ${figures.whole(second, 'counted')}`
    })
    .replace(RANGE, (_, first: string) => `${figures.quantity(first, 'counted')} sí `)
    .replace(EDGE, ' ')
    .replace(ANY, (_, number: string, offset: number, whole: string) => {
      const form = formAt(whole, offset, number.length)
      // English counting style still says "ọmọ méjì".
      const isFew = form === 'counted' && /^(?:[1-9]|10)$/.test(number)
      return isFew ? decimal(Number(number), form) : figures.quantity(number, form)
    })
    .replace(LEFT_OVER, (digits) => ` ${figures.whole(digits, 'counted')} `)
}

/** Beside a word a figure counts something; alone, or between signs, it is the number itself. */
function formAt(text: string, offset: number, length: number): 'counted' | 'counting' {
  const before = text.slice(Math.max(0, offset - 3), offset)
  const after = text.slice(offset + length, offset + length + 3)
  return /[\p{L}\p{M}][ -]?[("]?$/u.test(before) || /^ ?\p{L}/u.test(after) ? 'counted' : 'counting'
}

/** "1/2" → ìdajì, "3/4" → ìdá mẹ́ta nínú mẹ́rin, "2 1/2" → méjì àti ìdajì. */
export function fraction(
  whole: string | undefined,
  part: string,
  all: string,
  figures: Figures,
): string {
  const value = (digits: string): string => figures.whole(digits, 'counted')
  const isHalf = part === '1' && all === '2'
  const name = isHalf ? 'ìdajì' : `ìdá ${value(part)} nínú ${value(all)}`
  if (Number(all) === 0) return `${value(part)} ${ZERO}`
  return whole ? `${value(whole)} àti ${name}` : name
}
