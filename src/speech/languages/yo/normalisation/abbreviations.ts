import { bare } from './bare.ts'

/** Titles, only before a name; the key is without marks and stop. */
const TITLES: Readonly<Record<string, string>> = {
  ogb: 'Ọ̀gbẹ́ni',
  mr: 'Ọ̀gbẹ́ni',
  mrs: 'Ìyáàfin',
  iyf: 'Ìyáàfin',
  ms: 'Omidan',
  miss: 'Omidan',
  dr: 'Dókítà',
  dkt: 'Dókítà',
  prof: 'Ọ̀jọ̀gbọ́n',
  ojg: 'Ọ̀jọ̀gbọ́n',
  alh: 'Àlàájì',
  alhaji: 'Àlàájì',
  alhj: 'Àlàájì',
  rev: 'Ẹni Ọ̀wọ̀',
  revd: 'Ẹni Ọ̀wọ̀',
  hon: 'Ọlọ́lá',
  sen: 'Sẹ́nétọ̀',
  gov: 'Gómìnà',
  pres: 'Ààrẹ',
  engr: 'Ẹnjiníà',
  barr: 'Agbẹjọ́rò',
  gen: 'Ọ̀gágun',
  capt: 'Ọ̀gákọ̀',
  sgt: 'Sájẹ́ǹtì',
  st: 'Mímọ́',
  chf: 'Olóyè',
}
const TITLE = /(?<![\p{L}\p{M}])([\p{L}\p{M}]{2,10})(\.?)(?= ?\p{Lu})/gu
/** Abbreviations that are none without their stop ("st", "gen" and the like), or that are words. */
const NEEDS_STOP = new Set([
  'st',
  'gen',
  'hon',
  'sen',
  'gov',
  'pres',
  'rev',
  'ms',
  'miss',
  'chf',
  'alhaji',
])

/** Inside a sentence, in full. */
const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [
    /(?<![\p{L}\p{M}])(?:àti |ati )?(?:abbl|a\.b\.b\.l|bbl|b\.b\.l)(?![\p{L}\p{M}])\.?/giu,
    'àti bẹ́ẹ̀ bẹ́ẹ̀ lọ',
  ],
  [/(?<![\p{L}\p{M}])(?:àti |ati )?etc(?![\p{L}\p{M}])\.?/giu, 'àti bẹ́ẹ̀ bẹ́ẹ̀ lọ'],
  // In capitals these are degrees.
  [/(?<![\p{L}\p{M}])(?:[fF]\.a|[bB]\.a|[eE]\.g)\.?(?![\p{L}\p{M}])/gu, 'fún àpẹẹrẹ'],
  [/(?<![\p{L}\p{M}])(?:i\.e)\.?(?![\p{L}\p{M}])/giu, 'ìyẹn ni pé'],
  [/(?<![\p{L}\p{M}])f\.w\.?(?![\p{L}\p{M}])/giu, 'fi wé'],
  [/(?<![\p{L}\p{M}])vs\.?(?![\p{L}\p{M}])/giu, 'àti'],
  [/(?<![\p{L}\p{M}])[Nn]o\.? ?(?=\d)|№ ?|(?<![\p{L}\p{M}])[Nn]ọ́?\. ?(?=\d)/gu, 'nọ́ńbà '],
  [/(?<![\p{L}\p{M}])(?:oj\.|pp?\.) ?(?=\d)/giu, 'ojú ìwé '],
  [/(?<![\p{L}\p{M}])Tel\.?:? ?(?=[\d+(])/giu, 'fóònù '],
]

/** Abbreviations in full: "Ọ̀gb. Adé" → Ọ̀gbẹ́ni Adé, "Dr. Bísí" → Dókítà Bísí, "abbl." → àti bẹ́ẹ̀ bẹ́ẹ̀ lọ. */
export function readAbbreviations(text: string): string {
  const full = SHORT_FORMS.reduce((rest, [pattern, spoken]) => {
    return rest.replace(pattern, (match: string, offset: number, whole: string) => {
      const atEnd =
        match.endsWith('.') && /^\s*(?:\n|$|\p{Lu})/u.test(whole.slice(offset + match.length))
      return `${spoken}${atEnd && !spoken.endsWith(' ') ? '.' : ''}`
    })
  }, text)
  return full.replace(TITLE, (match: string, word: string, stop: string) => {
    const key = bare(word)
    const spoken = Object.hasOwn(TITLES, key) ? TITLES[key] : undefined
    if (spoken === undefined || !/^\p{Lu}/u.test(word)) return match
    return stop === '' && NEEDS_STOP.has(key) ? match : `${spoken} `.replace(/ $/, stop ? ' ' : '')
  })
}
