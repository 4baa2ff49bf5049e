import { spell } from './letters.ts'

/** "A*", "A*s", "A*AA": the highest mark at a British school, alone or with the marks beside it. */
const STARRED =
  /(?<![\p{L}\d*])(?:(A\*)(?:['’]?(s))?|(?=[A-E]{0,3}A\*)((?:A\*?|[B-E]){3,4}))(?![\p{L}\d*])/gu
/** "AA-", "BBB+": what agencies think of a debtor. */
const RATING =
  /(?<![\p{L}\d.-])(AAA?|BBB?|CCC?)([-−+])(?![\p{L}\d+-]| \d| (?:and|or) \p{Lu}{1,3}-)/gu
/** Letters of a rating without a sign are other things as well: batteries, a club of motorists. */
const BARE_RATING =
  /(?<![\p{L}\d.&/-])(AA|BBB?|CCC?)(?![\p{L}\d&+/'’]|-\p{L}| (?:batter|cell)|[-−])/gu
const RATED =
  /(?<!\p{L})(?:(?:credit|debt|sovereign|bond) rating|(?:cut|lowered|raised|affirmed)[^.\n]{1,60} rating|rated|downgrade|upgrade|Fitch|Moody|S&P|Standard (?:&|and) Poor)/u
/** Grades and blood groups: "B-", "O-". */
const MINUS_GRADE = /(?<![\p{L}\d.-])([A-F]|O|AB|Rh)[-−](?![\p{L}\d-]| \d| (?:and|or) \p{Lu}-)/gu
/** "a 2:1 in law": the class of a British or a Nigerian degree. */
const DEGREE_CLASS =
  /(?<=(?<!\p{L})(?:an?|the|with|got|gained|minimum|least) )2[:.]([12])(?= (?:degree|honours|or (?:above|better|higher)|from (?:the )?\p{Lu}\p{L}*|in (?:\p{Lu}\p{L}*|law|medicine|history|english|economics|accounting|physics|chemistry|biology|maths|engineering|philosophy|politics|music|nursing|geography))(?!\p{L}))/gu
const NUMBER_OF_LETTERS = ['', '', 'double', 'triple']

/** Marks, classes of degrees and ratings, before a star is taken for emphasis: "A*" → A star, "AA-" → double A minus, "a 2:1 in law" → two one. */
export function readGrades(text: string): string {
  return text
    .replace(STARRED, (match: string, ...parts: (string | number | undefined)[]) => {
      const [star, many, row, offset, whole] = parts
      if (isEmphasis(String(whole), Number(offset))) return match
      if (star !== undefined) return `${spell('A')} star${many ?? ''}`
      return [...String(row)].map((sign) => (sign === '*' ? 'star' : spell(sign))).join(' ')
    })
    .replace(RATING, (_, letters: string, sign: string) => {
      return `${rating(letters)} ${sign === '+' ? 'plus' : 'minus'}`
    })
    .replace(BARE_RATING, (letters: string, _first: string, offset: number, whole: string) => {
      return RATED.test(whole.slice(Math.max(0, offset - 100), offset + 60))
        ? rating(letters)
        : letters
    })
    .replace(MINUS_GRADE, '$1 minus')
    .replace(DEGREE_CLASS, (_, second: string) => `two ${second === '1' ? 'one' : 'two'}`)
}

/** "BBB" → triple B. */
function rating(letters: string): string {
  return `${NUMBER_OF_LETTERS[letters.length]} ${spell(letters.charAt(0))}`
}

/** Whether the star behind an A closes one before it: "*Vitamin A*". */
function isEmphasis(whole: string, offset: number): boolean {
  const line = whole.slice(Math.max(0, offset - 200), offset).replace(/^[\s\S]*\n/, '')
  return (line.replace(/A\*/g, '').match(/\*/g) ?? []).length % 2 === 1
}
