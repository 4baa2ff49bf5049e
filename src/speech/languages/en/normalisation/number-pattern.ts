/** A number with optional thousands separators (also in lakhs: 1,00,000) and decimals, as source of a regular expression. */
export const NUMBER =
  '(?:\\d{1,3}(?:,\\d{3}){1,6}(?![\\d])|\\d{1,2}(?:,\\d{2}){1,6},\\d{3}(?!\\d)|\\d{1,18}(?!\\d))(?:\\.\\d{1,18}(?!\\d))?'

/** Stands before a number: not in the middle of another number or of a word. */
export const NUMBER_START = '(?<![\\p{L}\\d]|\\d[.,])'

/** A hyphen or dash that may mean "to". */
export const TO = '\\s?[-–—]\\s?'
