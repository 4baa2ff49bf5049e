/** Pidgin counts in English, but a noun after a number has no plural: "five dollar", "ten kilometre". */

const HELD = '\ue210'
const PLURALS: Readonly<Record<string, string>> = {
  ...{ dollars: 'dollar', pounds: 'pound', euros: 'euro', cents: 'cent', cedis: 'cedi' },
  ...{ kilometres: 'kilometre', metres: 'metre', centimetres: 'centimetre', miles: 'mile' },
  ...{ millimetres: 'millimetre', kilograms: 'kilogram', grams: 'gram', milligrams: 'milligram' },
  ...{ litres: 'litre', millilitres: 'millilitre', tonnes: 'tonne', inches: 'inch', feet: 'foot' },
  ...{ hours: 'hour', minutes: 'minute', seconds: 'second', degrees: 'degree', acres: 'acre' },
  ...{ hectares: 'hectare', megabytes: 'megabyte', gigabytes: 'gigabyte', watts: 'watt' },
  ...{ kilowatts: 'kilowatt', megawatts: 'megawatt', volts: 'volt', pence: 'pence', rands: 'rand' },
  ...{
    yards: 'yard',
    ounces: 'ounce',
    shillings: 'shilling',
    francs: 'franc',
    kilobytes: 'kilobyte',
  },
}
const PLURAL = new RegExp(`(?<!\\p{L})(${Object.keys(PLURALS).join('|')})(?![\\p{L}${HELD}])`, 'gu')
const WRITTEN = new RegExp(`(?<!\\p{L})(?:${Object.keys(PLURALS).join('|')})(?!\\p{L})`, 'gu')
const PERCENT = /(?<=\p{L} )percent(?!\p{L})/gu

/** The same step, after which what it has counted stands in the singular. What a person wrote stays. */
export function counting(step: (text: string) => string): (text: string) => string {
  return (text) =>
    step(text.replace(WRITTEN, (word) => `${word}${HELD}`))
      .replace(PLURAL, (word) => PLURALS[word] ?? word)
      .replaceAll(HELD, '')
}

/** "fifty percent" → fifty per cent, as it is said and written in Nigeria. */
export function readPercent(text: string): string {
  return text.replace(PERCENT, 'per cent')
}
