import type { Run, SpeechStyle } from '#speech/text/runs.ts'
import { markupProblem } from './problem.ts'
import { createRunList, type RunList } from './run-list.ts'
import { readAs, SAY_AS_NAMES } from './say-as.ts'
import { EMPTY, LEAVES, SSML_ATTRIBUTES, UNHEARD, whyRefused } from './ssml-elements.ts'
import { styleOf } from './ssml-style.ts'
import { breakSeconds } from './ssml-values.ts'
import { clip, type Fail, readXml, type XmlElement } from './xml.ts'

/*
 * SSML 1.1 (https://www.w3.org/TR/speech-synthesis11/). Every element is known; lexicon and lookup, and sound files
 * without words in their place, are refused with what to do instead, and so is all that is not in SSML, so that nothing is
 * lost in silence. Line breaks inside the text are spaces; square brackets are text.
 */

const MOST_MARK_NAME = 100

interface Frame {
  readonly element: XmlElement
  readonly style: SpeechStyle
  /** Text of a leaf element so far. */
  held: string
  /** Something inside it is heard. */
  isHeard: boolean
}

interface Reader {
  readonly runs: RunList
  readonly frames: Frame[]
  readonly fail: Fail
  /** Elements open whose content is not for listeners. */
  unheard: number
}

/** Parses an SSML document into runs. Throws AppError('text/markup'). */
export function parseSsml(source: string): readonly Run[] {
  const fail: Fail = (at, problem) => markupProblem(source, at, problem)
  const reader: Reader = { runs: createRunList(), frames: [], fail, unheard: 0 }
  let root: XmlElement | undefined
  readXml(
    source,
    {
      open(element) {
        root ??= element
        openElement(reader, element)
      },
      close: (element) => closeElement(reader, element),
      text: (text) => hold(reader, text.replace(/\s+/g, ' ')),
    },
    fail,
  )
  const runs = reader.runs.finish()
  return root ? betweenMarks(runs, root, fail) : runs
}

function openElement(reader: Reader, element: XmlElement): void {
  const { runs, frames, fail } = reader
  const { name } = element
  const outer = frames.at(-1)
  if (reader.unheard > 0) {
    reader.unheard++
    return
  }
  checkElement(element, outer, fail)
  if (outer && (!EMPTY.has(name) || name === 'break')) outer.isHeard ||= !UNHEARD.has(name)
  if (UNHEARD.has(name)) {
    reader.unheard = 1
    return
  }
  if (name === 'p') runs.text('\n', outer?.style ?? {})
  if (name === 's') endSentence(runs, outer?.style)
  if (name === 'token' || name === 'w') runs.edge()
  frames.push({
    element,
    style: styleOf(element, outer?.style ?? {}, fail),
    held: '',
    isHeard: false,
  })
}

/** Throws where an element or attribute is not known, or stands where it must not. */
function checkElement(
  { name, at, attributes }: XmlElement,
  outer: Frame | undefined,
  fail: Fail,
): void {
  const known = Object.hasOwn(SSML_ATTRIBUTES, name) ? SSML_ATTRIBUTES[name] : undefined
  if (!known)
    throw fail(
      at,
      `<${clip(name)}> is not supported. Supported: ${Object.keys(SSML_ATTRIBUTES).join(', ')}.`,
    )
  const refused = whyRefused(name)
  if (refused !== undefined) throw fail(at, refused)
  for (const attribute of attributes.keys())
    if (!known.includes(attribute) && !(name === 'speak' && /^(xmlns|xsi):/.test(attribute)))
      throw fail(at, `<${name}> takes ${known.join(', ')}, not ${clip(attribute)}.`)
  if ((name === 'speak') !== (outer === undefined))
    throw fail(at, '<speak> is the outermost element, and no other.')
  if (outer && LEAVES.has(outer.element.name))
    throw fail(at, `<${outer.element.name}> holds text only, no <${name}>.`)
  if (outer && EMPTY.has(outer.element.name)) throw isEmpty(outer.element, fail)
  if (name === 'desc' && outer?.element.name !== 'audio')
    throw fail(at, '<desc> describes a sound: it stands inside <audio>.')
}

function closeElement(reader: Reader, { name }: XmlElement): void {
  const { runs, frames } = reader
  if (reader.unheard > 0) {
    reader.unheard--
    return
  }
  const frame = frames.pop()
  if (!frame) return
  if (name === 'p') runs.text('\n', frame.style)
  if (name === 's') endSentence(runs, frame.style)
  if (name === 'token' || name === 'w') runs.edge()
  if (name === 'audio' && !frame.isHeard)
    throw reader.fail(
      frame.element.at,
      'Sound files are not played: write inside <audio> what is to be said instead, or leave it out.',
    )
  addContent(reader, frame)
}

function hold(reader: Reader, text: string): void {
  const { runs, frames, fail } = reader
  const frame = frames.at(-1)
  if (!frame || reader.unheard > 0) return
  const { name } = frame.element
  if (EMPTY.has(name) && text.trim() !== '') throw isEmpty(frame.element, fail)
  frame.isHeard ||= text.trim() !== ''
  if (LEAVES.has(name)) frame.held += text
  else if (!EMPTY.has(name)) runs.text(text, frame.style)
}

function isEmpty({ name, at }: XmlElement, fail: Fail): Error {
  const example = name === 'break' ? '<break time="300ms"/>' : `<${name} …/>`
  return fail(at, `<${name}> is empty: write ${example}.`)
}

function endSentence(runs: RunList, style: SpeechStyle = {}): void {
  if (runs.isOpen()) runs.text('. ', style)
}

type Value = (attribute: string) => string | undefined

/** What an element without other elements inside adds. */
const CONTENT: Readonly<Record<string, (reader: Reader, frame: Frame, value: Value) => void>> = {
  break({ runs, fail }, { element }, value) {
    runs.pause(silenceOf(value('time'), value('strength'), element.at, fail))
  },
  mark({ runs, fail }, { element }, value) {
    const mark = value('name')
    if (!mark) throw fail(element.at, '<mark> needs a name, by which its time is told.')
    if (mark.length > MOST_MARK_NAME)
      throw fail(element.at, `The name of a mark has at most ${MOST_MARK_NAME} characters.`)
    runs.mark(mark)
  },
  sub({ runs, fail }, { element, style }, value) {
    const alias = value('alias')
    if (!alias) throw fail(element.at, '<sub> needs an alias: what is said instead.')
    runs.fixed(alias, style)
  },
  phoneme({ runs, fail }, { element, style, held }, value) {
    if ((value('alphabet') ?? 'ipa') !== 'ipa')
      throw fail(element.at, 'The alphabet of a phoneme is "ipa".')
    const ipa = value('ph')
    if (!ipa) throw fail(element.at, '<phoneme> needs ph: the sounds, in IPA.')
    runs.ipa(held.trim() || ipa, ipa, style)
  },
  'say-as'({ runs, fail }, { element, style, held }, value) {
    const text = held.trim()
    if (text === '') return
    const as = value('interpret-as') ?? ''
    const reading = readAs(as, value('format'), text, style.language)
    if (reading instanceof Error) throw fail(element.at, reading.message)
    if (!reading)
      throw fail(element.at, `interpret-as is one of ${SAY_AS_NAMES}, not "${as.slice(0, 35)}".`)
    runs.fixed(reading.text, reading.spelled ? { ...style, spelled: true } : style)
  },
}

function addContent(reader: Reader, frame: Frame): void {
  const { name, attributes } = frame.element
  if (!Object.hasOwn(CONTENT, name)) return
  CONTENT[name]?.(reader, frame, (attribute) => attributes.get(attribute)?.trim())
}

function silenceOf(
  time: string | undefined,
  strength: string | undefined,
  at: number,
  fail: Fail,
): number {
  const seconds = breakSeconds(time, strength)
  if (seconds !== undefined) return seconds
  throw fail(
    at,
    'A break has a time ("300ms", "1.5s", at most 10 s) or a strength: none, x-weak, weak, medium, strong, x-strong.',
  )
}

/** The runs from the mark that `startmark` names to that of `endmark`. Throws where there is no such mark. */
function betweenMarks(
  runs: readonly Run[],
  { attributes, at }: XmlElement,
  fail: Fail,
): readonly Run[] {
  const placeOf = (attribute: string): number | undefined => {
    const name = attributes.get(attribute)?.trim()
    if (!name) return undefined
    const place = runs.findIndex((run) => run.kind === 'mark' && run.name === name)
    if (place !== -1) return place
    throw fail(at, `There is no <mark name="${name.slice(0, 35)}"/>, which ${attribute} names.`)
  }
  return runs.slice(placeOf('startmark') ?? 0, placeOf('endmark') ?? runs.length)
}
