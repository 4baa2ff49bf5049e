import type { LanguageCode } from '#shared/languages/languages.ts'
import { folded } from '#translation/statistical/unknown-words.ts'

const ENGLISH: Readonly<Record<number, string>> = {
  2: 'two twice',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  10: 'ten tens',
  11: 'eleven',
  12: 'twelve dozen',
  13: 'thirteen',
  14: 'fourteen',
  15: 'fifteen',
  16: 'sixteen',
  17: 'seventeen',
  18: 'eighteen',
  19: 'nineteen',
  20: 'twenty',
  30: 'thirty',
  40: 'forty',
  50: 'fifty',
  60: 'sixty',
  70: 'seventy',
  80: 'eighty',
  90: 'ninety',
  100: 'hundred hundreds',
  1000: 'thousand thousands',
  1e6: 'million millions',
  1e9: 'billion billions',
  1e12: 'trillion trillions',
  0.5: 'half',
}

/** Forms of number words by value, as they are written with or without marks. "One" is left out: it is an article, too. */
const WORDS: Readonly<Record<LanguageCode, Readonly<Record<number, string>>>> = {
  en: ENGLISH,
  pcm: {
    ...ENGLISH,
    2: 'two tu',
    3: 'three tri',
    4: 'four foa',
    5: 'five faiv',
    6: 'six siks',
    7: 'seven sevun',
    8: 'eight eit',
    9: 'nine nain',
    10: 'ten',
    20: 'twenty twenti',
    1000: 'thousand thousands tousand',
  },
  ha: {
    2: 'biyu guda-biyu',
    3: 'uku ukun',
    4: 'hudu huɗu hudun',
    5: 'biyar',
    6: 'shida',
    7: 'bakwai',
    8: 'takwas',
    9: 'tara',
    10: 'goma gomai',
    11: 'sha-daya',
    20: 'ashirin',
    30: 'talatin',
    40: "arba'in",
    50: 'hamsin',
    60: 'sittin',
    70: "saba'in",
    80: 'tamanin',
    90: "casa'in",
    100: 'dari ɗari daruruwan',
    200: 'metan',
    1000: 'dubu dubban dubunnan alif',
    1e6: 'miliyan miliyoyin',
    1e9: 'biliyan biliyoyin',
    1e12: 'tiriliyan',
    0.5: 'rabi rabin',
  },
  ig: {
    2: 'abụọ abuo',
    3: 'atọ ato',
    4: 'anọ ano',
    5: 'ise',
    6: 'isii isi-ise',
    7: 'asaa',
    8: 'asatọ asato',
    9: 'itoolu itolu iteghete',
    10: 'iri',
    20: 'ogu iri-abụọ',
    100: 'narị nari otunarị',
    1000: 'puku',
    1e6: 'nde',
    1e9: 'ijeri',
    1e12: 'puku-ijeri',
    0.5: 'ọkara okara',
  },
  yo: {
    2: 'méjì èjì méjèèjì kejì',
    3: 'mẹ́ta ẹ̀ta mẹ́tẹ̀ẹ̀ta',
    4: 'mẹ́rin ẹ̀rin mẹ́rẹ̀ẹ̀rin',
    5: 'márùn-ún márùn márùnún àrún márààrún',
    6: 'mẹ́fà ẹ̀fà mẹ́fẹ̀ẹ̀fà',
    7: 'méje èje méjèèje',
    8: 'mẹ́jọ ẹ̀jọ',
    9: 'mẹ́sàn-án mẹ́sàn mẹ́sànán ẹ̀sán',
    10: 'mẹ́wàá mẹ́wàa ẹ̀wá mẹ́wẹ̀ẹ̀wá',
    11: 'mọ́kànlá',
    12: 'méjìlá',
    13: 'mẹ́tàlá',
    14: 'mẹ́rìnlá',
    15: 'mẹ́ẹ̀ẹ́dógún màrùndínlógún',
    20: 'ogún ogójì-',
    30: 'ọgbọ̀n ogbọ̀n',
    40: 'ogójì',
    50: 'àádọ́ta',
    60: 'ọgọ́ta',
    70: 'àádọ́rin',
    80: 'ọgọ́rin',
    90: 'àádọ́rùn-ún',
    100: 'ọgọ́rùn-ún ọgọ́rùn ọgọ́rùnún',
    200: 'igba',
    1000: 'ẹgbẹ̀rún ẹgbẹrún ẹgbẹgbẹ̀rún',
    1e6: 'mílíọ̀nù mílíọ́nù miliọnu mílíọ̀nu',
    1e9: 'bílíọ̀nù bílíọ́nù biliọnu',
    1e12: 'tírílíọ̀nù',
    0.5: 'ìdajì àbọ̀',
  },
  am: {
    2: 'ሁለት ሁለቱ ሁለቱም',
    3: 'ሶስት ሶስቱ ሦስት ሦስቱ',
    4: 'አራት አራቱ',
    5: 'አምስት አምስቱ',
    6: 'ስድስት',
    7: 'ሰባት',
    8: 'ስምንት',
    9: 'ዘጠኝ',
    10: 'አስር አስሩ አሥር',
    20: 'ሃያ ሀያ',
    30: 'ሰላሳ ሠላሳ',
    40: 'አርባ',
    50: 'ሀምሳ ሃምሳ',
    60: 'ስድሳ ስልሳ',
    70: 'ሰባ',
    80: 'ሰማንያ',
    90: 'ዘጠና',
    100: 'መቶ',
    1000: 'ሺህ ሺ ሽህ',
    1e6: 'ሚሊዮን ሚልዮን',
    1e9: 'ቢሊዮን ቢልዮን',
    1e12: 'ትሪሊዮን',
    0.5: 'ግማሽ ተኩል',
  },
}

const VALUES = Object.fromEntries(
  Object.entries(WORDS).map(([language, values]) => [
    language,
    new Map(
      Object.entries(values).flatMap(([value, forms]) =>
        forms.split(' ').map((form) => [folded(form), Number(value)] as const),
      ),
    ),
  ]),
) as unknown as Readonly<Record<LanguageCode, ReadonlyMap<string, number>>>

/** Particles that Amharic writes together with a number word. */
const PREFIXES = /^(?:እንደ|ስለ|ወደ|እስከ|የ|በ|ለ|ከ|ና)/u
const SUFFIXES = /(?:ዎቹ|ዎች|ኛው|ኛ|ቱን|ቱም|ቱ|ን|ም|ና|ው)$/u

/** The value of a number word without marks; undefined where it is none. */
export function numberOf(bare: string, language: LanguageCode): number | undefined {
  const values = VALUES[language]
  if (language !== 'am') return values.get(bare)
  const stem = bare.replace(PREFIXES, '')
  return values.get(bare) ?? values.get(stem) ?? values.get(stem.replace(SUFFIXES, ''))
}

/** The number words that a number may be said with: 25,000 is 25 and 1000, 25 is 20 and 5. */
export function partsOf(value: number): readonly number[] {
  return [...new Set([value, ...wordsFor(Math.floor(value))])]
}

function wordsFor(value: number): readonly number[] {
  if (value < 1 || !Number.isFinite(value)) return []
  const unit = [1e12, 1e9, 1e6, 1000, 100].find((one) => value >= one)
  if (unit !== undefined) {
    const often = value / unit
    return [unit, often, ...wordsFor(Math.floor(often)), ...wordsFor(value % unit)]
  }
  if (value <= 10) return [value]
  const ones = value % 10
  const tens = value - ones
  return [value, tens, tens / 10, 10, ...(ones > 0 ? [ones] : [])]
}
