import { spell } from './letters.ts'
import { cardinal, digitByDigit, year } from './number-words.ts'

/** "550e8400-e29b-41d4-a716-446655440000": an identifier of RFC 9562. */
const UUID = /(?<![\p{L}\d-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\p{L}\d-])/giu
/** "3C-22-FB-0A-1B-2C": the address of a network card as Windows has it. */
const CARD_ADDRESS =
  /(?<![\p{L}\d-])(?=[\d-]{0,17}[A-Fa-f])[\da-f]{2}(?:-[\da-f]{2}){5}(?![\p{L}\d-])/giu
/** "#FF5733"; three letters, or six figures, are a colour where one is spoken of. */
const COLOUR =
  /(?<![\p{L}\d&#])#(?:(?=[\da-f]{0,5}\d)(?=[\da-f]{0,5}[a-f])([\da-f]{6})|(?<=(?<!\p{L})(?:colou?r|background|hex|shade|code)(?: is| to| of| code|:)? #)([\da-f]{6}|[\da-f]{3}))(?![\p{L}\d])/giu
/** "a3f5c9d": the beginning of a checksum or of a commit, with figures and letters in turns. */
const CHECKSUM =
  /(?<![\p{L}\d.,#-])(?=\d{0,20}[a-f]{1,20}\d{1,20}[a-f])[\da-f]{7,64}(?![\p{L}\d]|[.,]\d)/gu
/** "192.168.1.0/24": how many bits of an address are those of the network. */
const NETWORK = /(?<=(?<![\p{L}\d.])\d{1,3}(?:\.\d{1,3}){3})\/(?=\d{1,2}(?![\p{L}\d/]))/gu
/** The number of an account abroad (ISO 13616), in groups of four or not. */
const IBAN =
  /(?<=(?<!\p{L})IBAN(?: is|:)? )[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\d])/gu
/** The plate of a Nigerian car: "ABC-123DE", "LND 456 XA". */
const PLATE =
  /(?<![\p{L}\d-])([A-Z]{3})-(\d{3})[- ]?([A-Z]{2})(?![\p{L}\d-])|(?<=(?<!\p{L})(?:[Pp]late|[Rr]egistration)(?: (?:number|no\.?))?(?: is|:)? )([A-Z]{2,3}) ?(\d{2,4}) ?([A-Z]{1,3})(?![\p{L}\d-])/gu

/** "12-34-AB": letters behind two numbers show that they are no range, unless they are a unit, a month or a word. */
const CHAIN =
  /(?<![\p{L}\d.,/:$£€₦-])(\d{1,6}-\d{1,6}(?:-(?:[A-Z]{1,4}|[a-z]{1,3}|\d{1,6}|[A-Z]\d{1,3})){0,5}-(?:[A-Z]{1,4}\d?|[a-z]{1,2})(?:-\d{1,6}){0,4})(?![\p{L}\d-])/gu
/** A number that can be called free of charge is no code either: "1-888-NEW-LIFE". */
const NO_CODE =
  /^(?:1-)?(?:8\d\d|900)-|-(?:(?:km|cm|mm|m|kg|g|mg|lb|oz|ft|in|mi|ml|cl|l|t|s|h|d|hr|min|sec|day|yr|wk|mph|kph|hp|cc|GB|MB|TB|KB|KM|KG|CM|MM|FT|IN|LB|OZ|kW|KW|MW|GW|V|W|MP|HP|MPH|K|A|AM|PM|BC|AD|CE|BCE|am|pm|to|or|and|of|on|by|a|an|is|at|as|odd|all|up|fl|sq|st|nd|rd|th|x|G|D|P)$)|-(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)(?:-|$)/
/** The numbers of books have nine figures or more, and may end with an X. */
const FEWEST_OF_BOOK = 9
/** "LG/2021/045": the year in the number of a file. */
const FILE_YEAR =
  /(?<=(?<![\p{L}\d.])\p{Lu}{1,8}\/(?:\p{Lu}{1,8}\/){0,4})((?:19|20)\d\d)(?=\/[\p{Lu}\d])/gu
/** "Decree No. 4/1984": the fourth of that year, and no April. */
const NUMBER_AND_YEAR =
  /(?<!\p{L})[Nn]os?\.? ?(\d{1,5})\/((?:1[89]|20)\d\d)(?![\p{L}\d/-]|[.,]\d)/gu

/** Identifiers that nobody counts, sign by sign with breaks: "#FF5733" → hash F F five seven three three, "ABC-123DE" → A B C, one two three, D E. */
export function readIdentifiers(text: string): string {
  return text
    .replace(UUID, (code) => inGroups(code.split('-').flatMap((part) => part.match(/.{4}/g) ?? [])))
    .replace(CARD_ADDRESS, (address) => inGroups(address.split('-')))
    .replace(COLOUR, (_, code?: string, short?: string) => `hash ${signs(code ?? short ?? '')}`)
    .replace(CHECKSUM, (code) => inGroups(code.match(/.{1,4}/g) ?? []))
    .replace(CHAIN, (chain) => {
      const isBook = chain.replace(/\D/g, '').length >= FEWEST_OF_BOOK
      return isBook || NO_CODE.test(chain) ? chain : readChain(chain)
    })
    .replace(FILE_YEAR, (digits) => year(digits))
    .replace(NUMBER_AND_YEAR, (_, number: string, digits: string) => {
      return `number ${cardinal(number)} of ${year(digits)}`
    })
    .replace(NETWORK, ' slash ')
    .replace(IBAN, (number) => inGroups(number.replaceAll(' ', '').match(/.{1,4}/g) ?? []))
    .replace(PLATE, (_match: string, ...parts: (string | undefined)[]) => {
      return inGroups(parts.slice(0, 6).filter((part) => part !== undefined))
    })
}

/** "12-34-AB" → twelve thirty four A B. */
function readChain(chain: string): string {
  const parts = chain.split('-').map((part) => {
    if (!/^\d+$/.test(part))
      return /^[a-z]*[aeiou][a-z]*$/.test(part) && part.length > 1 ? part : signs(part)
    return part.length > 3 || /^0\d/.test(part) ? digitByDigit(part) : cardinal(part)
  })
  return parts.join(' ')
}

function inGroups(groups: readonly string[]): string {
  return groups.map(signs).join(', ')
}

/** "db8" → D B eight. */
function signs(code: string): string {
  return [...code].map((sign) => (/\d/.test(sign) ? digitByDigit(sign) : spell(sign))).join(' ')
}
