import { spell } from './letters.ts'
import { digitByDigit } from './number-words.ts'

const START = '(?<![\\p{L}\\d.,/:+-])'
const END = '(?![\\p{L}\\d]|[.,:/-]\\d)'
const GAP = '[ .-]?'

const INTERNATIONAL = new RegExp(
  `(?<![\\p{L}\\d+])\\+ ?(\\d{1,3})${GAP}((?:\\(\\d{1,5}\\)|\\d{1,14})(?:${GAP}(?:\\(\\d{1,5}\\)|\\d{1,10})){0,6})(?![\\p{L}\\d])`,
  'gu',
)
/** Nigerian and other national numbers: a leading nought, ten or eleven digits in all, grouped or not. */
const NATIONAL = new RegExp(
  `${START}(\\(0\\d{1,4}\\)|0\\d{1,10})((?:${GAP}\\d{2,8}){0,4})${END}`,
  'gu',
)
const AMERICAN = new RegExp(
  `${START}(?:(1)[ .-])?(\\(\\d{3}\\)[ .-]?|\\d{3}[.-]|(?:(?<=1[ .-])|(?![01]))\\d{3} (?=\\d{3} \\d{4}))(\\d{3})[ .-](\\d{4})${END}`,
  'gu',
)
/** "1-800-FLOWERS" */
const NAMED_NUMBER =
  /(?<![\p{L}\d.,/:+-])(?:(1)-)?(8\d\d|900)-(?:(\d{3})-(?=[A-Z]{4}(?!\p{L})))?(?=[A-Z]{2,}(?![\p{Ll}])|\d{1,4}-[A-Z]{2,})/gu
/** Seven figures as in a town of America; a round second number makes it a range. */
const LOCAL =
  /(?<![\p{L}\d.,/:+$£€₦-])([2-9]\d\d)-(\d{4})(?![\p{L}\d/-]|[.,:]\d| (?:people|men|women|years|BC|AD|\p{L}+s(?!\p{L})))/gu
const LOCAL_AFTER_WORD =
  /(?<=(?<!\p{L})(?:[Cc]all|[Dd]ial|[Pp]hone:?|[Ff]ax:?|[Tt]el(?:ephone|\.)?:?|[Nn]umber is|[Rr]each(?:ed)?(?: (?:me|us|him|her|them))? (?:at|on)|[Cc]all (?:me|us|him|her|them) (?:at|on)) )(\d{3}) (\d{4})(?![\p{L}\d/-]|[.,:]\d)/gu
/** From a telephone abroad: "00 44 20 …", "011 44 20 …". */
const DIALLED_ABROAD =
  /(?<![\p{L}\d.,/:+-])(?:(?:00|011) [1-9]\d{0,2}|00[1-9]\d{0,2})(?: \d{1,8}){2,5}(?![\p{L}\d]|[.,:/-]\d)/gu
const SOCIAL_SECURITY = /(?<![\p{L}\d.,/:+-])\d{3}-\d{2}-\d{4}(?![\p{L}\d/-]|[.,:]\d)/gu
/** The number of a book, in groups or not. */
const BOOK =
  /(?<=(?<!\p{L})ISBN(?:[- ]?1[03])?:? ?)\d(?:[ –‑-]?\d){8,12}(?:[ –‑-]?[Xx])?(?![\p{L}\d]|[.,:/-]\d)/gu
const SERIAL_PARTS =
  /(?<=(?<!\p{L})(?:[ep]?-?ISSN|LCCN|CAS(?: [Nn]o\.?| number)?|[Ss]ort code|NIN|BVN|TIN|EIN|(?:[Cc]ase|[Dd]ocket|[Ff]ile|[Pp]ermit|[Ll]icence|[Rr]eg\.?|[Rr]egistration)(?: [Nn]o\.?| [Nn]umber)?)(?: is|:)? )\d{2,7}(?:-\d{1,7}){1,3}(?:-?X)?(?![\p{L}\d]|[.,:/-]\d)/gu
/** "x12" behind a telephone number; "1920 x 1080" is a size. */
const EXTENSION =
  /(?<=\d[ .)-]\d{4},? )x\.? ?(?=\d{1,5}(?!\d))|(?<=\d{3}[ .-]\d{4})x(?=\d{1,5}(?!\d))/gu
const CODE_NUMBER =
  /(?<=(?<!\p{L})(?:[Aa]cc(?:ount|t\.?)|[Rr]ef(?:erence|\.)?|[Ss]erial|[Pp]hone|[Pp]late|[Cc]ase|[Dd]ocket|[Pp]ermit|[Ll]icence) )[Nn]o\.?:? ?(?=\d{3}|\d{2}-\d)/gu
const TEXTED_TO =
  /(?<=(?<!\p{L})(?:[Tt]ext|[Ss]end|SMS) ["']?\p{L}{1,12}["']? to )(\d{3,6})(?![\p{L}\d]|[.,:/-]\d)/gu
const HYPHENATED_CODE =
  /(?<![\p{L}\d.,/:+-])\d{1,7}(?:-\d{1,7}){2,6}(?:-\d{1,7}|-X)(?![\p{L}\d]|[.,:/-]\d)/gu
/** Three groups whose middle one is too long for a month: no date, and no range. */
const THREE_GROUPS = /(?<![\p{L}\d.,/:+$£€₦-])\d{1,7}-\d{3,7}-\d{1,7}(?![\p{L}\d/-]|[.,:]\d)/gu
const NUMBERED_PAPER =
  /(?<=(?<!\p{L})(?:[Oo]rder|[Ii]nvoice|[Tt]icket|[Bb]ooking|[Rr]eceipt|[Pp]olicy|ID) )(?:#|[Nn]o\.? ?|number )(\d{3,18})(?![\p{L}\d]|[.,:/]\d)/gu
const TOLL_FREE = new RegExp(`${START}(\\d{3,4})-(\\d{3})-(\\d{3,4})${END}`, 'gu')
const SERVICE_CODE = /(?<![\p{L}\d*#])([*#]{1,2}\d{1,12}(?:\*\d{1,12}){0,8})#/gu
/** After these a number is a code and not a quantity. */
const CODE_WORDS =
  '(?:PMID:?|OCLC|JSTOR|LCCN|[Cc]all|CALL|[Dd]ial|DIAL|[Hh]otline|[Tt]el(?:ephone|\\.)?|[Pp]hone(?: number| no\\.?)?|[Tt]ext|SMS|[Ss]hort ?code|PIN|[Pp]in(?: code)?|OTP|[Cc]ode|[Pp]assword|BVN|NIN|[Aa]ccount (?:number|no\\.?|No\\.?)|[Aa]cct\\.?(?: (?:[Nn]o\\.?|number))?|A/C(?: [Nn]o\\.?)?|[Ee]xt(?:ension|\\.)?|P\\.?\\s?O\\.?\\s?Box|P\\.?M\\.?B\\.?|[Zz]ip(?: code)?|[Pp]ostcode|[Rr]ef(?:erence|\\.)?(?: (?:number|no\\.?))?|[Ss]erial (?:number|no\\.?)|[SP]/N|[Pp]late number|(?:[Cc]redit|[Dd]ebit) card(?: number)?|[Cc]ard number|(?:[Cc]ard|[Aa]ccount|[Nn]umber|[Pp]hone) ending (?:in|with)|(?:[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir) (?:phone |mobile |cell )?number|[Rr]each(?:ed)?(?: (?:me|us|him|her|them))? (?:at|on)|[Cc]all(?: (?:me|us|him|her|them))? on|[Hh]it me up at)'
const AFTER_CODE_WORD = new RegExp(
  `(?<=(?<![\\p{L}])${CODE_WORDS}(?: is|:)? )#?(\\d{3,18})(?![\\p{L}\\d%]|[.,:/]\\d| \\d{3,4}(?!\\d)| (?:people|times|million|thousand|naira|students|customers|men|women|workers))`,
  'gu',
)

/** Numbers of firms in Australia: "1300 654 321". */
const FREE_OF_AREA = /(?<![\p{L}\d.,/:+$£€₦-])1[38]00 \d{3} \d{3}(?![\p{L}\d]|[.,:/-]\d| \d)/gu
const LONG_POSTCODE =
  /(?<=(?<!\p{L})[Zz][Ii][Pp](?: [Cc]ode)?:? )\d{5}-\d{4}(?![\p{L}\d]|[.,:/-]\d)/gu
/** "Dial 112 or 999" */
const OTHER_EMERGENCY =
  /(?<=(?<!\p{L})(?:[Cc]all|[Dd]ial)[^.\n]{0,30}(?:,| or| and) )(?:112|199|767|911|999)(?![\p{L}\d]|[.,:/-]\d)/gu

/** Indian mobile numbers: "98765 43210". */
const INDIAN_MOBILE = /(?<![\p{L}\d.,/:+$£€₦-])[6-9]\d{4} \d{5}(?![\p{L}\d]|[.,:/-]\d| \d)/gu
/** "12-3456789", "12345-6789": two groups of which one is too long to be an end of a range. */
const TWO_GROUPS =
  /(?<![\p{L}\d.,/:+$£€₦-])(?:\d{2,4}-\d{6,9}|\d{6,9}-\d{1,4}|\d{5}-\d{4})(?![\p{L}\d/%-]|[.,:]\d| (?:BCE?|AD|CE)(?!\p{L}))/gu

/** "234-1-2345678": three groups of which the last is too long for a date. */
const LONG_LAST_GROUP = /(?<![\p{L}\d.,/:+$£€₦-])\d{1,4}-\d{1,4}-\d{5,8}(?![\p{L}\d/-]|[.,:]\d)/gu
/** "030/123456", "01/460 1234": a stroke behind the code of an area. */
const STROKE_AFTER_AREA =
  /(?<![\p{L}\d.,/:+$£€₦-])0\d{1,4}\/(?:\d{5,8}|\d{3} \d{3,4})(?![\p{L}\d/-]|[.,:]\d)/gu
/** "234 803 123 4567", "2348031234567": Nigerian mobiles with the code of the country and without its plus. */
const NIGERIAN =
  /(?<![\p{L}\d.,/:+$£€₦-])234(?:[ -][789]\d\d[ -]\d{3}[ -]\d{4}|[789][01]\d{8})(?![\p{L}\d/-]|[.,:]\d)/gu
/** "2156-1234": two groups of four that fall, and no years. */
const FOURS = /(?<![\p{L}\d.,/:+$£€₦-])(\d{4})-(\d{4})(?![\p{L}\d/%-]|[.,:]\d)/gu
/** "978-0198526636" */
const BARE_BOOK = /(?<![\p{L}\d.,/:+$£€₦-])97[89][- ]?\d{10}(?![\p{L}\d/-]|[.,:]\d)/gu
/** "OTP: 123 456" */
const PASSWORD_APART =
  /(?<=(?<!\p{L})(?:OTP|PIN|[Cc]ode|[Pp]asscode)(?: is|:)? )\d{3}[ -]\d{3}(?![\p{L}\d]|[.,:/-]\d| \d)/gu
/** "error 404", "a 404 error": answers of a server (RFC 9110). */
const STATUS =
  /(?<=(?<!\p{L})(?:HTTP|[Ee]rror|[Ss]tatus)(?: code)? )([45]0[1-9])(?![\p{L}\d]|[.,:/-]\d)|(?<![\p{L}\d.,/:-])([45]0[1-9])(?= (?:errors?|page)(?!\p{L}))/gu
/** "(0)1234 567890" */
const OPTIONAL_NOUGHT =
  /(?<![\p{L}\d+])\(0\)[ -]?\d{2,5}(?:[ -]\d{3,8}){1,3}(?![\p{L}\d]|[.,:/-]\d)/gu
/** "NHS 111", "tel:112": short numbers after the name of a service. */
const SERVICE_NUMBER =
  /(?<=(?<!\p{L})(?:NHS |FRSC |[Tt]el: ?|[Ss]ms: ?|[Cc]ard (?:ending|ending with|no\.?) ))(\d{3,6})(?![\p{L}\d%]|[.,:/-]\d)/gu
/** An account by its number: eight figures or more. */
const ACCOUNT = /(?<=(?<!\p{L})[Aa]ccount )(\d{8,16})(?![\p{L}\d%]|[.,:/-]\d)/gu

/** Telephone numbers and other codes, digit by digit, with a short break after every group. */
export function readPhones(text: string): string {
  return text
    .replace(/(?<!\p{L})([Ee])xt\.?(?= ?\d)/gu, '$1xtension')
    .replace(CODE_NUMBER, 'number ')
    .replace(BOOK, (number) => {
      const digits = number.replace(/[ –‑-]?X$/i, '')
      return `${grouped(digits, [3, 3, 4])}${digits === number ? '' : `, ${spell('X')}`}`
    })
    .replace(SERVICE_CODE, (_, code: string) => `${readServiceCode(code)} hash `)
    .replace(INTERNATIONAL, (match: string, country: string, rest: string) => {
      const count = digitsOf(rest).length
      if (count + country.length < 7) return match
      const split = splitCountry(country, rest)
      return `plus ${digitByDigit(split.country)}, ${grouped(split.rest, [3, 3, 4])}`
    })
    .replace(NATIONAL, (match: string, area: string, rest: string) => {
      const count = digitsOf(area + rest).length
      return count < 9 || count > 11 ? match : grouped(area + rest, [4, 3, 4])
    })
    .replace(BARE_BOOK, (number) => {
      return grouped(number.replace(/\D/g, ''), [3, 1, 4, 4, 1])
    })
    .replace(STROKE_AFTER_AREA, (number) => grouped(number, []))
    .replace(NIGERIAN, (number) => grouped(number.replace(/\D/g, ''), [3, 3, 3, 4]))
    .replace(FOURS, (match: string, first: string, second: string) => {
      const areYears = [first, second].every((digits) => /^(?:1[1-9]|20)\d\d$/.test(digits))
      const isRound = /00$/.test(first) || /00$/.test(second)
      return first > second && !areYears && !isRound ? grouped(match, []) : match
    })
    .replace(PASSWORD_APART, (code) => grouped(code, []))
    .replace(STATUS, (digits) => digitByDigit(digits, 'oh'))
    .replace(LONG_LAST_GROUP, (number) => grouped(number, []))
    .replace(OPTIONAL_NOUGHT, (number) => grouped(number, []))
    .replace(SERVICE_NUMBER, (digits) => codeDigits(digits))
    .replace(ACCOUNT, (digits) => codeDigits(digits))
    .replace(FREE_OF_AREA, (number) => grouped(number, []))
    .replace(LONG_POSTCODE, (number) => grouped(number, []))
    .replace(OTHER_EMERGENCY, (digits) => digitByDigit(digits))
    .replace(EXTENSION, ' extension ')
    .replace(DIALLED_ABROAD, (number) => grouped(number, []))
    .replace(AMERICAN, (_, one: string | undefined, area: string, middle: string, last: string) => {
      return grouped(`${one ?? ''} ${area} ${middle} ${last}`, [])
    })
    .replace(NAMED_NUMBER, (_, one: string | undefined, area: string, next?: string) => {
      return `${grouped(`${one ?? ''} ${area} ${next ?? ''}`, [])}, `
    })
    .replace(SOCIAL_SECURITY, (number) => grouped(number, []))
    .replace(SERIAL_PARTS, (number) => {
      return `${grouped(number.replace(/-?X$/, ''), [])}${number.endsWith('X') ? ' X' : ''}`
    })
    .replace(LOCAL, (match: string, first: string, last: string) => {
      return /^[1-9]\d00$/.test(last) ? match : grouped(`${first} ${last}`, [])
    })
    .replace(LOCAL_AFTER_WORD, (_, first: string, last: string) => grouped(`${first} ${last}`, []))
    .replace(TEXTED_TO, (digits) => codeDigits(digits))
    .replace(HYPHENATED_CODE, (match: string) => {
      if (match.endsWith('X')) return `${grouped(match.slice(0, -2), [])}, X`
      return digitsOf(match).length < 10 ? match : grouped(match, [])
    })
    .replace(THREE_GROUPS, (number) => grouped(number, []))
    .replace(NUMBERED_PAPER, (_, digits: string) => `number ${codeDigits(digits)}`)
    .replace(INDIAN_MOBILE, (number) => grouped(number, []))
    .replace(TWO_GROUPS, (number) => (/00(?:-|$)/.test(number) ? number : grouped(number, [])))
    .replace(TOLL_FREE, (match: string) => (isPhone(match) ? grouped(match, []) : match))
    .replace(AFTER_CODE_WORD, (_, digits: string) => codeDigits(digits))
}

const ONE_OR_TWO = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

function isPhone(text: string): boolean {
  return digitsOf(text).length >= 10
}

/** "+2348031234567" has no gap after its country: Nigeria and North America are told by their first digits. */
function splitCountry(country: string, rest: string): { country: string; rest: string } {
  // Codes of countries have one figure or two in most of the world, and three elsewhere (ITU-T E.164).
  const [own = country] = ONE_OR_TWO.exec(country) ?? []
  return country.length === 3
    ? { country: own, rest: `${country.slice(own.length)}${rest}` }
    : { country, rest }
}

/** Digits in the groups in which they are written, or in `sizes` where they are written as one. */
function grouped(written: string, sizes: readonly number[]): string {
  const groups = written.split(/[^\d]+/).filter((group) => group !== '')
  const [only = ''] = groups
  const parts = groups.length > 1 ? groups : cut(only, sizes)
  return parts.map((group) => digitByDigit(group)).join(', ')
}

function cut(digits: string, sizes: readonly number[]): readonly string[] {
  const parts: string[] = []
  let from = 0
  for (const size of sizes) {
    parts.push(digits.slice(from, from + size))
    from += size
  }
  parts.push(digits.slice(from))
  return parts.filter((part) => part !== '')
}

function codeDigits(digits: string): string {
  if (digits.length === 16) return grouped(digits, [4, 4, 4])
  return digits.length > 6 ? grouped(digits, [3, 3, 4]) : digitByDigit(digits)
}

function readServiceCode(code: string): string {
  return code
    .split('*')
    .filter((part) => part !== '')
    .map((part, at) => {
      const star = at === 0 && code.startsWith('#') ? '' : 'star '
      return `${star}${part.startsWith('#') ? 'hash ' : ''}${digitByDigit(part.replace('#', ''))}`
    })
    .join(', ')
}
