import { readPricePer } from '#speech/languages/common/price-per-unit.ts'
import { cardinal, quantity } from './number-words.ts'
import { NUMBER, NUMBER_START, SCALE } from './numbers.ts'

interface Currency {
  readonly name: string
  readonly hundredth: string
}

const BIRR: Currency = { name: 'ብር', hundredth: 'ሳንቲም' }
const DOLLAR: Currency = { name: 'ዶላር', hundredth: 'ሳንቲም' }
const CURRENCIES: Readonly<Record<string, Currency>> = {
  ...{ Br: BIRR, 'Br.': BIRR, BR: BIRR, ETB: BIRR, Birr: BIRR, birr: BIRR, ብር: BIRR },
  ...{ $: DOLLAR, US$: DOLLAR, USD: DOLLAR, USD$: DOLLAR, ዶላር: DOLLAR },
  ...{ '€': { name: 'ዩሮ', hundredth: 'ሳንቲም' }, EUR: { name: 'ዩሮ', hundredth: 'ሳንቲም' } },
  ...{ '£': { name: 'ፓውንድ', hundredth: 'ፔኒ' }, GBP: { name: 'ፓውንድ', hundredth: 'ፔኒ' } },
  ...{ '₦': { name: 'ናይራ', hundredth: 'ኮቦ' }, NGN: { name: 'ናይራ', hundredth: 'ኮቦ' } },
  ...{ '¥': { name: 'የን', hundredth: 'ሴን' }, '₹': { name: 'ሩፒ', hundredth: 'ፓይሳ' } },
}
const LATIN_SCALES: Readonly<Record<string, string>> = {
  ...{ k: 'ሺህ', K: 'ሺህ', m: 'ሚሊዮን', M: 'ሚሊዮን', mn: 'ሚሊዮን', million: 'ሚሊዮን' },
  ...{ b: 'ቢሊዮን', B: 'ቢሊዮን', bn: 'ቢሊዮን', billion: 'ቢሊዮን', trillion: 'ትሪሊዮን' },
}

const SIGNS = 'USD\\$|US\\$|USD|ETB|EUR|GBP|NGN|Birr|birr|Br\\.|Br|BR|\\$|€|£|₦|¥|₹'
const SCALES = `(?: ?(${SCALE})(?!\\p{L})| ?(million|billion|trillion|bn|mn)(?!\\p{L})|([kKmMbB])(?!\\p{L}))?`
const SIGN_FIRST = new RegExp(`(?<![A-Za-z])(${SIGNS}) ?(${NUMBER})(?! ?[-–—]\\d)${SCALES}`, 'gu')
const SIGN_LAST = new RegExp(`${NUMBER_START}(${NUMBER})${SCALES} ?(${SIGNS})(?![A-Za-z])`, 'gu')
const SIGNED_RANGE = new RegExp(
  `(\\p{L})?(?<![A-Za-z])(${SIGNS}) ?(${NUMBER}) ?[-–—] ?(?:${SIGNS})? ?(?=\\d)`,
  'gu',
)
const BIRR_FIRST = new RegExp(
  `(?<!\\p{L})(?<!\\d[ ]?)((?:የ|በ|ለ|ከ)?)ብር (${NUMBER})(?! ?[-–—]\\d)${SCALES}(?! ?(?:ብር|ዶላር|ሳንቲም|ቀን))`,
  'gu',
)
const WITH_CENTS = new RegExp(`${NUMBER_START}(\\d{1,15})\\.(\\d{2}) ?(ብር|ዶላር)(?=\\P{L}|$)`, 'gu')

const EACH = {
  ...{ kg: 'በኪሎ ግራም', km: 'በኪሎ ሜትር', litre: 'በሊትር', day: 'በቀን', month: 'በወር' },
}

/** Money: "$61 ሚሊዮን" → ስልሳ አንድ ሚሊዮን ዶላር, "ብር 2500" → ሁለት ሺህ አምስት መቶ ብር, "10.50 ብር" → አስር ብር ከሃምሳ ሳንቲም. */
export function readMoney(text: string): string {
  return readPricePer(text, EACH)
    .replace(SIGNED_RANGE, (_, before: string | undefined, sign: string, low: string) => {
      return `${before ?? 'ከ'}${quantity(low)} እስከ ${sign}`
    })
    .replace(SIGN_FIRST, (_, sign: string, number: string, ...scales: (string | undefined)[]) => {
      return amount(number, scaleOf(scales.slice(0, 3)), sign)
    })
    .replace(SIGN_LAST, (_, number: string, ...rest: (string | undefined)[]) => {
      return amount(number, scaleOf(rest.slice(0, 3)), rest[3] ?? '')
    })
    .replace(BIRR_FIRST, (_, prefix: string, number: string, ...scales: (string | undefined)[]) => {
      return `${prefix}${amount(number, scaleOf(scales.slice(0, 3)), 'ብር')}`
    })
    .replace(WITH_CENTS, (_, whole: string, cents: string, name: string) => {
      return amount(`${whole}.${cents}`, undefined, name)
    })
}

function scaleOf(scales: readonly (string | undefined)[]): string | undefined {
  const scale = scales.find((word) => word !== undefined)
  return scale === undefined ? undefined : (LATIN_SCALES[scale] ?? scale)
}

function amount(number: string, scale: string | undefined, sign: string): string {
  const { name, hundredth } = CURRENCIES[sign] ?? BIRR
  if (scale !== undefined) return `${quantity(number)} ${scale} ${name}`
  const [whole = '0', cents = ''] = number.split('.')
  if (cents.length !== 2) return `${quantity(number)} ${name}`
  if (cents === '00') return `${cardinal(whole)} ${name}`
  const rest = `${cardinal(cents)} ${hundredth}`
  return Number(whole) === 0 ? rest : `${cardinal(whole)} ${name} ከ${rest}`
}
