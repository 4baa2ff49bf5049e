/** Months as Igbo writes them, from English, and the other names that are met. */
const MONTHS: readonly (readonly [name: string, others: string])[] = [
  ['Jenụwarị', 'January|Jan|Jenụwarị|Jenuwarị|Jenuwari|Jenuarị|Jenụarị'],
  ['Febụwarị', 'February|Feb|Febrụwarị|Febụwarị|Februwarị|Febuwari|Febrụarị'],
  ['Maachị', 'March|Mar|Maachị|Machị|Machi|Maach'],
  ['Eprel', 'April|Apr|Eprel|Epreelụ|Eprelụ|Epril|Eprulu'],
  ['Mee', 'May|Mee'],
  ['Juun', 'June|Jun|Juun|Jun'],
  ['Julaị', 'July|Jul|Julaị|Julai'],
  ['Ọgọst', 'August|Aug|Ọgọst|Ọgọstụ|Ogọst|Ọgọọst|Ogost'],
  ['Septemba', 'September|Sept|Sep|Septemba'],
  ['Ọktoba', 'October|Oct|Ọktoba|Oktoba|Ọktọba|Ọktober'],
  ['Novemba', 'November|Nov|Novemba|Nọvemba'],
  ['Disemba', 'December|Dec|Disemba|Dizemba'],
]
const NAMES = new Map(
  MONTHS.flatMap(([name, others]) => others.split('|').map((other) => [other.toLowerCase(), name])),
)

/** A name of a month, as source of a regular expression. */
export const MONTH = [...new Set(MONTHS.flatMap(([, others]) => others.split('|')))]
  .sort((a, b) => b.length - a.length)
  .join('|')

/** "May" → Mee, "5" → Mee; undefined for anything that is no month. */
export function monthName(written: string): string | undefined {
  if (/^\d+$/.test(written)) return MONTHS[Number(written) - 1]?.[0]
  return NAMES.get(written.toLowerCase())
}
