import type { LanguageInfo } from './language-info.ts'

export const IGBO_INFO = {
  code: 'ig',
  name: 'Igbo',
  aliases: ['ibo'],
  script: 'Latin',
  letters: 'ịọụṅ',
  restoresDiacritics: false,
  readingSentences: [
    'Nne m gara ahịa n’ụtụtụ a wee zụta ji, akwụkwọ nri, azụ kpọrọ nkụ na mkpụrụ osisi dị iche iche.',
    'Mgbe mmiri bidoro izo, ụmụaka niile gbabara n’ụlọ, ma nwanne m nwoke nọgidere n’ezi na-achị ọchị.',
    'Ọ bụrụ na ị gaa Ọnịcha echi, biko kelee enyi m Chukwudị, gwakwa ya na anyị ga-abịa n’izu ụka ọzọ.',
    'Nna m ochie na-akọrọ anyị akụkọ ifo banyere mbe na enyi kwa abalị, mgbe ọnwa na-eti n’eluigwe.',
  ],
} as const satisfies LanguageInfo
