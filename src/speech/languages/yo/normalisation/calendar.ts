import { bare } from './bare.ts'

/** The months as Yoruba names them, as it has taken them from English, and in English; written with marks or without. */
const MONTHS: readonly (readonly string[])[] = [
  ['Ṣẹ́rẹ́', 'Ṣẹẹrẹ', 'Jánúárì', 'Jánúarì', 'January', 'Jan'],
  ['Èrèlé', 'Fẹ́búárì', 'Fẹ́búárí', 'February', 'Feb'],
  ['Ẹrẹ́nà', 'Ẹ̀rẹ̀nà', 'Máàṣì', 'Máàsì', 'March', 'Mar'],
  ['Igbe', 'Ìgbé', 'Épírì', 'Éépìrì', 'April', 'Apr'],
  ['Èbìbí', 'Ẹ̀bìbì', 'Méè', 'May'],
  ['Òkúdu', 'Okúdù', 'Júùnù', 'Júnì', 'June', 'Jun'],
  ['Agẹmọ', 'Júláì', 'July', 'Jul'],
  ['Ògún', 'Ọ́gọ́ọ̀sì', 'Ọ́gọ́sì', 'August', 'Aug'],
  ['Ọ̀wẹwẹ', 'Ọwẹ́wẹ̀', 'Sẹ̀tẹ́ńbà', 'Sẹ̀tẹ́mbà', 'September', 'Sept', 'Sep'],
  ['Ọ̀wàrà', 'Ọ̀wàwà', 'Ọtóbà', 'Òkìtóbà', 'October', 'Oct'],
  ['Bélú', 'Nọ̀fẹ́ńbà', 'Nọ̀fẹ́mbà', 'November', 'Nov'],
  ['Ọ̀pẹ', 'Ọ̀pẹ̀', 'Dìsẹ́ńbà', 'Dìsẹ́mbà', 'December', 'Dec'],
]
const ENGLISH_IN_YORUBA: readonly string[] = [
  ...['Jánúárì', 'Fẹ́búárì', 'Máàṣì', 'Épírì', 'Méè', 'Júùnù', 'Júláì', 'Ọ́gọ́ọ̀sì'],
  ...['Sẹ̀tẹ́ńbà', 'Ọtóbà', 'Nọ̀fẹ́ńbà', 'Dìsẹ́ńbà'],
]
const NUMBER_OF = new Map(
  MONTHS.flatMap((names, index) => names.map((name) => [bare(name), index + 1] as const)),
)
const ENGLISH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/

/** The name of a month, in any of its spellings, as source of a regular expression over one word. */
export const WORD_OF_MONTH = '\\p{Lu}[\\p{L}\\p{M}]{2,10}'

/** Number of the month that a word names; undefined for any other word. */
export function monthOf(word: string): number | undefined {
  return NUMBER_OF.get(bare(word))
}

/** A month as it is said: the Yoruba name as it is written, an English one as Yoruba has borrowed it. */
export function monthName(word: string): string {
  const month = monthOf(word)
  const isEnglish = ENGLISH.test(word.toLowerCase()) && /^[A-Za-z]+$/.test(word)
  return month !== undefined && isEnglish ? (ENGLISH_IN_YORUBA[month - 1] ?? word) : word
}
