import { anyCase } from '#speech/languages/common/any-case.ts'
import { readMixed } from './fractions.ts'
import { CURRENCIES, type Currency, SCALES } from './money-table.ts'
import { MORE_CURRENCIES } from './more-currencies.ts'
import { NUMBER, TO } from './number-pattern.ts'
import { cardinal, quantity } from './number-words.ts'
import { PER } from './per-table.ts'
import { sentenceMayEnd } from './sentence-start.ts'

const SCALE = `(?:[ -]?${anyCase('thousand|million|billion|trillion|mil|mln|bn|lakh crore|lakhs?|crores?')}(?![\\p{L}])|${anyCase('bn|mn|mm|tn|trn|[kmbt]')}(?![\\p{L}\\d])| (?:mn|tn|trn|[kmb]|[KMB](?!\\. ?\\p{L}))(?![\\p{L}\\d/]))`
const MORE_CODES = Object.keys(MORE_CURRENCIES).join('|')
/** Codes of money, before or after an amount. */
const CODE = `NGN|zl|USD|GBP|EUR|GHS|KES|UGX|TZS|ZAR|XOF|XAF|RWF|JPY|CNY|RMB|INR|PKR|LKR|CAD|AUD|NZD|HKD|SGD|ETB|CHF|SEK|NOK|DKK|ISK|KRW|RUB|ILS|MXN|BRL|[Kk]r|DM|VND|THB|${MORE_CODES}|MYR|IDR|PLN|HUF|CZK|AED|SAR|QAR|EGP|ZMW|MWK|GMD|BTC`
const BARE_SIGNS = '[$£₤€₦₵¥₹₩₽₺₪₱₫฿₴₸৳₲₡₿₨]'
/** "N" and "R" are money before what looks like an amount. */
const N_AMOUNT = `(?=\\d{1,3},\\d{3}|\\d[\\d.]{0,8}${anyCase('[kmbt]|bn|tn|trn')}(?![\\p{L}])| ?\\d[\\d.]{0,8} ?(?:million|billion|trillion|thousand)|\\d{3,9}(?![\\p{L}\\d])|\\d{1,6}\\.\\d0(?![\\p{L}\\d]|[.,]\\d)|[2-8]0(?!\\d)| \\d{1,3},\\d{3})`
const R_AMOUNT = `(?=\\d{1,3}[, ]\\d{3}(?!\\d)|\\d[\\d.]{0,8} ?${anyCase('million|billion|trillion|bn|m')}(?![\\p{L}])|[1-9]0{1,5}(?![\\p{L}\\d-])|\\d{1,6}\\.\\d\\d(?![\\p{L}\\d]))`
const SIGN = `(?:(?<![\\p{L}])(?:US|U\\.S\\.|Can|Cdn|AU?|CA?|NZ|HK|NT|MX|[SRZNJ])\\$|(?<![\\p{L}])(?:CN|RMB|JP)¥|E£|GH[₵¢]|${BARE_SIGNS}|(?<![\\p{L}]|[A-Z]/)(?:${CODE}|KSh|KSH|Ksh\\.?|USh|TSh|RM(?=\\d)|F?CFA|Br\\.?|Rs?e?\\.(?= ?\\d)|Rs|Rp\\.?(?= ?\\d)|Tk\\.?(?= ?\\d)|Re(?= ?\\d+ )|Sh\\.?)(?![\\p{L}])|(?<![\\p{L}\\d])N${N_AMOUNT}|(?<![\\p{L}\\d])R${R_AMOUNT}|(?<![\\p{L}\\d])#(?=\\d{1,3},\\d{3}))`
const AMOUNT = `(${NUMBER})(${SCALE})?`

const SIGN_FIRST = new RegExp(
  `(\\b(?:[Aa]n?) )?([-−])?(${SIGN}) ?([-−])?${AMOUNT}(?:${TO}(?:${SIGN})? ?${AMOUNT})?`,
  'gu',
)
/** Things that are named by their price, also without an article. */
const DESCRIBED =
  /^ (?:bill|note|coin|prize|deal|loan|grant|fund|bonus|ticket|cheque|voucher|fine|bond|project|contract|question|budget|debt|salary|fee|bail|lawsuit|house|car|pension|scholarship)s?(?![a-z])/
const CODE_AFTER = `(?:[₦€£$₽₺₫₩¥₿]|(?:${CODE}|F?CFA|Br)(?![\\p{L}]))`
const SIGN_LAST = new RegExp(
  `(?<![\\p{L}\\d]|\\d[.,])${AMOUNT}(?:${TO}${AMOUNT})? ?(${CODE_AFTER})(?!\\d)`,
  'gu',
)
/** "N10–N20": the letter at both ends shows that it is money. */
const NAIRA_RANGE = /(?<![\p{L}\d])N(\d[\d,.]{0,12}\s?[-–—]\s?)N(?=\d)/gu
/** "500/-", "1,200/=": shillings without cents, behind their sign or alone. */
const NO_CENTS =
  /(?<=(?<!\p{L})(?:[KTU]?Sh|Ksh|KSH|KES|UGX|TZS|Rs|INR|NGN|N)s?\.? ?\d[\d,]{0,12}|[₹₦] ?\d[\d,]{0,12})(?:\.00)?\/[-=]{1,2}(?![\p{L}\d])/gu
const SHILLINGS_ALONE =
  /(?<![\p{L}\d.,/$£€₦-])(\d{1,3}(?:,\d{3}){1,3}|\d{1,7})\/[-=](?![\p{L}\d=>-])(?=( (?:notes?|coins?))?)/gu
/** "6d.", "a 3d stamp", "cost 9d": pence until 1971. A day has no stop inside a sentence. */
const OLD_PENCE =
  /(?<![\p{L}\d.,£/:-])(1[01]|[1-9]) ?d(?:\.(?= ?[,;:)]| \p{Ll})|(?![\p{L}\d'’])(?:(?<=(?<!\p{L})(?:costs?|costing|paid|pays?|price|priced|worth|sold|charged?|only|penny|fare|postage)(?: (?:at|for|of|was|is|just))?(?: £\d{1,4},?)?(?: \d{1,2}s)?,? \d{1,2} ?d)|(?= (?:a|per) (?:pound|pint|pair|dozen|yard|copy|head)(?!\p{L}))|(?= (stamp|coin|piece|fare)s?(?!\p{L}))))/gu
/** "2½d": a half of a day is written otherwise. */
const PART_PENCE = /(?<![\p{L}\d.,£/:-])(\d{1,2}) (\d)\/(\d) ?d(?![\p{L}\d])\.?/gu
/** "$.50", "$.125" */
const CENTS_ONLY = new RegExp(`(?<sign>${BARE_SIGNS}) ?\\.(?<cents>\\d{1,6})(?!\\d)`, 'gu')
/** "N3, 000", "$105, 000": a space behind the comma, as newspapers have it. */
const APART_THOUSANDS = /(?<=(?<!\p{L})[N₦$£€] ?\d{1,3}(?:, ?\d{3}){0,3}), (?=\d{3}(?!\d))/gu
/** "$30/ea", "$5 ea." */
const EACH =
  /(?<=[$£€₦]\d[\d.,]{0,12})(?: ?\/ ?ea(?:ch|\.)?| ea(?:\.(?= |$)|(?=[,;)]|$)))(?!\p{L})/gmu
/** "£500pm", "$10 p/w": how often it is paid. */
const PAID_PER = /(?<=[$£€₦]\d[\d.,]{0,12}k?)(?: ?p\/([mwhnad])|p([mwa]))(?![\p{L}\d/])/gu
const PAID: Readonly<Record<string, string>> = {
  ...{ m: 'month', w: 'week', h: 'hour', n: 'night', a: 'annum', d: 'day' },
}
/** "$10US" */
const US_BEHIND = /(?<![\p{L}\d])\$(\d[\d.,]{0,14}) ?US(?![\p{L}\d.$])/gu
/** "$10 x 2", "3 x $4": sums that are multiplied. */
const SUM_TIMES =
  /(?<=[$£€₦]\d[\d.,]{0,12}) ?[x×] ?(?=\d)|(?<=(?<![\p{L}\d.,])\d{1,6}) ?[x×] ?(?=[$£€₦]\d)/gu
/** "€5,50" as it is written on the Continent. */
const COMMA_CENTS = new RegExp(`(${BARE_SIGNS} ?\\d{1,6}),(\\d\\d)(?![\\d,]|\\.\\d)`, 'gu')
/** "5,50 €" */
const COMMA_CENTS_LAST = /(?<![\p{L}\d.,])(\d{1,6}),(\d\d)(?= ?(?:€|EUR(?!\p{L})))/gu
/** "$1 1/2 million" */
const MIXED_SUM = new RegExp(
  `(${BARE_SIGNS}) ?(\\d{1,4})[ -](\\d{1,2})/(\\d{1,2})(?: (million|billion|trillion|thousand))(?!\\p{L})`,
  'gu',
)
/** "£2½m", "$4¼" */
const MIXED_AMOUNT = new RegExp(
  `(${BARE_SIGNS}) ?(\\d{1,4})[ -](\\d)/(\\d{1,2})(?:(?<scale>m|bn|k)(?![\\p{L}\\d])|(?![\\d/]| (?:million|billion|trillion|thousand)))`,
  'gu',
)
/** "7½p" */
const MIXED_PENCE = /(?<![\p{L}\d./,^£])(\d{1,3}) (\d)\/(\d)p(?![\p{L}\d])/gu
/** "£3 10s 6d": pounds, shillings and pence, as they were counted until 1971. */
const OLD_STERLING =
  /£(\d{1,4}(?:,\d{3})?),? ?(\d{1,2})s\.?(?:,? ?(\d{1,2})d(?![\p{L}\d])\.?|(?![\p{L}\d]))/gu
/** "6s. 8d.", "4 s 4 d", "5s. a week": shillings and pence without pounds. */
const SHILLINGS =
  /(?<![\p{L}\d.,£])(\d{1,2}) ?s(?:\.(?:,? (\d{1,2}) ?d(?![\p{L}\d])\.?|(?<=(?<!\d)1?\ds\.) (?=(?:a|each|per) (?:day|week|month|year|head|piece|dozen|pound|yard|bushel|ton)(?!\p{L})))|,? (\d{1,2}) ?d(?![\p{L}\d])\.?)/gu
/** "$5 million dollars": the sign has said it. */
const SAID_TWICE =
  /(?<!\p{L})(dollars?|pounds?|euros?|naira) (?:(?:US |U\.S\. )?dollars?|pounds?|euros?|naira|USD|GBP|EUR|NGN)(?!\p{L})/gu
const PLUS_SUM = new RegExp(`(?<![\\p{L}\\d)])\\+(?=${BARE_SIGNS} ?\\d)`, 'gu')
/** "£3.50p": the sign has said that these are pence. */
const PENCE_TWICE = /(?<=£\d{1,3}(?:,?\d{3}){0,3}\.\d\d)p(?!\p{L})/gu
/** "Rs.10, 00, 000": a space behind the commas of lakhs. */
const APART_LAKHS =
  /(?<=(?<!\p{L})(?:Rs\.?|INR|₹) ?\d{1,2}(?:, ?\d{2}){0,3}), (?=(?:\d{2}, ?){0,3}\d{3}(?!\d|, ?\d))/gu
/** "¢50" */
const CENT_SIGN_FIRST = /(?<![\p{L}\d])¢ ?(\d{1,4})(?![\p{L}\d]|[.,]\d)/gu
const PART_CENTS = /(?<![\p{L}\d.,])(\d{0,4}\.\d{1,4}) ?¢/gu
/** "$5 CAD": the code says which dollar. */
const DOLLAR_AND_CODE =
  /(?<!\p{L})\$ ?(?=\d[\d.,]{0,14}(?: (?:million|billion|trillion))? ?(?:CAD|AUD|NZD|HKD|SGD|MXN|TWD|JMD|NAD)(?![\p{L}\d]))/gu
/** "(£m)", "in $bn": what a table counts in. */
const LONE_SCALE = /(?<![\p{L}\d])([$£€₦]) ?(m|mn|bn|tn)(?![\p{L}\d])/gu
/** "in £/kg", "the $/barrel price": what a price is counted in. */
const LONE_PRICE =
  /(?<![\p{L}\d])([$£€₦]) ?\/ ?(kg|g|t|l|L|km|m|lb|oz|litre|liter|tonne|ton|barrel|bbl|bag|head|hour|hr|day|month|year|unit|GB|MB|kWh|MWh|acre|ha)(?![\p{L}\d/])/gu
/** "N1,485/$": a rate of exchange. */
const PER_UNIT_OF_MONEY = /(?<=\d) ?\/([$£€₦])(?![\p{L}\d$£€₦])/gu
const CENTS = /(?<![\p{L}\d.,])(\d{1,4}) ?¢/gu
const PENCE =
  /(?<![\p{L}\d.,])(?!(?:144|240|360|480|720|1080|1440|2160)p)(\d{1,4}(?:\.\d{1,2})?)p(?![\p{L}\d])/gu

/** Sums of money: "₦5,000" → five thousand naira, "$3.50" → three dollars and fifty cents, "€1.2m" → one point two million euros. */
export function readMoney(text: string): string {
  return text
    .replace(/(?<=\d)\/(?=[$£€₦] ?\d)/g, ' to ')
    .replace(LONE_PRICE, (_, sign: string, unit: string) => {
      return `${CURRENCIES[sign]?.many} per ${PER[unit] ?? unit}`
    })
    .replace(PER_UNIT_OF_MONEY, (_, sign: string) => ` to the ${CURRENCIES[sign]?.one}`)
    .replace(NAIRA_RANGE, '₦$1₦')
    .replace(NO_CENTS, '')
    .replace(SHILLINGS_ALONE, (_, digits: string, thing?: string) => {
      return `${quantity(digits)} ${digits === '1' || thing ? 'shilling' : 'shillings'}`
    })
    .replace(APART_THOUSANDS, ',')
    .replace(APART_LAKHS, ',')
    .replace(PENCE_TWICE, '')
    .replace(EACH, ' each')
    .replace(PAID_PER, (_, behind?: string, near?: string) => ` per ${PAID[behind ?? near ?? '']}`)
    .replace(US_BEHIND, 'US$$$1')
    .replace(SUM_TIMES, ' times ')
    .replace(DOLLAR_AND_CODE, '')
    .replace(CENT_SIGN_FIRST, '$1¢')
    .replace(PART_CENTS, (_, number: string) => `${quantity(number)} cents`)
    .replace(
      LONE_SCALE,
      (_, sign: string, scale: string) => `${SCALES[scale]} ${CURRENCIES[sign]?.many}`,
    )
    .replace(CENTS_ONLY, '$<sign>0.$<cents>')
    .replace(COMMA_CENTS, '$1.$2')
    .replace(COMMA_CENTS_LAST, '$1.$2')
    .replace(MIXED_SUM, (match: string, ...parts: string[]) => {
      const [sign = '', whole = '', top = '', bottom = '', scale = ''] = parts
      return `${readMixed(match, whole, top, bottom)} ${scale} ${CURRENCIES[sign]?.many}`
    })
    .replace(MIXED_AMOUNT, (match: string, ...parts: (string | undefined)[]) => {
      const [sign = '', whole = '', top = '', bottom = '', scale = ''] = parts
      const number = readMixed(match, whole, top, bottom)
      return number === match ? match : `${number}${scaleWord(scale)} ${CURRENCIES[sign]?.many}`
    })
    .replace(MIXED_PENCE, (match: string, ...parts: string[]) => {
      const [whole = '', top = '', bottom = ''] = parts
      const number = readMixed(match, whole, top, bottom)
      return number === match ? match : `${number} pence`
    })
    .replace(OLD_STERLING, (_, pounds: string, shillings: string, pence?: string) => {
      const said = [
        count(pounds.replace(',', ''), 'pound', 'pounds'),
        count(shillings, 'shilling', 'shillings'),
        pence === undefined ? '' : `and ${count(pence, 'penny', 'pence')}`,
      ]
      return said.filter((part) => part !== '').join(' ')
    })
    .replace(SHILLINGS, readShillings)
    .replace(PART_PENCE, (match: string, pence: string, top: string, bottom: string) => {
      return `${readMixed(match, pence, top, bottom)} pence`
    })
    .replace(OLD_PENCE, (_, pence: string, thing?: string) => {
      return count(pence, 'penny', thing === undefined ? 'pence' : 'penny')
    })
    .replace(PLUS_SUM, 'plus ')
    .replace(SIGN_FIRST, readSignFirst)
    .replace(SIGN_LAST, (_, first: string, scale, second, lastScale, sign: string) => {
      const money = moneyOf(sign)
      return money ? sum({ first, scale, second, lastScale, money }) : ''
    })
    .replace(
      CENTS,
      (_, digits: string) => `${cardinal(digits)} ${digits === '1' ? 'cent' : 'cents'}`,
    )
    .replace(
      PENCE,
      (_, digits: string) => `${quantity(digits)} ${digits === '1' ? 'penny' : 'pence'}`,
    )
    .replace(SAID_TWICE, '$1')
    .replace(/(?<!\p{L})kobo kobo(?!\p{L})/gu, 'kobo')
    .replace(/(?<=(?<!\p{L})(?:dollars|pounds|euros)')s(?= worth)/gu, '')
}

function readShillings(match: string, ...parts: (string | number | undefined)[]): string {
  const [shillings, first, second, offset, whole] = parts
  const pence = first ?? second
  const said = count(String(shillings), 'shilling', 'shillings')
  if (pence === undefined) return `${said} `
  const ends = match.endsWith('.') && sentenceMayEnd(String(whole), Number(offset) + match.length)
  return `${said} and ${count(String(pence), 'penny', 'pence')}${ends ? '.' : ''}`
}

function moneyOf(sign: string): Currency | undefined {
  return CURRENCIES[sign] ?? MORE_CURRENCIES[sign]
}

interface Sum {
  readonly first: string
  readonly scale: string | undefined
  readonly second: string | undefined
  readonly lastScale: string | undefined
  readonly money: Currency
}

function readSignFirst(match: string, ...rest: unknown[]): string {
  // After the eight groups, `replace` passes the offset and the whole text.
  const [article, minus, sign, lower, first, scale, second, lastScale] = rest as string[]
  const [offset, whole] = rest.slice(8) as [number, string]
  const money = moneyOf(sign ?? '')
  if (money === undefined || first === undefined) return match
  const negative = minus || lower ? 'minus ' : ''
  // "a $5 million loan": the sum describes a thing, so its unit has no plural.
  const following = whole.slice(offset + match.length, offset + match.length + 16)
  const describes =
    (article !== undefined && /^[ -][a-z]/.test(following)) || DESCRIBED.test(following)
  const unit = describes ? { ...money, many: money.one } : money
  return `${article ?? ''}${negative}${sum({ first, scale, second, lastScale, money: unit })}`
}

function sum({ first, scale, second, lastScale, money }: Sum): string {
  if (second !== undefined) {
    const hasCents = [first, second].some((amount) => /\.\d{2}$/.test(amount))
    if (hasCents && scale === undefined && lastScale === undefined) {
      return `${single(first, undefined, money)} to ${single(second, undefined, money)}`
    }
    const low = `${quantity(first)}${scaleWord(scale === lastScale ? undefined : scale)}`
    return `${low} to ${quantity(second)}${scaleWord(lastScale)} ${money.many}`
  }
  return single(first, scale, money)
}

/** One amount: "5.50" → five dollars and fifty cents. */
function single(first: string, scale: string | undefined, money: Currency): string {
  if (scale !== undefined) return `${quantity(first)}${scaleWord(scale)} ${money.many}`
  const [whole = '', written] = first.replaceAll(',', '').split('.')
  const part = inCents(written, money)
  if (part === undefined || /^0+$/.test(part)) return count(whole, money.one, money.many)
  if (part.length !== 2 || money.subOne === money.one)
    return `${quantity(`${whole}.${part}`)} ${money.many}`
  const small = count(part.replace(/^0/, ''), money.subOne, money.subMany)
  return Number(whole) === 0 ? small : `${count(whole, money.one, money.many)} and ${small}`
}

/** Noughts beyond the cents say nothing, and "$5.5" is five dollars and fifty cents. */
function inCents(decimals: string | undefined, money: Currency): string | undefined {
  if (decimals?.length === 1 && money.subOne !== money.one && decimals !== '0')
    return `${decimals}0`
  return decimals !== undefined && decimals.length > 2
    ? decimals.replace(/(?<=^\d{2}\d*)0+$/, '')
    : decimals
}

function count(digits: string, one: string, many: string): string {
  return `${cardinal(digits)} ${digits === '1' ? one : many}`
}

function scaleWord(written: string | undefined): string {
  const word = SCALES[written?.replace(/^[ -]/, '').toLowerCase() ?? '']
  return word ? ` ${word}` : ''
}
