import type { NumberStyle } from '#shared/script.ts'
import { readPricePer } from '#speech/languages/common/price-per-unit.ts'
import { NUMBER, NUMBER_START, TO } from '#speech/languages/en/normalisation/number-pattern.ts'
import { cardinal, quantity } from './number-words.ts'

interface Currency {
  readonly name: string
  readonly part: string
}

const NAIRA: Currency = { name: 'naịra', part: 'kobo' }
const DOLLAR: Currency = { name: 'dọla', part: 'sentị' }
const POUND: Currency = { name: 'paụnd', part: 'pensị' }
const EURO: Currency = { name: 'yuro', part: 'sentị' }
const BIRR: Currency = { name: 'birị', part: 'santịm' }
const CURRENCIES: Readonly<Record<string, Currency>> = {
  ...{ '₦': NAIRA, NGN: NAIRA, N: NAIRA, $: DOLLAR, US$: DOLLAR, USD: DOLLAR, '£': POUND },
  ...{ GBP: POUND, '€': EURO, EUR: EURO, 'GH₵': { name: 'sidi', part: 'peswa' } },
  ...{ ETB: BIRR, BR: BIRR, Br: BIRR, 'BR.': BIRR },
  ...{ '¥': { name: 'yen', part: 'sen' }, '₹': { name: 'rupii', part: 'paịsa' } },
}
const SCALES: Readonly<Record<string, string>> = {
  ...{ k: 'puku', thousand: 'puku', puku: 'puku', m: 'nde', mn: 'nde', million: 'nde', nde: 'nde' },
  ...{ b: 'ijeri', bn: 'ijeri', billion: 'ijeri', ijeri: 'ijeri', njeri: 'ijeri' },
  ...{ t: 'puku ijeri', tn: 'puku ijeri', trn: 'puku ijeri', trillion: 'puku ijeri' },
}
const SIGN =
  '(?:US\\$|GH₵|[₦$£€¥₹]|(?<!\\p{L})(?:NGN|USD|GBP|EUR|ETB|Br\\.?) ?|(?<![\\p{L}\\d])N(?=\\d))'
const SCALE = '(?: ?(thousand|million|billion|trillion|trn|[mbt]n|[kmbt])(?!\\p{L}))?'
const SCALE_BEFORE = '(?:(?<!\\p{L})(puku|nde|ijeri|njeri) )?'
const SUM = new RegExp(
  `${SCALE_BEFORE}(-)?(${SIGN}) ?(${NUMBER})${SCALE}(?:${TO}(?:${SIGN})?(${NUMBER})${SCALE})?`,
  'giu',
)
const SUM_AFTER = new RegExp(
  `${NUMBER_START}(${NUMBER}) ?(₦|\\$|£|€|(?:NGN|USD|GBP|EUR|ETB|Br)(?!\\p{L}))`,
  'gu',
)

const EACH = {
  ...{ kg: "n'otu kilogram", km: "n'otu kilomita", litre: "n'otu lita" },
  ...{ day: "n'otu ụbọchị", month: "n'otu ọnwa" },
}

/** Sums of money: "₦5,000" → naịra puku ise, "$3.50" → dọla atọ na sentị iri ise, "nde N50" → nde naịra iri ise. */
export function readMoney(text: string, numbers: NumberStyle): string {
  return readPricePer(text, EACH)
    .replace(SUM, (match: string, ...parts: unknown[]) => {
      // The groups, as the pattern has them.
      const [before, minus, sign = '', first = '', scale, second, lastScale] = parts as string[]
      const currency = CURRENCIES[sign.trim().toUpperCase()]
      if (!currency) return match
      const sized = { currency, scale: scaleOf(before ?? scale ?? lastScale), numbers }
      const low = `${minus ? 'mwepụ ' : ''}${sum(first, sized)}`
      return second === undefined ? low : `${low} ruo ${quantity(second, numbers)}`
    })
    .replace(SUM_AFTER, (match: string, amount: string, sign: string) => {
      const currency = CURRENCIES[sign]
      return currency ? sum(amount, { currency, scale: undefined, numbers }) : match
    })
}

function scaleOf(written: string | undefined): string | undefined {
  return SCALES[written?.toLowerCase() ?? '']
}

interface Sized {
  readonly currency: Currency
  readonly scale: string | undefined
  readonly numbers: NumberStyle
}

function sum(amount: string, { currency, scale, numbers }: Sized): string {
  if (scale !== undefined) {
    const isOne = amount === '1'
    return isOne
      ? `otu ${scale} ${currency.name}`
      : `${scale} ${currency.name} ${quantity(amount, numbers)}`
  }
  const [whole = '0', part] = amount.replaceAll(',', '').split('.')
  if (part === undefined || /^0+$/.test(part)) return counted(currency.name, whole, numbers)
  if (part.length !== 2) return `${currency.name} ${quantity(amount, numbers)}`
  const small = counted(currency.part, part.replace(/^0/, ''), numbers)
  return Number(whole) === 0 ? small : `${counted(currency.name, whole, numbers)} na ${small}`
}

/** "otu naịra", but "naịra abụọ": one goes before its noun, every other number after it. */
export function counted(noun: string, digits: string, numbers: NumberStyle): string {
  return /^0*1$/.test(digits) ? `otu ${noun}` : `${noun} ${cardinal(digits, numbers)}`
}
