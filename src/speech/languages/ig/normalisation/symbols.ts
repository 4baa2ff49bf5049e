const SAID: Readonly<Record<string, string>> = {
  ...{ '&': 'na', '+': 'mgbakwunye', '=': 'bụ', '×': 'ugboro', '÷': 'kewaa na', '@': 'at' },
  ...{ '%': 'pasentị', '₦': 'naịra', $: 'dọla', '£': 'paụnd', '€': 'yuro', '°': 'digrii' },
  ...{
    '→': 'ruo',
    '<': 'erughị',
    '>': 'karịrị',
    '≤': 'erubeghị',
    '≥': 'karịrị',
    '±': 'mgbakwunye maọbụ mwepụ',
  },
}
const SIGN = new RegExp(`[${Object.keys(SAID).join('')}]`, 'gu')
const STROKE = /(?<=\p{L}\p{M}?) ?\/ ?(?=\p{L})/gu
const NUMBER_SIGN = /#\s?(?=\d)/g
const ELLIPSIS = /\.{2,}|…/g
const QUOTED = /(?<![\p{L}\p{M}])'(?=[\p{L}\d])|(?<=[\p{M}\p{L}\d.,!?])'(?!\p{L})|"/gu
const BRACKETS = /[()[\]{}]/g

/** Signs before numbers are read: "#5" → nọmba ise. */
export function readNumberSigns(text: string): string {
  return text.replace(NUMBER_SIGN, 'nọmba ').replace(/(?<=\d) ?[x×] ?(?=\d)/g, ' ugboro ')
}

/** Signs that are said, strokes as "maọbụ", brackets as short breaks; no quotation marks. */
export function readSymbols(text: string): string {
  return text
    .replace(QUOTED, ' ')
    .replace(STROKE, ' maọbụ ')
    .replace(ELLIPSIS, '. ')
    .replace(BRACKETS, ', ')
    .replace(/\s[-–]\s/g, ' — ')
    .replace(SIGN, (sign) => ` ${SAID[sign] ?? ''} `)
}
