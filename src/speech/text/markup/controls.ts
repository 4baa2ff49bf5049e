import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import type { Run, SpeechStyle } from '#speech/text/runs.ts'
import { parsePause } from './durations.ts'
import { markupProblem } from './problem.ts'
import { createRunList, type RunList } from './run-list.ts'
import { emphasised } from './ssml-style.ts'
import { TAG_START, tagInText } from './tags-in-text.ts'

/**
 * Controls in square brackets, in small letters or capitals:
 *
 *   [en]…[/en]      the text between is in that language: en, am, ha, ig, yo, pcm
 *   [spell]…[/spell] the text between is said letter by letter
 *   [emphasis]…[/emphasis] the text between is said more slowly and higher, so that it stands out
 *   [pause 300ms]   silence, also [pause 1.5s]: 0 to 10 s
 *   [say: word]     said as it stands; the dictionary leaves it alone. It stands for itself, not for a word beside it
 *   [ipa: ˈwɔːtə]   said as these phonemes
 *
 * Spans lie inside each other, at most 8 deep. Any other bracket is text ("[sic]", "[1]", "[en route]"), and `\[` is
 * always a bracket that is text. What only looks like a control is an error and not read aloud:
 *   1. a bracket that begins with the word pause, say, ipa or spell and does not go on as above;
 *   2. a language or "emphasis" followed by a colon, or by no closing bracket on its line;
 *   3. a slash and a word that closes nothing ([/en] alone, [/b]); a span that is still open at the end;
 *   4. a word one slip away from "pause" and then a figure ([puase 300ms]).
 *
 * Single elements of SSML are read, too: `<break time="1s"/>`, see tags-in-text.ts.
 */
const BRACKET = new RegExp(`\\\\?\\[|${TAG_START}`, 'gi')
const HEAD = /\[(\/?)([\p{L}\p{M}]*)/uy
const SPAN_LANGUAGES: readonly string[] = LANGUAGES.map(({ code }) => code)
/** Spans that are words of a text, too: "[emphasis added]" is read as it stands. */
const QUIET_SPANS: readonly string[] = [...SPAN_LANGUAGES, 'emphasis']
const SPANS: readonly string[] = [...QUIET_SPANS, 'spell']
const COMMANDS: readonly string[] = ['pause', 'say', 'ipa', 'spell']
const WORD_GOES_ON = /^[\p{L}\p{M}\p{N}'’-]/u
const MOST_DEEP = 8
/**
 * Longest argument of a control in code units: enough for any word or pause, and it bounds the search for the closing
 * bracket.
 */
const LONGEST_ARGUMENT = 1_000
const LITERAL = 'For a bracket that is text, write \\[.'

interface Span {
  readonly name: string
  readonly at: number
  readonly outer: SpeechStyle
}

interface Bracket {
  readonly source: string
  readonly at: number
  readonly closing: boolean
  readonly word: string
  /** Argument after the word, up to the closing bracket; undefined where the line ends first. */
  readonly rest: string | undefined
  /** After the closing bracket. */
  readonly end: number
}

/** Parses a text with controls in square brackets into runs. Throws AppError('text/markup'). */
export function parseControls(source: string): readonly Run[] {
  const runs = createRunList()
  const open: Span[] = []
  let style: SpeechStyle = {}
  let done = 0
  BRACKET.lastIndex = 0
  for (let match = BRACKET.exec(source); match; match = BRACKET.exec(source)) {
    const escaped = match[0] === '\\['
    const { bracket, tag } = foundAt(source, match.index)
    if (tag) {
      runs.text(source.slice(done, match.index), style)
      runs.runs(tag.runs, style)
      done = tag.end
      BRACKET.lastIndex = done
    } else if (escaped) {
      runs.text(`${source.slice(done, match.index)}[`, style)
      done = BRACKET.lastIndex
    } else if (bracket && isControl(bracket)) {
      runs.text(source.slice(done, bracket.at), style)
      style = bracket.closing ? closeSpan(bracket, open) : openControl(bracket, open, style, runs)
      done = bracket.end
      BRACKET.lastIndex = done
    }
  }
  const [unclosed] = open.slice(-1)
  if (unclosed) {
    const { name, at } = unclosed
    throw markupProblem(source, at, `[${name}] is not closed: write [/${name}] where it ends.`)
  }
  runs.text(source.slice(done), style)
  return runs.finish()
}

/** What may be a control at a place of a text: a bracket or a tag. */
function foundAt(source: string, at: number) {
  if (source[at] === '[') return { bracket: bracketAt(source, at), tag: undefined }
  return { bracket: undefined, tag: tagInText(source, at) }
}

function bracketAt(source: string, at: number): Bracket {
  HEAD.lastIndex = at
  const [head = '[', slash = '', word = ''] = HEAD.exec(source) ?? []
  const start = at + head.length
  const rest = /^[^[\]\n]*\]/.exec(source.slice(start, start + LONGEST_ARGUMENT))?.[0]
  return {
    source,
    at,
    closing: slash !== '',
    word: word.toLowerCase(),
    rest: rest?.slice(0, -1),
    end: start + (rest?.length ?? 0),
  }
}

/** Whether a bracket is a control or a failed attempt at one; the rules are above. */
function isControl(bracket: Bracket): boolean {
  const { closing, word, rest, source, at } = bracket
  if (word === '') return false
  if (closing) return rest === '' || SPANS.includes(word)
  const start = at + 1 + word.length
  const wordGoesOn = WORD_GOES_ON.test(source.slice(start, start + 2))
  if (COMMANDS.includes(word)) return !wordGoesOn || /^pause\d/.test(`${word}${rest}`)
  if (QUIET_SPANS.includes(word))
    return rest === undefined ? !wordGoesOn : rest === '' || /^\s*:/.test(rest)
  return rest !== undefined && /^[\s:]*[\d.]/.test(rest) && isNear(word, 'pause')
}

function closeSpan(bracket: Bracket, open: Span[]): SpeechStyle {
  const { source, at, word, rest } = bracket
  const fail = (problem: string): Error => markupProblem(source, at, problem)
  if (rest !== '') throw fail(`[/${word} is not closed: write [/${word}].`)
  const span = open.pop()
  if (!SPANS.includes(word))
    throw fail(`[/${word}] closes nothing: there is no control [${word}]. ${LITERAL}`)
  if (!span) throw fail(`[/${word}] closes nothing: there is no [${word}] before it.`)
  if (span.name !== word)
    throw fail(`[/${word}] comes while [${span.name}] is open: write [/${span.name}] first.`)
  return span.outer
}

/** Applies an opening bracket; returns the style of the text after it. */
function openControl(
  bracket: Bracket,
  open: Span[],
  style: SpeechStyle,
  runs: RunList,
): SpeechStyle {
  const { source, at, word, rest } = bracket
  if (rest === undefined)
    throw markupProblem(
      source,
      at,
      `[${word} is not closed: a "]" is missing on its line. ${LITERAL}`,
    )
  if (SPANS.includes(word)) return openSpan({ ...bracket, rest }, open, style)
  addPronunciation({ ...bracket, rest }, style, runs)
  return style
}

type Closed = Bracket & { readonly rest: string }

function openSpan(
  { source, at, word, rest }: Closed,
  open: Span[],
  style: SpeechStyle,
): SpeechStyle {
  const fail = (problem: string): Error => markupProblem(source, at, problem)
  if (rest !== '') throw fail(`Write [${word}] before the text and [/${word}] after it.`)
  if (open.length === MOST_DEEP) throw fail(`Spans may lie at most ${MOST_DEEP} deep.`)
  open.push({ name: word, at, outer: style })
  if (word === 'spell') return { ...style, spelled: true }
  if (word !== 'emphasis') return { ...style, language: codeOf(word) }
  // Emphasis within emphasis is no stronger.
  return open.some(({ name }, at) => name === 'emphasis' && at < open.length - 1)
    ? style
    : emphasised(style)
}

function addPronunciation(
  { source, at, word, rest }: Closed,
  style: SpeechStyle,
  runs: RunList,
): void {
  const fail = (problem: string): Error => markupProblem(source, at, problem)
  if (word === 'say' || word === 'ipa') {
    const content = /^\s*:(.*)$/s.exec(rest)?.[1]?.trim()
    if (!content) throw fail(`Write [${word}: …], with a colon and what is to be said. ${LITERAL}`)
    if (word === 'say') runs.fixed(content, style)
    else runs.ipa(content, content, style)
    return
  }
  if (word !== 'pause') throw fail(`There is no control [${word} …]. Is it [pause${rest}]?`)
  const seconds = parsePause(rest)
  if (seconds === undefined)
    throw fail(`Write a pause as [pause 300ms] or [pause 1.5s], from 0 to 10 s. ${LITERAL}`)
  runs.pause(seconds)
}

function codeOf(word: string): LanguageCode {
  // `word` is one of SPAN_LANGUAGES.
  return word as LanguageCode
}

/** One letter missing, added or changed, or two neighbours swapped (Damerau 1964). */
function isNear(word: string, name: string): boolean {
  if (Math.abs(word.length - name.length) > 1) return false
  let start = 0
  while (start < name.length && word[start] === name[start]) start++
  const tails = [
    [word.slice(start + 1), name.slice(start + 1)],
    [word.slice(start), name.slice(start + 1)],
    [word.slice(start + 1), name.slice(start)],
  ]
  const swapped = word[start] === name[start + 1] && word[start + 1] === name[start]
  return (
    tails.some(([one, other]) => one === other) ||
    (swapped && word.slice(start + 2) === name.slice(start + 2))
  )
}
