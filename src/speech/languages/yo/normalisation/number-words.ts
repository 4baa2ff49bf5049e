/**
 * Yoruba numerals. Below two hundred everybody counts by scores, with lé (above) for one to four and dín (short of the
 * next ten) for five to nine (Ajayi 1990; Ekundayo 1977). A number has three forms: counting (ọ̀kan, èjì), counted,
 * after a noun (kan, méjì), and ordinal (kìíní, kejì).
 */
export type Form = 'counting' | 'counted' | 'ordinal'

type Forms = Readonly<Record<Form, readonly string[]>>

/** Nought to ten. */
const SMALL: Forms = {
  counting: 'òdo ọ̀kan èjì ẹ̀ta ẹ̀rin àrún ẹ̀fà èje ẹ̀jọ ẹ̀sán ẹ̀wá'.split(' '),
  counted: [
    ...['òdo', 'kan', 'méjì', 'mẹ́ta', 'mẹ́rin', 'márùn ún'],
    ...['mẹ́fà', 'méje', 'mẹ́jọ', 'mẹ́sàn án', 'mẹ́wàá'],
  ],
  ordinal: [
    ...['òdo', 'kìíní', 'kejì', 'kẹta', 'kẹrin', 'karùn ún'],
    ...['kẹfà', 'keje', 'kẹjọ', 'kẹsàn án', 'kẹwàá'],
  ],
}
/** One to five before lá, lé and dín. */
const STEMS: Forms = {
  counting: ['', 'ọ̀kàn', 'èjì', 'ẹ̀tà', 'ẹ̀rìn', 'àrún'],
  counted: ['', 'mọ́kàn', 'méjì', 'mẹ́tà', 'mẹ́rìn', 'márùn'],
  ordinal: ['', 'kọkàn', 'kejì', 'kẹtà', 'kẹrìn', 'karùn'],
}
const FIFTEEN: Readonly<Record<Form, string>> = {
  counting: 'àrúndínlógún',
  counted: 'mẹ́ẹ̀ẹ́dógún',
  ordinal: 'kẹẹ̀ẹ́dógún',
}
/** Twenty to two hundred by tens: alone, and after lé or dín. */
const TENS: readonly (readonly [alone: string, linked: string])[] = [
  ['ogún', 'lógún'],
  ['ọgbọ̀n', 'lọ́gbọ̀n'],
  ['ogójì', 'lógójì'],
  ['àádọ́ta', 'láàádọ́ta'],
  ['ọgọ́ta', 'lọ́gọ́ta'],
  ['àádọ́rin', 'láàádọ́rin'],
  ['ọgọ́rin', 'lọ́gọ́rin'],
  ['àádọ́rùn ún', 'láàádọ́rùn ún'],
  ['ọgọ́rùn ún', 'lọ́gọ́rùn ún'],
  ['àádọ́fà', 'láàádọ́fà'],
  ['ọgọ́fà', 'lọ́gọ́fà'],
  ['àádóje', 'láàádóje'],
  ['ogóje', 'lógóje'],
  ['àádọ́jọ', 'láàádọ́jọ'],
  ['ọgọ́jọ', 'lọ́gọ́jọ'],
  ['àádọ́sàn án', 'láàádọ́sàn án'],
  ['ọgọ́sàn án', 'lọ́gọ́sàn án'],
  ['igba ó dín mẹ́wàá', 'láàádọ́wàá'],
  ['igba', 'nígba'],
]
/** Two hundred to two thousand by hundreds. */
const HUNDREDS: readonly string[] = [
  ...['igba', 'ọ̀ọ́dúnrún', 'irínwó', 'ẹ̀ẹ́dẹ́gbẹ̀ta', 'ẹgbẹ̀ta', 'ẹ̀ẹ́dẹ́gbẹ̀rin', 'ẹgbẹ̀rin'],
  ...['ẹ̀ẹ́dẹ́gbẹ̀rún', 'ẹgbẹ̀rún', 'ẹ̀ẹ́dẹ́gbẹ̀fà', 'ẹgbẹ̀fà', 'ẹ̀ẹ́dẹ́gbèje', 'ẹgbèje', 'ẹ̀ẹ́dẹ́gbẹ̀jọ'],
  ...['ẹgbẹ̀jọ', 'ẹ̀ẹ́dẹ́gbẹ̀sàn án', 'ẹgbẹ̀sàn án', 'ẹ̀ẹ́dẹ́gbàá', 'ẹgbàá'],
]
/** Two thousand to nineteen thousand by thousands. */
const THOUSANDS: readonly string[] = [
  ...['ẹgbàá', 'ẹgbẹ̀ẹ́dógún', 'ẹgbàajì', 'ẹ̀ẹ́dẹ́gbàata', 'ẹgbàata', 'ẹ̀ẹ́dẹ́gbàarin', 'ẹgbàarin'],
  ...['ẹ̀ẹ́dẹ́gbàarùn ún', 'ẹgbàarùn ún', 'ẹ̀ẹ́dẹ́gbàafà', 'ẹgbàafà', 'ẹ̀ẹ́dẹ́gbàaje', 'ẹgbàaje'],
  ...['ẹ̀ẹ́dẹ́gbàajọ', 'ẹgbàajọ', 'ẹ̀ẹ́dẹ́gbàasàn án', 'ẹgbàasàn án', 'ẹ̀ẹ́dẹ́gbàawàá'],
]
const BAG = 20_000
const SCALES: readonly (readonly [value: number, name: string])[] = [
  [1e15, 'kuadirílíọ̀nù'],
  [1e12, 'tirílíọ̀nù'],
  [1e9, 'bílíọ̀nù'],
  [1e6, 'mílíọ̀nù'],
]

/** Numbers up to and with 200. */
function byScores(value: number, form: Form): string {
  if (value <= 10) return SMALL[form][value] ?? ''
  if (value < 15) return `${STEMS[form][value - 10]}lá`
  if (value === 15) return FIFTEEN[form]
  const units = value % 10
  const above = units < 5
  const [alone = '', linked = ''] = TENS[Math.floor(value / 10) - (above ? 2 : 1)] ?? []
  if (units === 0) return alone
  return `${STEMS[form][above ? units : 10 - units]}${above ? 'lé' : 'dín'}${linked}`
}

/** A whole number below 10^18 in the counting of tradition: scores, two hundreds, two thousands, bags of 20,000. */
export function traditional(value: number, form: Form): string {
  if (value <= 200) return byScores(value, form)
  if (value < 2000) return joined(HUNDREDS[Math.floor(value / 100) - 2] ?? '', value % 100)
  if (value < BAG) return joined(THOUSANDS[Math.floor(value / 1000) - 2] ?? '', value % 1000)
  if (value < 1e6) {
    return joined(`ọ̀kẹ́ ${traditional(Math.floor(value / BAG), 'counted')}`, value % BAG)
  }
  const [size, name] = scaleOf(value)
  return joined(`${name} ${traditional(Math.floor(value / size), 'counted')}`, value % size)
}

/** "ó lé": and above it. */
function joined(large: string, rest: number): string {
  return rest === 0 ? large : `${large} ó lé ${traditional(rest, 'counted')}`
}

function scaleOf(value: number): readonly [number, string] {
  return SCALES.find(([size]) => value >= size) ?? [1e6, 'mílíọ̀nù']
}

/** A whole number below 10^18 as schools and newspapers say it: scores below 200, hundreds and thousands by ten above. */
export function decimal(value: number, form: Form): string {
  if (value <= 200) return byScores(value, form)
  const [parts, rest] = decimalParts(value)
  if (rest === 0) return parts.join(', ')
  return `${parts.join(', ')}${couldTakeIn(value, rest) ? ',' : ''} àti ${byScores(rest, 'counted')}`
}

/** 200,050 is no 250,000: a break keeps the rest from being counted with the hundreds of a thousand or more. */
function couldTakeIn(value: number, rest: number): boolean {
  const scale = value >= 1e6 ? scaleOf(value)[0] : 1000
  const count = Math.floor(value / scale)
  return count >= 200 && count % 100 === 0 && value % scale === rest
}

/** Millions, thousands and hundreds in words, and what is left below a hundred (or 101 to 199 whole). */
function decimalParts(value: number): readonly [parts: readonly string[], rest: number] {
  const parts: string[] = []
  let rest = value
  for (const [size, name] of SCALES) {
    if (rest >= size) parts.push(`${name} ${decimal(Math.floor(rest / size), 'counted')}`)
    rest %= size
  }
  if (rest >= 1000) {
    const thousands = Math.floor(rest / 1000)
    const link = thousands < 20 ? '' : 'lọ́nà '
    parts.push(`ẹgbẹ̀rún ${link}${decimal(thousands, 'counted')}`)
    rest %= 1000
  }
  if (rest < 200) return [parts, rest]
  const hundreds = Math.floor(rest / 100)
  parts.push(hundreds === 2 ? 'igba' : `ọgọ́rùn ún ${byScores(hundreds, 'counted')}`)
  return [parts, rest % 100]
}

/** One digit as it is counted: "0" → òdo. */
export function digitName(digit: string): string {
  return SMALL.counting[Number(digit)] ?? ''
}
