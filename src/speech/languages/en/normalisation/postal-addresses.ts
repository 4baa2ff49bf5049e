import { spell } from './letters.ts'
import { digitByDigit } from './number-words.ts'
import { inPairs } from './numbers.ts'
import { sentenceMayEnd } from './sentence-start.ts'

/** Kinds of streets as envelopes have them, and their names in full. */
const STREETS: Readonly<Record<string, string>> = {
  St: 'Street',
  Ave: 'Avenue',
  Av: 'Avenue',
  Rd: 'Road',
  Dr: 'Drive',
  Blvd: 'Boulevard',
  Ln: 'Lane',
  Ct: 'Court',
  Cir: 'Circle',
  Cl: 'Close',
  Cres: 'Crescent',
  Pl: 'Place',
  Sq: 'Square',
  Ter: 'Terrace',
  Terr: 'Terrace',
  Pkwy: 'Parkway',
  Fwy: 'Freeway',
  Expy: 'Expressway',
  Expwy: 'Expressway',
  Hwy: 'Highway',
  Tpke: 'Turnpike',
  Trl: 'Trail',
  Wy: 'Way',
  Gdns: 'Gardens',
  Hts: 'Heights',
  Plz: 'Plaza',
}
const SHORT = Object.keys(STREETS)
  .sort((a, b) => b.length - a.length)
  .join('|')
const LONG =
  'Street|Avenue|Road|Drive|Boulevard|Lane|Court|Circle|Close|Crescent|Place|Square|Terrace|Parkway|Way|Gardens|Highway|Expressway|Row|Walk|Hill'
const SIDES: Readonly<Record<string, string>> = {
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
  NE: 'Northeast',
  NW: 'Northwest',
  SE: 'Southeast',
  SW: 'Southwest',
}
const SIDE = '(?:[NS]\\.?[EW]|[NSEW])\\.?'
const NAME = "(?:\\p{Lu}[\\p{L}'’-]{1,24}|\\d{1,3}(?:st|nd|rd|th))"
/** "108 W 55th St", "221B Baker Street", "1600 Pennsylvania Ave. NW": number, side, name, kind, side. */
const HOUSE = new RegExp(
  `(?<![\\p{L}\\d.,/$£€₦-])(?:(\\d{1,5}(?:-\\d{1,4})?)([A-Z])? )?((?:${SIDE} )?)(${NAME}(?: ${NAME}){0,3}) (${SHORT}|${LONG})(\\.)?(?![\\p{L}\\d'’])((?: ${SIDE}(?![\\p{L}\\d.]))?)`,
  'gu',
)
/** "14 n 3rd st", "9 Oak rd": as people type them. Only a number and a name before them make them streets. */
const SMALL_SIDE = '(?:[NSns]\\.?[EWew]|[NSEWnsew])\\.?'
const SMALL_HOUSE = new RegExp(
  `(?<![\\p{L}\\d.,/$£€₦-])(\\d{1,5} )(${SMALL_SIDE} )?(${NAME}(?: ${NAME}){0,3} )(st|ave|rd|dr|blvd|ln|hwy|pkwy|fwy)(?![\\p{L}\\d'’])( ${SMALL_SIDE}(?![\\p{L}\\d.'’]))?(?=\\.?(?:\\s*$|\\s*\\n|[,;:)]| (?:#|in |at |on |near |and )))`,
  'gmu',
)
/** A kind of street without a stop is only read where the place ends: "Park Pl, Boston"; "Ct scan" is none. */
const PLACE_ENDS =
  /^(?:\s*$|\s*\n|[,;:.)]| (?:#|and |in |at |on |near |to |from |off |by |Apt|Suite|Ste|Unit|Rm|Room|Fl)|'s)/u

const STATES: Readonly<Record<string, string>> = {
  ...{ AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California' },
  ...{ CO: 'Colorado', CT: 'Connecticut', DE: 'Delaware', FL: 'Florida', GA: 'Georgia' },
  ...{ HI: 'Hawaii', ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', IA: 'Iowa', KS: 'Kansas' },
  ...{ KY: 'Kentucky', LA: 'Louisiana', ME: 'Maine', MD: 'Maryland', MA: 'Massachusetts' },
  ...{ MI: 'Michigan', MN: 'Minnesota', MS: 'Mississippi', MO: 'Missouri', MT: 'Montana' },
  ...{ NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey', NM: 'New Mexico' },
  ...{ NY: 'New York', NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio', OK: 'Oklahoma' },
  ...{ OR: 'Oregon', PA: 'Pennsylvania', RI: 'Rhode Island', SC: 'South Carolina' },
  ...{ SD: 'South Dakota', TN: 'Tennessee', TX: 'Texas', UT: 'Utah', VT: 'Vermont' },
  ...{ VA: 'Virginia', WA: 'Washington', WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming' },
}
/** Degrees and titles that stand behind the name of a person, too: only a postcode makes them states. */
const ALSO_DEGREES = new Set(['MD', 'PA', 'MA', 'MS', 'LA', 'OD'])
const CITY_AND_STATE = new RegExp(
  `(?<=\\p{Lu}\\p{L}{1,24},) (DC|D\\.C\\.(?=,? \\d{5})|${Object.keys(STATES).join('|')})(?:,? (\\d{5})(?:-(\\d{4}))?(?![\\d-])|(?=[.,;:)]|\\s*$| (?:and|is|was|in|on|at|to|for|with|as|has|had|who|where|area|native|office|USA|US|U\\.S)))`,
  'gmu',
)
const POSTCODE_AFTER_STATE = new RegExp(
  `(?<=(?<!\\p{L})(?:${Object.values(STATES).join('|')}),? )(\\d{5})(?:-(\\d{4}))?(?![\\d,.]\\d|[\\d-]| \\p{L}+s(?!\\p{L}))`,
  'gu',
)
/** "CA 94105": short forms that are no words, before five figures. */
const LONE_STATE = new RegExp(
  `(?<![\\p{L}.'-])(${Object.keys(STATES)
    .filter((code) => !/^(?:IN|OR|OK|ME|HI|OH|ID|DE|LA|MA|PA|MS|MD|CO|AL|CT|MT|SC|PA)$/.test(code))
    .join('|')}) (\\d{5})(?:-(\\d{4}))?(?![\\d,.]\\d|[\\d-]| \\p{L}+s(?!\\p{L}))`,
  'gu',
)
/** "Washington D.C. 20500" */
const POSTCODE_OF_CAPITAL = /(?<=(?<!\p{L})(?:D\.C\.|DC),? )\d{5}(?![\d,.]\d|[\d-])/gu
const APARTMENT = /(?<!\p{L})(Apt|Ste|Bldg|Rm)\.? ?(?=#? ?\d|[A-Z]\d?(?![\p{L}\d]))/gu
const APARTMENTS: Readonly<Record<string, string>> = {
  Apt: 'Apartment',
  Ste: 'Suite',
  Bldg: 'Building',
  Rm: 'Room',
}
/** "5TH AVE" */
const SHOUTED_KIND = /(?<=\d(?:ST|ND|RD|TH) )(AVE|ST|RD|BLVD|HWY)(?![\p{L}\d])/gu
/** "Lekki Ph 1": part of an estate. */
const PHASE = /(?<=\p{Lu}\p{L}+ )Ph\.? ?(?=[1-9](?![\p{L}\d]|[.,:/-]\d))/gu
const FLOOR = /(?<=\d(?:st|nd|rd|th) )Fl(?:\.(?= ?[,;])|\.?)(?![\p{L}])/gu
const ROUTE = /(?<!\p{L})(Rte?|[Hh]wy)\.? (?=\d{1,3}[A-Z]?(?![\p{L}\d]))/gu

const ROUTE_SIDE = /(?<=(?<!\p{L})(?:Route|Highway) )(\d{1,3})([NSEW])(?![\p{L}\d])/gu

/** Addresses as people read them: "108 W 55th St" → one oh eight West 55th Street, "Austin, TX 78701" → Texas, seven eight seven zero one. */
export function readPostalAddresses(text: string): string {
  return text
    .replace(ROUTE, (_, kind: string) => (/^hwy$/i.test(kind) ? 'Highway ' : 'Route '))
    .replace(ROUTE_SIDE, (_, digits: string, letter: string) => `${digits} ${spell(letter)}`)
    .replace(FLOOR, 'Floor')
    .replace(
      SHOUTED_KIND,
      (kind) => STREETS[`${kind.charAt(0)}${kind.slice(1).toLowerCase()}`] ?? kind,
    )
    .replace(
      SMALL_HOUSE,
      (_, number: string, before = '', name: string, kind: string, after = '') => {
        const capital = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
        return `${number}${before.toUpperCase()}${name}${capital}${after.toUpperCase()}`
      },
    )
    .replace(HOUSE, readHouse)
    .replace(PHASE, 'Phase ')
    .replace(APARTMENT, (_, kind: string) => `${APARTMENTS[kind]} `)
    .replace(CITY_AND_STATE, (match: string, code: string, zip?: string, more?: string) => {
      const state = STATES[code]
      if (state !== undefined && zip === undefined && ALSO_DEGREES.has(code)) return match
      return ` ${state ?? spell(code)}${zip ? ` ${postcode(zip, more)}` : ''}`
    })
    .replace(LONE_STATE, (_, code: string, zip: string, more?: string) => {
      return `${STATES[code]} ${postcode(zip, more)}`
    })
    .replace(POSTCODE_OF_CAPITAL, (zip) => postcode(zip, undefined))
    .replace(POSTCODE_AFTER_STATE, (_, zip: string, more?: string) => postcode(zip, more))
}

function readHouse(match: string, ...parts: (string | number | undefined)[]): string {
  const [number = '', letter, before = '', name, kind = '', stop, after = ''] = parts as string[]
  const [offset, whole] = parts.slice(7) as [number, string]
  const end = offset + match.length
  const full = STREETS[kind] ?? kind
  if (!isPlace(full === kind, number + before, kind, after + (stop ?? ''), whole.slice(end)))
    return match
  const house = `${houseNumber(number)}${letter ? ` ${spell(letter)}` : ''}`
  const keepsStop = stop !== undefined && after === '' && sentenceMayEnd(whole, end)
  const words = [house, side(before), name, `${full}${keepsStop ? '.' : ''}`, side(after)]
  return words.filter((word) => word !== '').join(' ')
}

/** Whether a name and a kind of street are a place: a number or a side says so, or where it ends. */
function isPlace(
  isInFull: boolean,
  start: string,
  kind: string,
  end: string,
  rest: string,
): boolean {
  if (start !== '') return true
  // These are read with the abbreviations, whether something stands before them or not.
  if (isInFull || /^(?:St|Ave|Rd|Blvd|Dr)$/.test(kind)) return false
  return end !== '' || PLACE_ENDS.test(rest.slice(0, 12))
}

/** "108" → one oh eight, "1600" → sixteen hundred; five figures one by one. Small numbers are read with all others. */
function houseNumber(digits: string): string {
  if (digits.includes('-')) return digits.split('-').map(houseNumber).join(' to ')
  if (digits.length < 3) return digits
  return digits.length === 5 ? digitByDigit(digits) : inPairs(digits)
}

function side(written: string): string {
  const letters = written.replace(/[. ]/g, '')
  return letters === '' ? '' : (SIDES[letters] ?? spell(letters))
}

function postcode(zip: string, more: string | undefined): string {
  return `${digitByDigit(zip)}${more ? `, ${digitByDigit(more)}` : ''}`
}
