import { plainWords } from './plain-words.ts'
import { withFigures } from './spoken-numbers.ts'

/**
 * Short forms that careful readers say in full, and what they say. A test that spells them or leaves them as they are written is
 * not contradicted by a reading in full: "e.g." is "e g" or "for example", "CT" is "C T" or "Connecticut".
 */
const IN_FULL: Readonly<Record<string, readonly string[]>> = {
  ...{ eg: ['for example', 'for instance'], ie: ['that is'], etc: ['et cetera'], cf: ['compare'] },
  ...{ 'et al': ['and others'], vs: ['versus'], v: ['versus'], ca: ['circa', 'about'] },
  ...{ p: ['page'], pp: ['pages'], vol: ['volume'], vols: ['volumes'], no: ['number'] },
  ...{ nos: ['numbers'], ed: ['edition', 'editor', 'edited'], eds: ['editors'], rev: ['revised'] },
  ...{
    ch: ['chapter'],
    fig: ['figure'],
    figs: ['figures'],
    sec: ['section'],
    s: ['section', 'shilling', 'shillings'],
  },
  ...{ inc: ['incorporated'], corp: ['corporation'], co: ['company'], ltd: ['limited'] },
  ...{ bros: ['brothers'], dept: ['department'], univ: ['university'], assn: ['association'] },
  ...{ govt: ['government'], tel: ['telephone'], est: ['established'], approx: ['approximately'] },
  ...{ aka: ['also known as'], ok: ['okay'], jpeg: ['j peg'], mpeg: ['m peg'] },
  // Shillings and pence.
  ...{ d: ['pence', 'penny', 'died'] },
  ...{ c: ['circa', 'century'], b: ['born'], fl: ['flourished'], pt: ['part'], mk: ['mark'] },
  ...{ hwy: ['highway'], rd: ['road'], ave: ['avenue'], blvd: ['boulevard'], mt: ['mount'] },
  ...{
    ft: ['fort', 'feet', 'featuring'],
    sr: ['senior'],
    jr: ['junior'],
    rte: ['route'],
    sq: ['square'],
  },
  ...{ jan: ['january'], feb: ['february'], mar: ['march'], apr: ['april'], jun: ['june'] },
  ...{ jul: ['july'], aug: ['august'], sept: ['september'], sep: ['september'] },
  ...{ oct: ['october'], nov: ['november'], dec: ['december'] },
}
/** States of the USA by their letters of the post: in capitals only. */
const STATES = new Map(
  [
    'AL alabama,AK alaska,AZ arizona,AR arkansas,CA california,CO colorado,CT connecticut,DE delaware,FL florida,GA georgia',
    'HI hawaii,ID idaho,IL illinois,IN indiana,IA iowa,KS kansas,KY kentucky,LA louisiana,ME maine,MD maryland',
    'MA massachusetts,MI michigan,MN minnesota,MS mississippi,MO missouri,MT montana,NE nebraska,NV nevada',
    'NH new hampshire,NJ new jersey,NM new mexico,NY new york,NC north carolina,ND north dakota,OH ohio,OK oklahoma',
    'OR oregon,PA pennsylvania,RI rhode island,SC south carolina,SD south dakota,TN tennessee,TX texas,UT utah',
    'VT vermont,VA virginia,WA washington,WV west virginia,WI wisconsin,WY wyoming',
  ]
    .join(',')
    .split(',')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)] as const),
)

/** Whether words are what a short form is said as in full. */
export function isInFull(said: string, written: string): boolean {
  const words = plainWords(said).join(' ')
  const key = plainWords(written.replace(/\./g, '')).join(' ')
  return (
    (Object.hasOwn(IN_FULL, key) && (IN_FULL[key]?.includes(words) ?? false)) ||
    STATES.get(written) === words
  )
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }
const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  )

/** Whether a Roman numeral of two letters or more is said as its number: "four" or "the fourth" for "IV". */
export function isNumeral(said: string, written: string): boolean {
  if (!/^(?:[IVXLC]{2,}|[ivxlc]{2,})$/.test(written)) return false
  const values = [...written.toLowerCase()].map((letter) => ROMAN[letter] ?? 0)
  const value = values.reduce((sum, own, at) => sum + (own < (values[at + 1] ?? 0) ? -own : own), 0)
  const words = plainWords(said).filter((word, at) => at > 0 || word !== 'the')
  return withFigures(words).join(' ') === String(value) || words.join(' ') === ORDINALS[value]
}

/**
 * Whether a test that spells a word is not followed, because nobody reads it so: a name in small letters after its capital ("Kano"),
 * and capitals of seven letters or more, which are a title and no initials. Such words are not judged at all.
 */
export function isNeverSpelled(written: string): boolean {
  return /^\p{Lu}(?=\p{Ll}*[aeiouy])\p{Ll}{2,}$/u.test(written) || /^\p{Lu}{7,}$/u.test(written)
}
