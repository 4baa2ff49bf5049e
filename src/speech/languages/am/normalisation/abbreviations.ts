import { STOPS, STROKES } from './abbreviation-table.ts'
import { WORD_START } from './letters.ts'

const LETTER = '\\p{Script=Ethiopic}'

function anyOf(names: readonly string[]): string {
  return [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/\./g, '\\.'))
    .join('|')
}

const STROKE = new RegExp(`(?<=${WORD_START})(${anyOf(Object.keys(STROKES))})`, 'gu')
const STOP = new RegExp(
  `(?<=${WORD_START})(${anyOf(Object.keys(STOPS))})(?!\\.?${LETTER}\\.)(\\.)?`,
  'gu',
)
/** "ዩ.ኤስ.ኤ", "ኢ.ህ.አ.ዴ.ግ": short parts between full stops are the letters of an abbreviation. */
const LETTERS = new RegExp(
  `(?<!${LETTER})(?:${LETTER}{1,4}\\.){1,8}${LETTER}{1,5}(?!${LETTER})\\.?`,
  'gu',
)
const PART = /^(?:[የበለከ]|ስለ|እንደ|ወደ)?\p{Script=Ethiopic}{1,3}$/u
/** Names of Latin letters in Ethiopic ones, which tell an abbreviation from the end of a sentence. */
const LATIN_NAMES =
  /^(?:[የበለከ]|ስለ|እንደ|ወደ)?(?:ኤ|ቢ|ሲ|ዲ|ኢ|ኤፍ|ጂ|ኤች|አይ|ጄ|ኬ|ኤል|ኤም|ኤን|ኦ|ፒ|ኪው|አር|ኤስ|ቲ|ዩ|ቪ|ደብሊው|ደብልዩ|ኤክስ|ዋይ|ዜድ)$/u
const STROKE_LEFT = new RegExp(`(?<=[${LETTER}]) ?/ ?(?=[${LETTER}])`, 'gu')

/** Abbreviations of the tables as the words they stand for; the preposition before and the ending after stay. */
export function readAbbreviations(text: string): string {
  return text
    .replace(STROKE, (written) => STROKES[written] ?? written)
    .replace(STOP, (match, written: string, stop: string | undefined, ...rest) => {
      const [offset, whole] = rest
      const isEnd = stop !== undefined && endsText(String(whole), Number(offset) + match.length)
      return `${STOPS[written] ?? written}${isEnd ? '.' : ''}`
    })
}

/**
 * Reads abbreviations that are in no table: letters between full stops become one word, slashes between words a space.
 */
export function readLetterAbbreviations(text: string): string {
  return text
    .replace(LETTERS, (match, offset: number, whole: string) => {
      const isEnd = match.endsWith('.') && endsText(whole, offset + match.length)
      return `${joinLetters(match)}${isEnd ? '.' : ''}`
    })
    .replace(STROKE_LEFT, ' ')
}

/** A full stop ends a sentence where its line ends; ። has become a stop with a space of its own before the next. */
function endsText(text: string, at: number): boolean {
  return /^(?: {2}|\s*(?:\n|$))/.test(text.slice(at, at + 20))
}

function joinLetters(match: string): string {
  const parts = match.split('.').filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  const isAbbreviation = parts
    .slice(0, -1)
    .every((part) => part.length === 1 || LATIN_NAMES.test(part) || isJoinedLetter(part))
  if (!isAbbreviation) return parts.join('. ')
  const isName = parts.length === 2 && last.length > 3 && !PART.test(last)
  return isName ? parts.join(' ') : parts.join('')
}

/** "የሕ": a preposition and one letter. */
function isJoinedLetter(part: string): boolean {
  return /^(?:[የበለከ]|ስለ|እንደ|ወደ)\p{Script=Ethiopic}$/u.test(part)
}
