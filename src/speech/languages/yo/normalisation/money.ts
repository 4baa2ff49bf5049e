import { readPricePer } from '#speech/languages/common/price-per-unit.ts'
import { NUMBER, TO } from '#speech/languages/en/normalisation/number-pattern.ts'
import { bare } from './bare.ts'
import type { Figures } from './figures.ts'

type Currency = readonly [whole: string, part: string]

const NAIRA: Currency = ['náírà', 'kọ́bọ̀']
const DOLLAR: Currency = ['dọ́là', 'sẹ́ǹtì']
const POUND: Currency = ['pọ́n ùn', 'pẹ́ǹsì']
const EURO: Currency = ['yúrò', 'sẹ́ǹtì']
const CEDI: Currency = ['sídì', 'pẹ̀sẹ́wà']
const FRANC: Currency = ['fáráǹkì', 'sáńtíìmù']
const BIRR: Currency = ['bírì', 'sáńtíìmù']
const YUAN: Currency = ['yúánì', 'fẹ́nì']
const CURRENCIES: Readonly<Record<string, Currency>> = {
  '₦': NAIRA,
  N: NAIRA,
  '#': NAIRA,
  NGN: NAIRA,
  US$: DOLLAR,
  USD: DOLLAR,
  $: DOLLAR,
  '£': POUND,
  GBP: POUND,
  '€': EURO,
  EUR: EURO,
  'GH₵': CEDI,
  '₵': CEDI,
  GHS: CEDI,
  XOF: FRANC,
  CFA: FRANC,
  ETB: BIRR,
  BR: BIRR,
  Br: BIRR,
  'BR.': BIRR,
  '¥': YUAN,
  CNY: YUAN,
}
const SCALES: Readonly<Record<string, string>> = {
  k: 'ẹgbẹ̀rún',
  thousand: 'ẹgbẹ̀rún',
  m: 'mílíọ̀nù',
  million: 'mílíọ̀nù',
  b: 'bílíọ̀nù',
  billion: 'bílíọ̀nù',
  t: 'tirílíọ̀nù',
  trillion: 'tirílíọ̀nù',
}
const ENGLISH_SCALES: Readonly<Record<string, string>> = {
  ẹgbẹ̀rún: 'thousand',
  mílíọ̀nù: 'million',
  bílíọ̀nù: 'billion',
  tirílíọ̀nù: 'trillion',
}
const SCALE =
  '(?: ?(k|m|b|t|mn|bn|tn|trn)(?![\\p{L}\\p{M}\\d])| (thousand|million|billion|trillion)(?!\\p{L}))?'
const SIGN =
  '(?<![\\p{L}\\d])(US\\$|USD|NGN|GBP|EUR|GHS|GH₵|XOF|CFA|CNY|ETB|Br\\.?|[₦$£€₵¥]|[N#](?=\\d{1,3},\\d{3}|\\d{3,}|\\d+(?:\\.\\d+)? ?(?:k|m|b|mn|bn|million|billion)(?!\\p{L})|\\d{2}(?!\\d)))'
const BEFORE = new RegExp(`${SIGN} ?(${NUMBER})${SCALE}`, 'giu')
const FROM_TO = new RegExp(`${SIGN} ?(${NUMBER})${SCALE}${TO}${SIGN}? ?(${NUMBER})${SCALE}`, 'giu')
const SPELLED_SCALES: Readonly<Record<string, string>> = {
  k: 'k',
  t: ' trillion',
  m: ' million',
  b: ' billion',
}
const MINUS = /(?<![\p{L}\p{M}\d)\]%])[-−](?=(?:US\$|GH₵|[₦$£€₵¥]) ?\d)/gu
const AFTER = new RegExp(
  `(?<![\\p{L}\\d.,])(${NUMBER}) ?(NGN|USD|GBP|EUR|ETB|Br|[₦$£€])(?![\\p{L}\\d])`,
  'gu',
)

/** "500 naira", "10 dọ́là": the coin is written after the figure and said before it. */
const WORDS: Readonly<Record<string, Currency>> = {
  naira: NAIRA,
  dola: DOLLAR,
  dollar: DOLLAR,
  dollars: DOLLAR,
  yuro: EURO,
  euro: EURO,
  euros: EURO,
}
const WORD_AFTER = new RegExp(
  `(?<![\\p{L}\\d.,])(${NUMBER}) (n[aá][iìí]r[aà]|d[oọ]\u0301?l[aà]|dollars?|y[uú]r[oò]|euros?)(?![\\p{L}\\p{M}])`,
  'giu',
)

const EACH = {
  ...{ kg: 'fún kìlógíráàmù kan', km: 'fún kìlómítà kan', litre: 'fún lítà kan' },
  ...{ day: 'lójúmọ́', month: 'lóṣù' },
}

/** Money, the coin first as Yoruba says it: "₦5,000" → náírà ẹgbẹ̀rún márùn ún, "$2.50" → dọ́là méjì àti sẹ́ǹtì àádọ́ta. */
export function readMoney(text: string, figures: Figures): string {
  return readPricePer(text, EACH)
    .replace(MINUS, 'òdì ')
    .replace(FROM_TO, (_, ...parts: (string | undefined)[]) => fromTo(parts))
    .replace(
      BEFORE,
      (match: string, sign: string, number: string, letter?: string, word?: string) => {
        const currency = CURRENCIES[sign.toUpperCase()]
        if (currency === undefined) return match
        const scale = SCALES[(letter ?? word ?? '').toLowerCase().charAt(0)]
        return ` ${scale ? scaled(number, scale, currency, figures) : amount(number, currency, figures)} `
      },
    )
    .replace(WORD_AFTER, (match: string, number: string, word: string) => {
      const currency = WORDS[bare(word)]
      return currency ? ` ${amount(number, currency, figures)} ` : match
    })
    .replace(AFTER, (match: string, number: string, sign: string) => {
      const currency = CURRENCIES[sign]
      return currency ? ` ${amount(number, currency, figures)} ` : match
    })
}

/** "$5-10 million" → $5 million sí 10 million; the figures are read afterwards. */
function fromTo(parts: readonly (string | undefined)[]): string {
  const [sign, first, letter, word, lastSign = '', second, lastLetter, lastWord] = parts
  const last = spelledScale(lastLetter ?? lastWord)
  return `${sign}${first}${spelledScale(letter ?? word) || last} sí ${lastSign}${second}${last}`
}

function spelledScale(written = ''): string {
  const isThousand = /^th/i.test(written)
  return isThousand ? 'k' : (SPELLED_SCALES[written.charAt(0).toLowerCase()] ?? '')
}

function scaled(number: string, scale: string, [whole]: Currency, figures: Figures): string {
  const value = figures.quantity(number, 'counted')
  if (figures.style === 'english') return `${value} ${ENGLISH_SCALES[scale]} ${whole}`
  return `${whole} ${scale} ${value}`
}

function amount(number: string, [whole, part]: Currency, figures: Figures): string {
  const [integer = '', cents = ''] = number.split('.')
  if (cents !== '' && cents.length !== 2)
    return of(figures.quantity(number, 'counted'), whole, figures)
  const large = of(figures.quantity(integer, 'counted'), whole, figures)
  if (Number(cents) === 0) return large
  const small = of(figures.whole(cents, 'counted'), part, figures)
  return Number(integer.replaceAll(',', '')) === 0 ? small : `${large} àti ${small}`
}

function of(value: string, coin: string, figures: Figures): string {
  return figures.style === 'english' ? `${value} ${coin}` : `${coin} ${value}`
}
