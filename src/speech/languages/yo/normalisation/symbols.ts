const SAID: Readonly<Record<string, string>> = {
  '&': 'àti',
  '=': 'jẹ́',
  '≠': 'kì í ṣe',
  '≈': 'tó',
  '×': 'lọ́nà',
  '÷': 'pín sí',
  '→': 'sí',
  '@': 'ní',
  '§': 'abala',
  '₦': 'náírà',
  $: 'dọ́là',
  '£': 'pọ́n ùn',
  '€': 'yúrò',
  '%': 'nínú ọgọ́rùn ún',
  '°': 'ìwọ̀n',
  '±': 'tàbí òdì',
}
const SIGNS = new RegExp(`[${Object.keys(SAID).join('')}]`, 'gu')

/** Words before figures are read: signs that stand between numbers. */
export function readSignsOfSums(text: string): string {
  return text
    .replace(/(?<=\d) ?\+ ?(?=\d)/g, ' àti ')
    .replace(/(?<=\d) ?[x×] ?(?=\d)/g, ' lọ́nà ')
    .replace(/(?<=\d)\+(?![\d\p{L}])/gu, ' àti jù bẹ́ẹ̀ lọ')
    .replace(/(?<=\d) - (?=\d+ =)/g, ' yọ ')
    .replace(/(?<![\p{L}\d])\+(?=\d)/gu, 'plọ́ọ̀sì ')
}

/** Signs as words, brackets and dashes as breaks, hyphens inside words as spaces, no quotation marks. */
export function readSymbols(text: string): string {
  return text
    .replace(/àti\s*\/\s*tàbí|ati\s*\/\s*tabi/giu, 'àti tàbí')
    .replace(/(?<=\p{L}\p{M}*) ?\/ ?(?=\p{L})/gu, ' tàbí ')
    .replace(/(?:\.[ ]?){2,}\.?|…+/g, (dots, offset: number, whole: string) => {
      return /^\s*(?:\p{Lu}|\n|$)/u.test(whole.slice(offset + dots.length)) ? '. ' : ', '
    })
    .replace(/[([{]/g, ', ')
    .replace(/[)\]}]/g, ', ')
    .replace(/(?<=[.?!]) *, *$|, (?=[.?!:;])/gm, '')
    .replace(/ - | -(?=\s)|-{2,}|–|—/g, ' — ')
    .replace(/(?<=[\p{L}\p{M}])-(?=\p{L})/gu, ' ')
    .replace(SIGNS, (sign) => ` ${SAID[sign]} `)
    .replaceAll('"', ' ')
    .replace(/(?<![\p{L}\p{M}])'|'(?![\p{L}\p{M}])/gu, ' ')
}
