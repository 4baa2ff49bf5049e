import type { Run } from '#speech/text/runs.ts'
import { markupProblem } from './problem.ts'
import { parseSsml } from './ssml.ts'

/**
 * Elements of SSML that stand alone in a text, as programs write them for speech services that take these without <speak>, each with
 * attributes of which it has one. Without any, it is a word about markup ("the <break> tag"), except for <break/>.
 */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  ...{ break: 'time|strength', phoneme: 'ph|alphabet', sub: 'alias', 'say-as': 'interpret-as' },
  ...{ emphasis: 'level', prosody: 'rate|pitch|volume|range|contour|duration' },
  ...{ lang: 'xml:lang', voice: 'name|gender|languages' },
}
const NAMES = Object.keys(ATTRIBUTES).join('|')

/** Where such an element may begin, also with its brackets escaped: for the pattern of a search. */
export const TAG_START = `(?:<|&lt;)(?=(?:${NAMES})[\\s/&>])`

const START = new RegExp(`^(<|&lt;)(${NAMES})(?=[\\s/&>])`, 'i')
const HAS_ATTRIBUTE: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(ATTRIBUTES).map(([name, attributes]) => [
    name,
    new RegExp(`\\s(?:${attributes})\\s*=`, 'i'),
  ]),
)
/** Longest tag in code units, and longest element: they bound the search for its end. */
const LONGEST_TAG = 1_000
const LONGEST_ELEMENT = 20_000

/** An element in a text, and where the text goes on. */
export interface TagInText {
  readonly runs: readonly Run[]
  readonly end: number
}

/** The element at a place of a text; undefined where it is text. Throws AppError('text/markup') where it is broken. */
export function tagInText(source: string, at: number): TagInText | undefined {
  const head = source.slice(at, at + LONGEST_TAG)
  const [begin = '', open, written = ''] = START.exec(head) ?? []
  if (open === undefined) return undefined
  const [isEscaped, name] = [open !== '<', written.toLowerCase()]
  const bracket = isEscaped ? '&gt;' : '>'
  const tagLength = head.indexOf(bracket)
  const attributes = head.slice(begin.length, tagLength === -1 ? undefined : tagLength)
  const isBareBreak = name === 'break' && /^\s*\/\s*$/.test(attributes)
  if (!HAS_ATTRIBUTE.get(name)?.test(attributes) && !isBareBreak) return undefined
  const fail = (problem: string): Error => markupProblem(source, at, problem)
  if (tagLength === -1) throw fail(`The tag <${name} is not closed: write ">" where it ends.`)
  const start = at + tagLength + bracket.length
  const rest = source.slice(start, start + LONGEST_ELEMENT)
  const inner = isClosed(attributes) ? '' : contentOf(name, rest, `${open}/${written}${bracket}`)
  if (inner === undefined) throw fail(`<${name}> is not closed: write </${name}> where it ends.`)
  const { content, length } = typeof inner === 'string' ? { content: '', length: 0 } : inner
  const tag = `${attributes.replace(/\/\s*$/, '')}>${content}`
  const meant = isEscaped ? unescaped(tag) : tag
  return { runs: runsOf(`<${name}${meant}</${name}>`, fail), end: start + length }
}

function isClosed(attributes: string): boolean {
  return /\/\s*$/.test(attributes)
}

/** What an element holds, and its length with the closing tag; undefined where there is none. A break holds nothing. */
function contentOf(
  name: string,
  rest: string,
  close: string,
): { readonly content: string; readonly length: number } | undefined {
  const end = rest.indexOf(close)
  if (name === 'break') {
    const isClosedNext = end !== -1 && rest.slice(0, end).trim() === ''
    return { content: '', length: isClosedNext ? end + close.length : 0 }
  }
  return end === -1 ? undefined : { content: rest.slice(0, end), length: end + close.length }
}

function runsOf(element: string, fail: (problem: string) => Error): readonly Run[] {
  try {
    return parseSsml(`<speak>${element}</speak>`)
  } catch (error) {
    // The place in the whole text is told instead of that in the element.
    const message = error instanceof Error ? error.message : String(error)
    throw fail(message.replace(/ At line [\s\S]*$/, ''))
  }
}

function unescaped(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;|&#34;/g, '"')
    .replace(/&apos;|&#39;/g, "'")
}
