const SAID: Readonly<Record<string, string>> = {
  '&': 'da',
  '=': 'daidai da',
  '±': 'ƙari ko ragi',
  '×': 'sau',
  '÷': 'raba da',
  '→': 'zuwa',
  '@': 'at',
  '%': 'cikin ɗari',
  '₦': 'naira',
  $: 'dala',
  '£': 'fam',
  '€': 'yuro',
  '°': 'digiri',
}
const SIGNS = new RegExp(`[${Object.keys(SAID).join('')}]`, 'gu')
const ELLIPSIS = /(?:\.[ ]?){2,}\.?|…+/g
const PLUS = /(?<=[\p{L}\d)]) ?\+ ?(?=[\p{L}\d(])/gu
const REPEATED = /([=&@$£€%*#~])\1+/g
const EITHER = /(?<=\p{L}) ?\/ ?(?=\p{L})/gu

/** Signs as words, breaks as punctuation. */
export function readSymbols(text: string): string {
  return text
    .replace(REPEATED, ' ')
    .replace(PLUS, ' da ')
    .replace(EITHER, ' ko ')
    .replace(/ - | -(?=\s)|-{2,}/g, ' — ')
    .replace(/[–—]/g, ' — ')
    .replace(SIGNS, (sign) => ` ${SAID[sign]} `)
    .replace(ELLIPSIS, (_, offset: number, whole: string) => {
      const next = whole.slice(offset, offset + 40).replace(/^[. …]+/, '')
      return /^\p{Ll}/u.test(next) ? ' — ' : '. '
    })
    .replace(/[()[\]{}|]/g, ', ')
    .replace(/[-/\\_]/g, ' ')
}
