import { isNumberWord } from './spoken-numbers.ts'

/** Words that may be named in a table of differences: they belong to no single text. */
const NAMED = new Set(
  [
    'and the of a an to at in by per or for minus negative plus point dot dash hyphen slash underscore colon',
    'zero oh o nil double triple hundred over out half quarter percent number dollar dollars cent cents pound pounds',
    'euro euros us state states squared square cubed cubic times equals hash at sign sil oclock hours minutes seconds hour minute second',
    'st nd rd th am pm www http https com period comma exclamation question mark open close parenthesis bracket quote',
    'asterisk star ampersand percent dollar tilde apostrophe semicolon space new line with is are no number versus',
    'millions million billion thousand thousands letter all past hyphen bar vertical caret backtick degree degrees',
  ].flatMap((line) => line.split(' ')),
)
const MONTH =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/
const ORDINAL =
  /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|\w+tieth|hundredth|thousandth)$/
const ORDINALS = /^(?:halves|quarters|thirds|fourths|fifths|\w+(?:nth|ieth|xth|hth)s)$/

/**
 * In what kinds of words two readings differ, such as "and → nothing" or "number → letter number", so that tables of differences
 * can be made without a word of the texts. Words of the same kind in a row count as one.
 */
export function differenceKinds(
  said: readonly string[],
  expected: readonly string[],
): readonly string[] {
  const kinds: string[] = []
  let own: string[] = []
  let other: string[] = []
  const close = (): void => {
    if (own.length + other.length > 0) kinds.push(`${inOneWord(own)} → ${inOneWord(other)}`)
    own = []
    other = []
  }
  for (const [left, right] of aligned(said, expected)) {
    if (left !== undefined && left === right) close()
    else {
      if (left !== undefined) own.push(kindOf(left))
      if (right !== undefined) other.push(kindOf(right))
    }
  }
  close()
  return kinds
}

const SCRIPTS = ['Greek', 'Cyrillic', 'Han', 'Arabic', 'Hebrew', 'Hiragana', 'Katakana', 'Hangul']
const FORMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ...SCRIPTS.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const),
  ['a capital first', /^[A-Z][a-z]+$/],
  ['many of capitals', /^[A-Z]+s$/],
  ['capitals', /^[^a-z]*[A-Z][^a-z]*$/],
  ['small letters', /^[^A-Z]*[a-z][^A-Z]*$/],
  ['letters of both cases', /[a-z][A-Z]|[A-Z][A-Z].*[a-rt-z]|[A-Z]{2}.*[a-z]./],
  ['one letter', /^\P{L}*\p{L}\P{L}*$/u],
  ['two letters', /^\P{L}*\p{L}{2}\P{L}*$/u],
  ['three letters', /^\P{L}*\p{L}{3}\P{L}*$/u],
  ['four letters', /^\P{L}*\p{L}{4}\P{L}*$/u],
  ['marked letters', /(?![a-z])\p{Script=Latin}/iu],
  ['no vowels', /^[^aeiouy\d]*[b-df-hj-np-tv-xz][^aeiouy\d]*$/i],
  ['like a year', /^(?:1[1-9]|20)\d\d$/],
  ['nought first', /^0\d/],
  ['one figure', /^\D*\d\D*$/],
  ['two figures', /^\D*\d\D*\d\D*$/],
  ['three figures', /^\D*(?:\d\D*){3}$/],
  ['four figures', /^\D*(?:\d\D*){4}$/],
  ['commas', /\d,\d/],
  ['more figures', /\d.*\d.*\d.*\d.*\d/],
  ['stops', /\./],
  ['spaces', /\s/],
  ['hyphens', /[-–]/],
  ['strokes', /\//],
  ['colons', /:/],
  ['other signs', /[^\p{L}\p{M}\d\s.,/:–-]/u],
]

/** How a text is written, without a word of it: "capitals", "two figures, stops". */
export function writtenKind(text: string): string {
  return FORMS.filter(([, pattern]) => pattern.test(text))
    .map(([name]) => name)
    .join(', ')
}

function inOneWord(kinds: readonly string[]): string {
  const runs = kinds.filter((kind, at) => kind !== kinds[at - 1])
  return runs.length === 0 ? 'nothing' : runs.slice(0, 6).join(' ')
}

function kindOf(word: string): string {
  if (NAMED.has(word)) return word
  if (isNumberWord(word)) return 'NUMBER'
  if (MONTH.test(word)) return 'MONTH'
  if (ORDINAL.test(word)) return 'ORDINAL'
  if (ORDINALS.test(word)) return 'PARTS'
  if (/\d/.test(word)) return 'FIGURES'
  if (word.length === 1) return 'LETTER'
  return /^(?:\w+ies|\w+s)$/.test(word) ? 'WORDS' : 'WORD'
}

type Pairs = readonly (readonly [string | undefined, string | undefined])[]

/** Pairs of words that belong together; a word that has no partner stands with undefined. */
function aligned(left: readonly string[], right: readonly string[]): Pairs {
  const common = commonWords(left, right)
  const at = (i: number, j: number): number => common[i]?.[j] ?? -1
  const pairs: [string | undefined, string | undefined][] = []
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    const isSame = i < left.length && left[i] === right[j]
    const takesLeft = isSame || at(i + 1, j) >= at(i, j + 1)
    const takesRight = isSame || !takesLeft
    pairs.push([takesLeft ? left[i] : undefined, takesRight ? right[j] : undefined])
    i += takesLeft ? 1 : 0
    j += takesRight ? 1 : 0
  }
  return pairs
}

/** For every two ends of the readings, how many words they share in order. */
function commonWords(
  left: readonly string[],
  right: readonly string[],
): readonly (readonly number[])[] {
  const rows: number[][] = [new Array<number>(right.length + 1).fill(0)]
  for (const word of left.toReversed()) {
    const below = rows[0] ?? []
    const row = new Array<number>(right.length + 1).fill(0)
    for (let j = right.length - 1; j >= 0; j--) {
      const longest = Math.max(below[j] ?? 0, row[j + 1] ?? 0)
      row[j] = word === right[j] ? (below[j + 1] ?? 0) + 1 : longest
    }
    rows.unshift(row)
  }
  return rows
}
