import { readPricePer } from '#speech/languages/common/price-per-unit.ts'
import { NUMBER, TO } from '#speech/languages/en/normalisation/number-pattern.ts'
import type { Counting } from './counting.ts'
import { quantity } from './numbers.ts'

/** A currency and its hundredth. */
type Currency = readonly [whole: string, part: string]

const CURRENCIES: Readonly<Record<string, Currency>> = {
  '₦': ['naira', 'kobo'],
  N: ['naira', 'kobo'],
  NGN: ['naira', 'kobo'],
  $: ['dala', 'sent'],
  US$: ['dalar Amurka', 'sent'],
  USD: ['dalar Amurka', 'sent'],
  '£': ['fam', 'kwabo'],
  GBP: ['fam', 'kwabo'],
  '€': ['yuro', 'sent'],
  EUR: ['yuro', 'sent'],
  '₵': ['sidi', 'pesewa'],
  'GH₵': ['sidin Gana', 'pesewa'],
  GHS: ['sidin Gana', 'pesewa'],
  CFA: ['sefa', 'santim'],
  FCFA: ['sefa', 'santim'],
  XOF: ['sefa', 'santim'],
  ETB: ['bir', 'santim'],
  Br: ['bir', 'santim'],
  'Br.': ['bir', 'santim'],
  '¥': ['yen', 'sen'],
}
const SCALES: Readonly<Record<string, string>> = {
  ...{ k: 'dubu', thousand: 'dubu', dubu: 'dubu', m: 'miliyan', mn: 'miliyan', mln: 'miliyan' },
  ...{ million: 'miliyan', miliyan: 'miliyan', b: 'biliyan', bn: 'biliyan', billion: 'biliyan' },
  ...{ biliyan: 'biliyan', t: 'tiriliyan', tn: 'tiriliyan', trn: 'tiriliyan' },
  ...{ trillion: 'tiriliyan', tiriliyan: 'tiriliyan' },
}
const SCALE =
  '(?:[ -]?(?:thousand|million|billion|trillion|dubu|miliyan|biliyan|tiriliyan|mln|bn|mn)(?!\\p{L})|(?:bn|mn|trn|tn|[kmbtKMBT])(?![\\p{L}\\d]))'
const SIGN =
  '(?:US\\$|GH₵|[₦$£€₵¥]|(?<!\\p{L})(?:NGN|USD|GBP|EUR|GHS|XOF|F?CFA|ETB|Br\\.?)(?!\\p{L})|(?<![\\p{L}\\d])N(?=\\d))'
const SIGN_FIRST = new RegExp(
  `([-−])?(${SIGN}) ?(${NUMBER})(${SCALE})?(?:${TO}(?:${SIGN})? ?(${NUMBER})(${SCALE})?)?`,
  'gu',
)
const SIGN_AND_WORDS = new RegExp(
  `(${SIGN}) ?(?=(?:dubu|miliyan|biliyan|tiriliyan|ɗari)(?!\\p{L}))`,
  'gu',
)
const SIGN_LAST = new RegExp(
  `(?<![\\p{L}\\d]|\\d[.,])(${NUMBER})(${SCALE})? ?(${SIGN})(?!\\d)`,
  'gu',
)
const SCALED = new RegExp(
  `(?<![\\p{L}\\d]|\\d[.,])(${NUMBER})(?: (million|billion|trillion|thousand|miliyan|biliyan|tiriliyan)|(bn|mn|tn|k|K))(?![\\p{L}\\d])`,
  'gu',
)

const EACH = {
  ...{ kg: 'a kowane kilogiram', km: 'a kowace kilomita', litre: 'a kowace lita' },
  ...{ day: 'a rana', month: 'a wata' },
}

/** Sums: "₦5,000" → naira dubu biyar, "$3.50" → dala uku da sent hamsin, "₦1.5m" → naira miliyan ɗaya da rabi. */
export function readMoney(text: string, counting: Counting): string {
  const sum = (sign: string, amount: string, scale: string | undefined): string => {
    const [whole, part] = CURRENCIES[sign] ?? [sign, '']
    return scale
      ? `${whole} ${scaled(amount, scale, counting)}`
      : plain(whole, part, amount, counting)
  }
  return readPricePer(text, EACH)
    .replace(SIGN_FIRST, (_match: string, ...parts: (string | undefined)[]) => {
      const [minus, sign = '', first = '', scale, second, lastScale] = parts
      const start = sum(sign, first, scale ?? (second ? lastScale : undefined))
      const end = second === undefined ? '' : ` zuwa ${amountOf(second, lastScale, counting)}`
      return `${minus ? 'debe ' : ''}${start}${end}`
    })
    .replace(SIGN_AND_WORDS, (_, sign: string) => `${CURRENCIES[sign]?.[0]} `)
    .replace(SIGN_LAST, (_, amount: string, scale: string | undefined, sign: string) =>
      sum(sign, amount, scale),
    )
    .replace(SCALED, (_, amount: string, word?: string, letters?: string) =>
      scaled(amount, word ?? letters ?? '', counting),
    )
}

function amountOf(amount: string, scale: string | undefined, counting: Counting): string {
  return scale ? scaled(amount, scale, counting) : quantity(amount, counting)
}

/** The scale goes first: "1.5", "m" → miliyan ɗaya da rabi. */
function scaled(amount: string, scale: string, counting: Counting): string {
  const word = SCALES[scale.replace(/^[ -]/, '').toLowerCase()] ?? scale
  const [whole = '', decimals] = amount.replaceAll(',', '').split('.')
  const half = decimals === '5' && whole !== '0'
  return `${word} ${half ? `${counting.cardinal(whole)} da rabi` : quantity(amount, counting)}`
}

function plain(whole: string, part: string, amount: string, counting: Counting): string {
  const [units = '', decimals] = amount.replaceAll(',', '').split('.')
  if (decimals === undefined || /^0+$/.test(decimals)) return `${whole} ${counting.cardinal(units)}`
  if (decimals.length !== 2) return `${whole} ${quantity(amount, counting)}`
  const small = `${part} ${counting.cardinal(decimals)}`
  return /^0*$/.test(units) ? small : `${whole} ${counting.cardinal(units)} da ${small}`
}
