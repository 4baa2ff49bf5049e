import { NUMBER, NUMBER_START } from './number-pattern.ts'
import { quantity } from './number-words.ts'
import { UNITS } from './unit-table.ts'

/** Words before which a size stands that describes a thing: "a 20cm x 30cm tin". */
const BEFORE =
  '(?:[Aa]n?|[Tt]he|[Tt]his|[Tt]hat|[Ee]ach|[Ee]very|[Oo]ne|two|three|four|five|six|ten|[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Ii]ts|[Oo]ur|[Tt]heir|[Aa]nother)'
/** A word that is no thing: the size stands for itself, "the 3m x 4m is too small". */
const NO_THING =
  '(?!(?:of|in|on|at|to|is|was|were|are|and|or|for|from|by|that|which|will|has|had|with|when|if|but|as|than|long|wide|high|tall|deep|thick|each|apart|away|across|per)(?!\\p{L}))'
const THING = `(?=[ -]${NO_THING}\\p{Ll}{2})`
const LENGTH = `km|cm|mm|m|ft|feet|foot|in|inch(?:es)?|yds?|yards?|met(?:re|er)s?|centimet(?:re|er)s?|['"]`
const SIZE = new RegExp(
  `(?<=(?<!\\p{L})${BEFORE} )(?<first>${NUMBER})(?: ?(?<firstUnit>${LENGTH}))?(?: ?[xX×] ?| by )(?<second>${NUMBER})(?: ?(?<secondUnit>${LENGTH}))?(?:(?: ?[xX×] ?| by )(?<third>${NUMBER})(?: ?(?<thirdUnit>${LENGTH})))?${THING}`,
  'gu',
)
/** "a 7 lb 3 oz baby", "a 5ft 10in man" */
const TWO_UNITS = new RegExp(
  `${NUMBER_START}(?<=(?<!\\p{L})${BEFORE} )(\\d{1,3}) ?(ft|foot|feet|lbs?|pounds?|st|stone|')\\.?,? ?(\\d{1,2}) ?(in|inch(?:es)?|oz|ounces?|lbs?|pounds?|")\\.?${THING}`,
  'gu',
)
/** "a 6' fence" */
const FEET = new RegExp(`(?<=(?<!\\p{L})${BEFORE} )(\\d{1,3})'(?= ${NO_THING}\\p{Ll}{2})`, 'gu')
const SINGULAR: Readonly<Record<string, string>> = {
  "'": 'foot',
  '"': 'inch',
  feet: 'foot',
  foot: 'foot',
  in: 'inch',
  inches: 'inch',
  st: 'stone',
  stone: 'stone',
  pound: 'pound',
  ounce: 'ounce',
}
const PAIRS = new Set(['foot inch', 'pound ounce', 'stone pound'])

/** Sizes that describe a thing have no plural: "a 20cm x 30cm tin" → a twenty centimetre by thirty centimetre tin. */
export function readSizes(text: string): string {
  return text
    .replace(SIZE, (match: string, ...parts: unknown[]) => {
      const { first, firstUnit, second, secondUnit, third, thirdUnit } = parts.at(-1) as Sides
      if ((thirdUnit ?? secondUnit) === undefined) return match
      const sides = [side(first, firstUnit), side(second, secondUnit), side(third, thirdUnit)]
      return sides.filter((words) => words !== '').join(' by ')
    })
    .replace(TWO_UNITS, (match: string, ...parts: string[]) => {
      const [first = '', unit = '', second = '', part = ''] = parts
      const names = [singular(unit), singular(part)]
      if (!PAIRS.has(names.join(' '))) return match
      return `${quantity(first)} ${names[0]} ${quantity(second)} ${names[1]}`
    })
    .replace(FEET, (_, feet: string) => `${quantity(feet)} foot`)
}

type Sides = Readonly<Record<string, string | undefined>>

function side(number: string | undefined, unit: string | undefined): string {
  if (number === undefined) return ''
  return `${quantity(number)}${unit === undefined ? '' : ` ${singular(unit)}`}`
}

function singular(unit: string): string {
  return SINGULAR[unit] ?? UNITS[unit]?.one ?? unit.replace(/s$/, '').replace(/meter$/, 'metre')
}
