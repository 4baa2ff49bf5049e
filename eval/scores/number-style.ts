/** Ways of saying the same number, on readings whose number words are figures already (`withFigures`). */

/**
 * A row of figures without separators, said otherwise than as a quantity: three or four figures in pairs ("seven oh five" for 705,
 * "nineteen seventy nine" for 1979), five or more one by one or in any groups, as codes are. In a code of letters and figures three or four
 * are said one by one, too: "B A two four nine".
 */
export function withWholeRuns(figures: string, written: string): string {
  const runs = [...written.matchAll(/(?<![\d.,])\d{3,18}(?!\d|[.,]\d)/g)]
  return runs.reduce((text, { 0: run, index }) => {
    const [lead, tail] = [run.slice(0, -2), run.slice(-2)]
    const isInCode =
      BEFORE_IN_CODE.test(written.slice(Math.max(0, index - 3), index)) ||
      AFTER_IN_CODE.test(written.slice(index + run.length, index + run.length + 4))
    const groups =
      run.length > 4 || isInCode ? [...run].join(' ?') : `${lead} ${tail.replace(/^0/, '0 ?')}`
    return text.replace(new RegExp(`\\b${groups}\\b`, 'g'), run)
  }, figures)
}

/** Letters that touch figures or are joined to them by a hyphen make a code; a sum, a unit or an ending of an ordinal does not. */
const BEFORE_IN_CODE = /(?<!(?:^|[^\p{L}])[NR])(?<=\p{Lu}-?)$/u
const AFTER_IN_CODE =
  /^(?!(?:[KMBTVWACFN]|[KMGT]B|[KMG]W|K[MG]|[KMG]?H[Zz]|ML|MM)(?!\p{L}))-?\p{Lu}(?!\p{Ll})/u

/** "five dollars to ten dollars" as "five to ten dollars": the unit of a range is said once or twice. */
export function withUnitOnce(figures: string): string {
  return figures.replace(/\b(\d+) ([a-z]{2,}) to (\d+) \2\b/g, '$1 to $3 $2')
}

/** "11/17/05": a year that is written with two figures has its century or not. */
export function withoutCentury(figures: string, written: string): string {
  if (!/(?<!\d)\d{1,2}([-./])\d{1,2}\1\d{2}(?!\d)/.test(written)) return figures
  return figures.replace(/\b(?:19|20) ?(\d ?\d)\b(?=$| [a-z])/g, '$1').replace(/\b0 (?=\d$)/g, '0')
}

const WRONG_ENDING = /(?<!\d)(?:\d*(?:[04-9]|1\d)(?:st|nd|rd)|(?:\d*[02-9])?[123]th)(?![a-z])/i
const ORDINALS = [
  'zeroth first second third quarter fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth',
  'seventeenth eighteenth nineteenth twentieth',
]
  .join(' ')
  .split(' ')
const ORDINAL = new RegExp(`\\b(?:(\\d*0) )?(${ORDINALS.join('|')})\\b`, 'g')

/** "11st", "21th": a reader puts the slip of the pen right ("eleventh") or says what stands there ("eleven st"). */
export function withRightEndings(figures: string, written: string): string {
  if (!WRONG_ENDING.test(written)) return figures
  return figures
    .replace(ORDINAL, (_, tens: string | undefined, small: string) => {
      return `${Number(tens ?? 0) + ORDINALS.indexOf(small)} th`
    })
    .replace(/(?<=\d )(?:st|nd|rd|th)\b/g, 'th')
}
