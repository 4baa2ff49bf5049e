import type { Unit } from './unit.ts'

/** Prefixes of the SI Brochure (9th edition, table 7) as they are met; "micro" stands for the Greek letter, which is read before. */
const PREFIXES: Readonly<Record<string, string>> = {
  ...{ f: 'femto', p: 'pico', n: 'nano', u: 'micro', micro: 'micro', m: 'milli', c: 'centi' },
  ...{ d: 'deci', h: 'hecto', k: 'kilo', M: 'mega', G: 'giga', T: 'tera', P: 'peta', E: 'exa' },
}
/** A symbol, its name, the prefixes that it is met with, and its plural where that is not made with an s. */
type Row = readonly [symbol: string, name: string, prefixes: string, many?: string]

/**
 * Prefixes that would make another thing of the symbol are left out: "pm" is a time, "us" a word, "PC", "TV", "MA" and "MS" are no
 * measures, "Mg" is magnesium.
 */
const ROWS: readonly Row[] = [
  ['m', 'metre', 'n u micro m c d k M G'],
  ['g', 'gram', 'f n u micro m c d k'],
  ['s', 'second', 'f p n micro m'],
  ['A', 'amp', 'p n u micro m k'],
  ['V', 'volt', 'n u micro m k M G'],
  ['W', 'watt', 'n u micro m k M G T P'],
  ['J', 'joule', 'n u micro m k M G T P E'],
  ['N', 'newton', 'u micro m k'],
  ['Pa', 'pascal', 'u micro m h k M G T'],
  ['Hz', 'hertz', 'u micro m k M G T', 'hertz'],
  ['F', 'farad', 'p n u micro m'],
  ['H', 'henry', 'n u micro m', 'henries'],
  ['C', 'coulomb', 'n u micro m k'],
  ['S', 'siemens', 'n u micro m', 'siemens'],
  ['T', 'tesla', 'n u micro m k'],
  ['M', 'molar', 'p n u micro m', 'molar'],
  ['K', 'kelvin', 'u micro m', 'kelvin'],
  ['mol', 'mole', 'p n u micro m k'],
  ['Wb', 'weber', 'm micro'],
  ['cd', 'candela', 'm'],
  ['lm', 'lumen', 'k'],
  ['lx', 'lux', 'k', 'lux'],
  ['Bq', 'becquerel', 'm k M G T P'],
  ['Gy', 'gray', 'u micro m c k'],
  ['Sv', 'sievert', 'n u micro m'],
  ['Ci', 'curie', 'n u micro m k M'],
  ['eV', 'electron volt', 'm k M G T'],
  ['Wh', 'watt hour', 'm k M G T'],
  ['Ah', 'amp hour', 'm k'],
  ['L', 'litre', 'n u micro m c d h k G'],
  ['l', 'litre', 'n u micro m c d h k'],
  ['bar', 'bar', 'm k', 'bars'],
  ['cal', 'calorie', 'k M'],
  ['Da', 'dalton', 'k M'],
  ['pc', 'parsec', 'k M G'],
  ['rad', 'radian', 'm u micro'],
  ['Gauss', 'gauss', 'k', 'gauss'],
  ['ohm', 'ohm', 'm G'],
  ['bps', 'bit per second', 'T', 'bits per second'],
]
/** Symbols that are met without a prefix, too, and are no words and no letters. */
const ALONE = 'm g s J Pa Hz mol Wb lm lx Bq Gy Sv Ci eV Wh Ah'.split(' ')
/** Powers and forces that are multiplied: "kW·h", "N·s". */
const PRODUCTS: readonly Row[] = [
  ['W', 'watt', 'm k M G T'],
  ['A', 'amp', 'm k'],
  ['N', 'newton', 'm k'],
  ['Pa', 'pascal', 'm k M'],
  ['J', 'joule', 'm k'],
  ['V', 'volt', 'm k'],
]
const TIMES_UNITS: Readonly<Record<string, string>> = { h: 'hour', s: 'second', m: 'metre' }
const POINTS = ['·', '⋅', '.', '-', ' ']

function entry(one: string, many: string): Unit {
  return { one, many }
}

/** "k" and "watt" → kilowatt; between "mega" and a vowel nothing is lost but in "megohm", which is listed by hand. */
function withPrefixes(symbol: string, name: string, prefixes: string, many: string): Entries {
  return prefixes.split(' ').map((prefix) => {
    const word = PREFIXES[prefix] ?? ''
    return [`${prefix}${symbol}`, entry(`${word}${name}`, `${word}${many}`)] as const
  })
}

type Entries = readonly (readonly [symbol: string, unit: Unit])[]

function simple(): Entries {
  return ROWS.flatMap(([symbol, name, prefixes, many = `${name}s`]) => [
    ...(ALONE.includes(symbol) ? [[symbol, entry(name, many)] as const] : []),
    ...withPrefixes(symbol, name, prefixes, many),
  ])
}

function multiplied(): Entries {
  return PRODUCTS.flatMap(([symbol, name, prefixes]) =>
    Object.entries(TIMES_UNITS).flatMap(([time, timeName]) =>
      withPrefixes(symbol, name, prefixes, name).flatMap(([factor, { one }]) =>
        POINTS.filter((point) => point !== '.' || time === 'h').map(
          (point) =>
            [
              `${factor}${point}${time}`,
              entry(`${one} ${timeName}`, `${one} ${timeName}s`),
            ] as const,
        ),
      ),
    ),
  )
}

/** The same without a prefix; a raised point may have become a space. */
function multipliedAlone(): Entries {
  return PRODUCTS.flatMap(([symbol, name]) =>
    Object.entries(TIMES_UNITS).flatMap(([time, timeName]) =>
      ['·', '⋅', ' '].map(
        (point) =>
          [
            `${symbol}${point}${time}`,
            entry(`${name} ${timeName}`, `${name} ${timeName}s`),
          ] as const,
      ),
    ),
  )
}

/** Units of the International System, and those that are used beside it, with their prefixes and the products that are common. */
export const SI_UNITS: Readonly<Record<string, Unit>> = Object.fromEntries([
  ...multipliedAlone(),
  ...multiplied(),
  ...simple(),
])

/** Single capitals, and "cd" (which may be a disc), that are units only where something shows it: a decimal before, or a unit under a stroke after. */
export const LETTER_UNITS: Readonly<Record<string, Unit>> = {
  cd: entry('candela', 'candelas'),
  A: entry('amp', 'amps'),
  N: entry('newton', 'newtons'),
  T: entry('tesla', 'teslas'),
  F: entry('farad', 'farads'),
  C: entry('coulomb', 'coulombs'),
  H: entry('henry', 'henries'),
  S: entry('siemens', 'siemens'),
  K: entry('kelvin', 'kelvin'),
}
