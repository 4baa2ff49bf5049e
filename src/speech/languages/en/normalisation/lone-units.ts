import { PER } from './per-table.ts'
import { UNITS } from './unit-table.ts'

/** "in W/m²", "kg/m³": what a table counts in, without a figure before it. */
const DENSITY =
  /(?<![\p{L}\d/]|\d )(kW|W|kg|mg|g|µg|ug|kJ|J|kN|N|mol|lb|t)\/(m|cm|km|ft|in|mi)\^?([23])(?![\p{L}\d])/gu
const NAMES: Readonly<Record<string, string>> = { W: 'watts', N: 'newtons', t: 'tonnes' }

/** Units that stand without a figure: "in W/m²" → watts per square metre. */
export function readLoneUnits(text: string): string {
  return text.replace(DENSITY, (match: string, unit: string, under: string, power: string) => {
    const many = UNITS[unit]?.many ?? NAMES[unit]
    return many === undefined
      ? match
      : `${many} per ${power === '2' ? 'square' : 'cubic'} ${PER[under]}`
  })
}
