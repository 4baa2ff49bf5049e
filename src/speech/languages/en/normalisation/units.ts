import { readMixed } from './fractions.ts'
import { spell } from './letters.ts'
import { NUMBER, NUMBER_START, TO } from './number-pattern.ts'
import { quantity } from './number-words.ts'
import { PER, PER_LETTER } from './per-table.ts'
import { sentenceMayEnd } from './sentence-start.ts'
import { LETTER_UNITS } from './si-units.ts'
import type { Unit } from './unit.ts'
import { TOUCHING_UNITS, UNITS } from './unit-table.ts'

function anyOf(names: readonly string[]): string {
  return [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.()]/g, '\\$&'))
    .join('|')
}

const SPACED = anyOf(Object.keys(UNITS))
const TOUCHING = anyOf(Object.keys(TOUCHING_UNITS))
const UNDER = anyOf(Object.keys(PER))
const UNDER_UNIT = anyOf([...Object.keys(PER), ...Object.keys(PER_LETTER)])
const ABBREVIATED =
  '(?:km|kg|cm|mm|ml|cl|ft|in|yds?|lbs?|fl\\.? oz|oz|gals?|qt|mi|ac|tsp|[Tt]bsp|hrs?|mins?|secs?|yrs?|wks?|mths?|mos?)'
/** "5 - 10": the two numbers may each have the unit. */
const RANGE_END = `(?:(?:°[CF]?|%|km|kg)?(${TO}| to | or )(-?${NUMBER}))?`

const MEASURE = new RegExp(
  `${NUMBER_START}(${NUMBER})${RANGE_END}(?:[ -]?(?:(sq|cu)(?:\\. ?| ))?(${SPACED})|(${TOUCHING}))(?:\\^?([23]))?(?![\\p{L}\\d'’])(?: ?/ ?(${UNDER_UNIT})(?:\\^?([23]))?(?![\\p{L}\\d]))?(\\.)?`,
  'gu',
)
/** ".5 kg": without its nought the figure would be five. */
const POINT_FIRST =
  /(?<![\p{L}\d.,])\.(?=\d{1,6} ?(?:(?:[kmc]?m|[km]?g|[mc]?[lL]|ha|lbs?|oz|ft|in|km\/h)(?![\p{L}\d])|[%°]))/gu
const FEET_AND_INCHES = /(?<![\p{L}\d.,'])(\d{1,2})'\s?(\d{1,2}(?:\.\d)?)(?:"|'')?(?![\d'])/gu
/** "5'8½"": behind the inches a part of one. */
const FEET_AND_PART_OF_INCH =
  /(?<![\p{L}\d.,'])(\d{1,2})'\s?(\d{1,2}) (\d)\/(\d)(?:"|'')?(?![\d'])/gu
const FOOT_AND_INCH_WORDS =
  /(?<![\p{L}\d.,])(\d{1,2}) ?ft\.?,? ?(\d{1,2}) ?(?:in(?:s|ches)?\.?|")(?![\p{L}])/gu
/** After a figure alone the unit below the stroke needs a power or a word for an area: "35/km²"; "3/4 in" is none. */
const PER_AREA =
  /(?<=\d|\p{L}{3}) ?\/ ?(?:(km|cm|mm|mi|ft|in|m)\^?([23])|(sq\.? (?:mi|km|ft|m)))(?![\p{L}\d])/gu
const PER_SOMETHING = new RegExp(
  `(?<=[\\p{L}\\d])(?<!(?<![\\p{L}\\d])[oubcp]) ?/ ?(?!(?:in|ft|mi|t|lb|oz|cm|mm|acre)(?!\\p{L}))(${UNDER})(?![\\p{L}\\d/])`,
  'gu',
)
/** "three dollars/lb": behind a sum, whatever else the letters may be elsewhere. */
const PER_AFTER_MONEY =
  /(?<=(?:dollars?|cents?|pounds?|pence|penny|euros?|naira|rand|cedis|shillings)) ?\/ ?(lb|oz|in|ft|mi|t|acre|cm|mm|bbl|mcf|b)(?![\p{L}\d/])/gu
/** "three dollars a lb", "an oz" */
const ONE_UNIT =
  /(?<=(?<!\p{L})(?:[Aa]n?|each|half a) )(lbs?|oz|kg|km|ft|gal|mi|yd|hr|yr|wk|mth|sq\.? ft)(?![\p{L}\d/'’-])/gu
/** "5ft10" */
const FEET_ALONE =
  /(?<![\p{L}\d.,])([3-8]) ?ft(?:(\d|1[01])(?![\p{L}\d"'/]|[.,]\d| ?(?:in|"))| (\d|1[01])(?=[,;:)]|\.?$|\. | (?:tall|high|long|wide|deep)(?!\p{L})))/gmu
/** "measured in km²", where no figure stands before the unit. */
const LONE_AREA =
  /(?<![\p{L}\d/]|\d ?|\/ )(km|cm|mm|m|mi|ft)\^?([23])(?![\p{L}\d/])(?=[.,;:)]|$| (?!=))/gmu
/** "naira per kg", "people per km²" */
const PER_NAMED =
  /(?<![\p{L}-])per (kg|g|km|cm|mm|L|ml|lb|oz|hr|sec|ha|mi|ft|gal|kWh|yr|mth|m(?=\^?[23])|sq\.? (?:km|mi|ft|m))(?:\^?([23]))?(?![\p{L}\d/])/gu
/** "1h 30m", "1 h 30 min", "2h30m" */
const HOURS_AND_MINUTES =
  /(?<![\p{L}\d.,:/])(\d{1,3}) ?h(?:rs?)? ?(\d{1,2}) ?m(?:ins?)?(?![\p{L}\d/])/gu
const MINUTES_AND_SECONDS =
  /(?<![\p{L}\d.,:/])(\d{1,3}) ?m(?:ins?)? ?(\d{1,2}(?:\.\d{1,3})?) ?s(?:ecs?)?(?![\p{L}\d/])/gu
/** A temperature; elsewhere K is a thousand or a letter. */
const KELVIN =
  /(?<=(?<!\p{L})(?:temperatures?(?: of| at| above| below| around| near| is| was)?|cooled to|heated to|(?:at|below|above)(?: about)?) \d{1,5}(?:\.\d{1,4})?) ?K(?![\p{L}\d])/gu
const SIDE_OF_THE_WORLD = /(?<=\d)° ?([NSEW])(?![\p{L}\d])/gu
/** "11 st 5 lb", "9st": what the British weigh. A stop behind "9 st." may make a street of it, and "1st", "21st" alone are ordinals. */
const STONES =
  /(?<![\p{L}\d.,/-])(\d{1,2})(?:st| st(?!\.))(?:,? ?(\d{1,2}) ?(?:lbs?|pounds?)(?!\p{L}))?(?![\p{L}\d]|\.\d)/gu
/** A letter after a figure is mostly the name of a seat or a flat. */
const AMPS = /(?<=\d) ?A(?= (?:fuse|plug|circuit|current|breaker|charger|socket)(?!\p{L}))/gu
/** "12v battery", "220v": the voltages of batteries and of the mains, as people type them. */
const SMALL_VOLTS =
  /(?<=(?<![\p{L}\d.,-])\d{1,3}(?:\.\d)?)v(?= (?:batter(?:y|ies)|supply|supplies|outlet|adapter|charger|inverter|bulb|motor|line|mains|AC|DC|current)(?!\p{L}))|(?<=(?<![\p{L}\d.,-])(?:110|120|220|230|240|415))v(?![\p{L}\d])/gu
/** "250 pp.": how many pages a book has; a part of a percent touches its figure or has a decimal. */
const PAGES_BEHIND = /(?<=(?<![\p{L}\d.,])[1-9]\d{1,2}) pp(?![\p{L}\d])\.?(?! ?\d)/gu
const TYPE_SIZE =
  /(?<=(?<![\p{L}\d.,])\d{1,2}(?:\.5)?) ?pt(?= (?:fonts?|type|text|typeface|lettering|bold|italic|Times|Arial|Helvetica)(?!\p{L}))/gu
const MEGAPIXELS =
  /(?<=\d) ?MP(?= (?:(?:main|front|rear|selfie|wide|ultrawide|telephoto|dual|digital) )?(?:cameras?|sensors?|lens|photos?|images?|snapper|shooter)(?!\p{L}))/gu
/** "5m ago", "2d ago": how long since something was written. */
const AGO = /(?<![\p{L}\d.,])(\d{1,3}) ?(s|m|min|h|hr|d|w|wk|mo|y)(?= ago(?!\p{L}))/gu
const SINCE: Readonly<Record<string, string>> = {
  ...{ s: 'second', m: 'minute', min: 'minute', h: 'hour', hr: 'hour', d: 'day' },
  ...{ w: 'week', wk: 'week', mo: 'month', y: 'year' },
}
/** A speed that stands without a figure. */
const LONE_SPEED = /(?<![\p{L}\d/])(km|m|ft|Mb|MB|GB|kB|KB|mi)\/(h|s|hr|sec)(?![\p{L}\d/])/gu
const BY = new RegExp(`(?<=\\d ?(?:${ABBREVIATED}|m|in\\.?|'|")) ?[xX×] ?(?=\\d)`, 'gu')
const FEET_MARK = /(?<![\p{L}\d'])(\d{1,3}(?:\.\d)?)'(?=$|[ ,.;:)x×-])/gmu
/** "6 in. of snow": the stop shows that it is no preposition. */
const INCHES = /(?<=\d ?)in\.(?= ?[,;:)]| \p{Ll}|$)/gmu
const MILLIONS_OF = new RegExp(
  `${NUMBER_START}(?<!\\p{Lu}-)(${NUMBER}) ?(m|M|b|B|mn|bn|tn|trn)(?= (?:[A-Za-z][a-z]{1,20}s|people|men|women|children|bpd)(?![\\p{L}'’]))(?! (?:hurdles|relays|races|sprints|dashes|heats|finals|runners|sprinters|hurdlers|swimmers|is|was|has|its|as|across|this|towards|upwards)(?![\\p{L}]))`,
  'gu',
)
/** "12 nm off Lagos": miles of the sea. */
const SEA_MILES =
  /(?<=(?<![\p{L}\d.,])(\d{1,4}(?:\.\d)?) ?)nm(?= (?:off|offshore|from the coast|out to sea|(?:north|south|east|west)(?:[ -]?(?:east|west))? of)(?!\p{L}))/gu
/** "the population was 1.2m in 2006" */
const MILLIONS_COUNTED =
  /(?<=(?<!\p{L})(?:[Pp]opulation|[Uu]nemployment|[Aa]udience|[Tt]urnout)(?: \p{L}{1,12}){1,5} (?<![\p{L}\d.,])(\d{1,4}(?:\.\d{1,2})?) ?)m(?![\p{L}\d/²³'’]| (?:wide|long|high|tall|deep|thick|away)(?!\p{L}))/gu
/** "1.5M", "2.4B" */
const MILLIONS = /(?<![\p{L}\d.,])(\d{1,4}\.\d{1,3})([MB])(?![\p{L}\d/])/gu
const SCALED = new RegExp(
  `${NUMBER_START}(?<!\\p{L}\\d{1,3}-)(${NUMBER})(bn|mn|tn|trn|k|K)(?![\\p{L}\\d])(${TO}(?=\\d))?`,
  'gu',
)
const RESOLUTIONS = new Set(['2', '4', '5', '8', '10'])
const SOLD_BY_MEASURE =
  /^ (?:bags?|sacks?|packs?|bottles?|tins?|cylinders?|angle|race|dash|sprint|relay|freestyle|hurdles|plots?|screens?|film|lens|guns?|cannons?|howitzers?|calibre|caliber|pistols?|mortars?|shells?|tape|gauge|telescope|radio|band|engine|turbo|jack|cable|[VIWH]\d{1,2}|gold|diamonds?|Parabellum|Luger|NATO|hose|pipe|nail|screw|bolt|disk|card|battery|supply|bulb|motor|outlet|tank|ball|drum|pizza|monitor|television|TV|font|typeface|lettering|cans|jars?|tubs?|sachets?|cartons?|packets?|pool|laptop|containers?|camera|sensor|singles?|vinyl|records?|remix|ruler|blade|ladder|fence|rope|wheels?|tyres?|tires?|barrel)(?!\p{L})/u
const FUNCTION_WORD =
  /^ (?:of|in|on|at|to|is|was|were|are|and|or|for|from|by|that|which|will|has|had|above|below|between|he|she|it|we|they|you|I|did|do|as|than|with|when|if|before|after)(?!\p{L})/u
const ARC_MINUTES =
  /(?<=\d)° ?(\d{1,2}(?:\.\d{1,4})?)'(?: ?(\d{1,2}(?:\.\d{1,4})?)(?:"|''))?(?: ?([NSEW])(?!\p{L}))?/gu
/** "5m-10m": the unit is said once. */
const UNIT_TWICE = new RegExp(
  `(?<=\\d) ?(km|kg|cm|mm|m|g|mg|ft|lbs?|oz|mph|ml|GB|MB|MHz|GHz|kHz|Hz|kW|MW|W|V)(?=(?: ?[-–—] ?| to | or )${NUMBER} ?\\1(?![\\p{L}\\d/^]))`,
  'gu',
)
/** "0.5 in", "3 by 4 in": after such numbers it is no preposition. */
const INCH_WORD =
  /(?<=\d ?)in(?= ?\((?:approximately |about )?\d[\d.,]{0,8} ?(?:mm|cm|m)(?!\p{L})| ?[xX×] ?\d| by \d{1,3}(?:\.\d{1,2})? ?(?:in|inch|inches|ft)(?!\p{L}))|(?<=\d\.\d{1,3} ?|(?: by | ?[xX×] ?)\d{1,4} ?)in(?=[.,;:)]|$| (?:by|x|×|long|wide|thick|deep|high|tall|and|or|of|floppy|disks?|discs?|drives?|displays?|touchscreens?|wheels?|rims?|guns?)(?!\p{L}))/gmu
const SQUARE_INCHES = /(?<=\d) ?in(?:\^2|\^3)(?![\p{L}\d])/gu
const NAMED_POWER = /(?<=(?<!\p{L})(?:square|cubic) )(km|cm|mm|m|ft|mi|in|yd)(?![\p{L}\d])/gu
/** "5W-30": how thick an oil is. */
const OIL = /(?<![\p{L}\d.,])(\d{1,2})W-(?=[1-6]0(?!\d))/gu
const TONNES =
  /(?<=\d\.\d{1,3} ?)t(?![\p{L}\d'’/])|(?<=(?<![\p{L}\d.,])\d{1,3}(?:,\d{3}){0,3} )t(?=$|[,;:)]|\.(?:$| \p{Lu})| (?:of|per|in|for|and|a|was|were)(?!\p{L}))/gmu
const ASTRONOMICAL_UNITS = /(?<=\d\.\d{1,4} )AU(?![\p{L}\d])/gu
const SIDES: Readonly<Record<string, string>> = { N: 'north', S: 'south', E: 'east', W: 'west' }
const SCALE_WORDS: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  b: 'billion',
  mn: 'million',
  bn: 'billion',
  tn: 'trillion',
  trn: 'trillion',
}

/** "9.8 m s-2", "300 J mol⁻¹", as papers write what others write with a stroke: "m/s²". */
const NEGATIVE_POWER =
  /(?<=\d ?(?:[kcm]?m|k?g|mg|mol|[kM]?J|[kM]?W|L|l|rad)[23²³]?)[ ·⋅](s|h|cm|m|mol|kg|L|K)(?:\^?[-−]|⁻(?=[¹²³]))([123¹²³])(?![\p{L}\d])/gu
/** "55 m.p.h.", "3,000 r.p.m.": units of speed and force with stops inside. */
const DOTTED_UNIT = /(?<=\d ?)(?:[mk]\.p\.h|r\.p\.m|m\.p\.g|p\.s\.i|b\.h\.p)\.?(?![\p{L}\d])/gu
/** "25 deg C", "25 degrees C" */
const DEGREES_NAMED = /(?<=\d) ?(?:deg(?:rees)?\.?) ?([CF])(?![\p{L}\d'’])/gu
/** Behind "1.5 T": things that are measured so, which have no plural of the unit, and capitals ("3 T MRI"). */
const DESCRIBED_BY_LETTER =
  /^ (?:\p{Lu}{2}|(?:fuse|supply|adapter|charger|load|relay|breaker|scanner|magnet|field|force|capacitor|weight)s?(?!\p{L}))/u
/** "1.5 T", "2.5 A": a single capital is a unit behind a decimal where its phrase ends or such a thing follows, or above another unit ("10 N/m"). */
const LETTER_UNIT =
  /(?<=(?<![\p{L}\d.,-])\d{1,6}\.\d{1,6} )([ANTF])(?=[,;:)]|\.?$|\.? (?:and|or|at|for|from|to|is|was|are|were|of current|\p{Lu}{2,4})(?!\p{L})| (?:current|fuse|supply|adapter|charger|load|relay|breaker|scanner|magnet|field|force|capacitor|weight)s?(?!\p{L}))|(?<=\d) ?([ANTFCHSK]|cd)(?= ?\/ ?(?:mm|cm|km|m|s|kg|g|mol|K|W|V|A|h)(?![\p{L}\d]*\p{L}))/gu
/** Rows of bits are counted by the thousand; basis points are few. */
const FEWEST_BITS_PER_SECOND = 1000
/** Pressure of the air; other numbers before "mb" are megabytes. */
const MILLIBARS = /^(?:8[7-9]|9\d|10[0-8])(?!00)\d(?:\.\d)?$/

/** Measures: "5kg" → five kilograms, "10 km/h" → ten kilometres per hour, "30°C" → thirty degrees Celsius, "50k" → fifty thousand. */
export function readUnits(text: string): string {
  return readInchMarks(
    readFeetMarks(
      text
        .replace(POINT_FIRST, '0.')
        .replace(TYPE_SIZE, ' point')
        .replace(PAGES_BEHIND, ' pages')
        .replace(SMALL_VOLTS, 'V')
        .replace(AGO, (_, digits: string, unit: string) => count(digits, SINCE[unit] ?? ''))
        .replace(DOTTED_UNIT, readDotted)
        .replace(DEGREES_NAMED, '°$1')
        .replace(LETTER_UNIT, (match: string, ...parts: (string | number | undefined)[]) => {
          const unit = LETTER_UNITS[String(parts[0] ?? parts[1])]
          const rest = String(parts[3]).slice(Number(parts[2]) + match.length)
          return ` ${DESCRIBED_BY_LETTER.test(rest) ? unit?.one : unit?.many}`
        })
        .replace(NEGATIVE_POWER, (_, unit: string, power: string) => {
          return `/${unit}${/[1¹]/.test(power) ? '' : power}`
        })
        .replace(OIL, (_, weight: string) => `${quantity(weight)} ${spell('W')} `)
        .replace(UNIT_TWICE, '')
        .replace(BY, ' by ')
        .replace(SQUARE_INCHES, (unit) => (unit.endsWith('2') ? ' square inches' : ' cubic inches'))
        .replace(INCH_WORD, 'inches')
        .replace(TONNES, (_, ...parts: (string | number)[]) => {
          return isOneBefore(String(parts.at(-1)), Number(parts.at(-2))) ? ' tonne' : ' tonnes'
        })
        .replace(ASTRONOMICAL_UNITS, 'astronomical units')
        .replace(NAMED_POWER, (unit: string) =>
          unit === 'in' ? 'inches' : (UNITS[unit]?.many ?? unit),
        )
        .replace(PER_NAMED, (_, under: string, power?: string) => {
          return `per ${power === undefined ? '' : `${POWERED[power]} `}${PER[under]}`
        })
        .replace(LONE_AREA, (_, unit: string, power: string) => {
          const word = power === '2' ? 'square' : 'cubic'
          return `${word} ${UNITS[unit]?.many}`
        })
        .replace(HOURS_AND_MINUTES, '$1 hr $2 min ')
        .replace(MINUTES_AND_SECONDS, '$1 min $2 sec')
        .replace(KELVIN, ' kelvin')
        .replace(ARC_MINUTES, readArc)
        .replace(SIDE_OF_THE_WORLD, (_, side: string) => ` degrees ${SIDES[side]}`)
        .replace(FEET_AND_PART_OF_INCH, (match: string, feet: string, ...inches: string[]) => {
          const [whole = '', top = '', bottom = ''] = inches
          return `${count(feet, 'foot').replace('foots', 'feet')} ${readMixed(match, whole, top, bottom)} inches`
        })
        .replace(FEET_AND_INCHES, (_, feet: string, inches: string) => {
          return Number(inches) >= 12
            ? `${count(feet, 'minute')} ${count(inches, 'second')}`
            : height(feet, inches)
        }),
    ),
  )
    .replace(INCHES, (_, offset: number, whole: string) =>
      sentenceMayEnd(whole, offset + 3) ? 'inches.' : 'inches',
    )
    .replace(PER_AREA, (_, unit?: string, power?: string, area = '') => {
      const name = PER[unit ?? area.replace('.', '')]
      return ` per ${power ? `${POWERED[power]} ` : ''}${name}`
    })
    .replace(AMPS, ' amp')
    .replace(MEGAPIXELS, ' megapixel')
    .replace(
      LONE_SPEED,
      (_, unit: string, under: string) => `${UNITS[unit]?.many} per ${PER[under]}`,
    )
    .replace(PER_AFTER_MONEY, (_, unit: string) => ` per ${PER[unit] ?? 'barrel'}`)
    .replace(ONE_UNIT, (unit: string) => UNITS[unit]?.one ?? PER[unit] ?? unit)
    .replace(FEET_ALONE, (_, feet: string, near?: string, apart?: string) =>
      height(feet, near ?? apart ?? ''),
    )
    .replace(/(?<=\d)\/(?=\d{2,3} ?mmHg)/g, ' over ')
    .replace(/(?<=inch) ?[xX×] ?(?=\d)/g, ' by ')
    .replace(/° (?=[CF](?!\p{L}))/gu, '°')
    .replace(/(?<![\d°] ?)°([CF])(?![\p{L}\d])/gu, (_, scale: string) =>
      scale === 'C' ? 'degrees Celsius' : 'degrees Fahrenheit',
    )
    .replace(FOOT_AND_INCH_WORDS, (_, feet: string, inches: string) => height(feet, inches))
    .replace(SEA_MILES, (_, number: string) =>
      number === '1' ? ' nautical mile' : ' nautical miles',
    )
    .replace(MILLIONS_COUNTED, ' million')
    .replace(MILLIONS_OF, (_, number: string, scale: string) => {
      return `${quantity(number)} ${SCALE_WORDS[scale.toLowerCase()]}`
    })
    .replace(MILLIONS, (_, number: string, scale: string) => {
      return `${quantity(number)} ${SCALE_WORDS[scale.toLowerCase()]}`
    })
    .replace(STONES, (match: string, stones: string, pounds?: string) => {
      if (stones.endsWith('1') && pounds === undefined) return match
      return `${quantity(stones)} stone${pounds === undefined ? '' : ` ${count(pounds, 'pound')}`}`
    })
    .replace(MEASURE, readMeasure)
    .replace(SCALED, readScaled)
    .replace(PER_SOMETHING, (_, under: string) => ` per ${PER[under]}`)
    .replace(/%/g, ' percent ')
}

/** Whether the number before a unit is one: "1 t". */
function isOneBefore(text: string, index: number): boolean {
  return /(?<![\d.,])1 ?$/.test(text.slice(Math.max(0, index - 4), index))
}

/** The stop stays where the sentence ends. */
function readDotted(match: string, offset: number, whole: string): string {
  const ends = match.endsWith('.') && sentenceMayEnd(whole, offset + match.length)
  return `${match.replaceAll('.', '')}${ends ? '.' : ''}`
}

function readArc(_match: string, minutes: string, seconds?: string, side?: string): string {
  const rest = seconds === undefined ? '' : ` ${count(seconds, 'second')}`
  return ` degrees ${count(minutes, 'minute')}${rest} ${side ? SIDES[side] : ''}`
}

function readScaled(_match: string, number: string, scale: string, range = ''): string {
  const isLetter = scale === 'K' && RESOLUTIONS.has(number)
  const word = isLetter ? spell('K') : SCALE_WORDS[scale.toLowerCase()]
  return `${quantity(number)} ${word}${range && ' to '}`
}

function count(digits: string, name: string): string {
  return `${quantity(digits)} ${name}${digits === '1' ? '' : 's'}`
}

function height(feet: string, inches: string): string {
  const foot = feet === '1' ? 'foot' : 'feet'
  return `${quantity(feet)} ${foot} ${quantity(inches)} ${inches === '1' ? 'inch' : 'inches'}`
}

const POWERED: Readonly<Record<string, string>> = { '2': 'square', '3': 'cubic' }

/** An apostrophe after a number means feet where no quotation is open: `10' x 15'`. */
function readFeetMarks(text: string): string {
  return text.replace(FEET_MARK, (match: string, feet: string, offset: number) => {
    const line = text.slice(text.lastIndexOf('\n', offset) + 1, offset).slice(-200)
    return /(?:^|[\s(])'/.test(line) ? match : `${quantity(feet)} ${feet === '1' ? 'foot' : 'feet'}`
  })
}

/** A double quote after a number means inches where no quotation is open. */
function readInchMarks(text: string): string {
  let open = false
  return text.replace(/(?<=\d)"|"|\n/g, (mark, offset: number) => {
    if (mark === '\n') open = false
    else if (!open && /\d/.test(text.charAt(offset - 1))) return ' inch'
    else open = !open
    return mark
  })
}

function readMeasure(match: string, ...parts: (string | number | undefined)[]): string {
  const [first, link, second, area, spaced, touching, power, under, underPower, stop] = parts
  const written = String(spaced ?? touching)
  const unit = unitOf(written, String(first))
  if (unit === undefined || typeof first !== 'string') return match
  const [offset, whole] = parts.slice(10)
  const end = Number(offset) + match.length
  const touches = match.startsWith(`${first}${written}`)
  const before = String(whole).slice(Math.max(0, Number(offset) - 11), Number(offset))
  if (isOtherThing(first, written, power, touches ? before : undefined)) return match
  const isOne = typeof second !== 'string' && first === '1'
  const isSingular =
    isOne || /\d-[\p{L}°]/u.test(match) || describes(String(whole), Number(offset), end)
  const name = nameOf(unit, isSingular, powerWord(power, area))
  const per = under ? perWord(String(under), underPower) : ''
  const abbreviated = new RegExp(`^${ABBREVIATED}$`).test(written)
  const keepsStop = stop && (!abbreviated || sentenceMayEnd(String(whole), end))
  return `${amount(first, link, second)} ${name}${per}${keepsStop ? '.' : ''}`
}

/** "5", or "5 - -10" with what stands between the numbers. */
function amount(first: string, link: unknown, second: unknown): string {
  if (typeof second !== 'string') return quantity(first)
  const minus = second.startsWith('-') ? 'minus ' : ''
  return `${quantity(first)}${linkWord(String(link))}${minus}${quantity(second.replace('-', ''))}`
}

/** "GTX-970M", "I-10W": the number of a model and its letter. */
const MODEL_BEFORE = /(?:^|[^\p{L}])\p{Lu}{1,6}\d{0,3}-$/u

function unitOf(written: string, number: string): Unit | undefined {
  const value = Number(number.replaceAll(',', ''))
  if (written === 'bps' && value >= FEWEST_BITS_PER_SECOND) return BITS_PER_SECOND
  if (written === 'mb' && MILLIBARS.test(number.replaceAll(',', ''))) return UNITS['mbar']
  return UNITS[written] ?? TOUCHING_UNITS[written]
}

const BITS_PER_SECOND: Unit = { one: 'bit per second', many: 'bits per second' }

/** "a 5kg bag", "the 90° turn": a measure that describes a thing has no plural. */
function describes(whole: string, start: number, end: number): boolean {
  const before = whole.slice(Math.max(0, start - 5), start)
  const after = whole.slice(end, end + 12)
  return (
    SOLD_BY_MEASURE.test(after) ||
    (/(?:^|[^\p{L}])(?:an?|the) $/iu.test(before) &&
      /^[ -]\p{L}/u.test(after) &&
      !FUNCTION_WORD.test(after))
  )
}

/** "1980s" is a decade, "4d" a code, "5 m3" a volume but "5 kg2" nothing. `before` is what stands before a number that touches its unit. */
function isOtherThing(number: string, unit: string, power: unknown, before?: string): boolean {
  if (before !== undefined && MODEL_BEFORE.test(before) && !/^(?:[GMT]B|[GM]Hz)$/.test(unit))
    return true
  if (unit === 's')
    return before !== undefined && /^00$|^(?:1\d|20)\d\d$|^[2-9]0$|^10?,?000?$/.test(number)
  if (unit === 'd') return number.length > 2 || number === '3'
  return power !== undefined && !/^(?:(?:[kcmdnu]|micro)?m|ft|in|yd|mi|s)$/i.test(unit)
}

/** Lengths are squared before their name, times after it: "per square metre", "per second squared". */
function perWord(under: string, power: unknown): string {
  if (!/^(?:s|sec|h|hr|min)$/.test(under))
    return ` per ${powerWord(power, undefined)}${PER[under] ?? PER_LETTER[under]}`
  const raised = power === '2' ? ' squared' : power === '3' ? ' cubed' : ''
  return ` per ${PER[under]}${raised}`
}

function powerWord(power: unknown, area: unknown): string {
  if (power === '2' || area === 'sq') return 'square '
  return power === '3' || area === 'cu' ? 'cubic ' : ''
}

function nameOf(unit: Unit, isOne: boolean, power: string): string {
  const name = isOne ? unit.one : unit.many
  return `${power}${name.replace(/\b(?:[A-Z] ?)+$/, (letters) => spell(letters))}`
}

function linkWord(link: string): string {
  return link.includes('or') ? ' or ' : ' to '
}
