import { LANGUAGE_CODES, type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import type { Run, SpeechStyle } from '#speech/text/runs.ts'
import { markupProblem } from './problem.ts'
import { createRunList, type RunList } from './run-list.ts'
import { readAs } from './say-as.ts'
import { breakSeconds, MOST_SEMITONES, pitchChange, RATE_RANGE, rateFactor } from './ssml-values.ts'
import { readXml, type XmlElement } from './xml.ts'

/**
 * A subset of SSML 1.1 (https://www.w3.org/TR/speech-synthesis11/): speak, p, s, break (time, strength), say-as
 * (characters, spell-out, cardinal, ordinal, digits, date with a format, time, telephone), phoneme (IPA), sub, lang,
 * prosody (rate and pitch). What is not in it is an error, so that nothing is lost in silence. Line breaks inside the
 * text are spaces; square brackets are text.
 */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  speak: ['version', 'xmlns', 'xml:lang', 'xml:base'],
  p: ['xml:lang', 'xml:id'],
  s: ['xml:lang', 'xml:id'],
  lang: ['xml:lang', 'xml:id'],
  break: ['time', 'strength', 'xml:id'],
  'say-as': ['interpret-as', 'format', 'detail', 'xml:id'],
  phoneme: ['alphabet', 'ph', 'xml:id'],
  sub: ['alias', 'xml:id'],
  prosody: ['rate', 'pitch', 'xml:id'],
}
/** These hold text alone. */
const LEAVES: readonly string[] = ['say-as', 'phoneme', 'sub', 'break']

interface Frame {
  readonly element: XmlElement
  readonly style: SpeechStyle
  /** Text of a leaf element so far. */
  held: string
}

interface Reader {
  readonly runs: RunList
  readonly frames: Frame[]
  readonly fail: (at: number, problem: string) => Error
}

/** Parses an SSML document into runs. Throws AppError('text/markup'). */
export function parseSsml(source: string): readonly Run[] {
  const fail = (at: number, problem: string): Error => markupProblem(source, at, problem)
  const reader: Reader = { runs: createRunList(), frames: [], fail }
  readXml(
    source,
    {
      open: (element) => openElement(reader, element),
      close: (element) => closeElement(reader, element),
      text: (text) => hold(reader, text.replace(/\s+/g, ' ')),
    },
    fail,
  )
  return reader.runs.finish()
}

function openElement({ runs, frames, fail }: Reader, element: XmlElement): void {
  const { name, at } = element
  const outer = frames.at(-1)
  const known = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined
  if (!known)
    throw fail(at, `<${name}> is not supported. Supported: ${Object.keys(ATTRIBUTES).join(', ')}.`)
  for (const attribute of element.attributes.keys())
    if (!known.includes(attribute) && !(name === 'speak' && /^(xmlns|xsi):/.test(attribute)))
      throw fail(at, `<${name}> takes ${known.join(', ')}, not ${attribute}.`)
  if ((name === 'speak') !== (outer === undefined))
    throw fail(at, '<speak> is the outermost element, and no other.')
  if (outer && LEAVES.includes(outer.element.name))
    throw fail(at, `<${outer.element.name}> holds text only, no <${name}>.`)
  if (name === 'p') startParagraph(runs, outer?.style)
  if (name === 's') endSentence(runs, outer?.style)
  frames.push({ element, style: styleOf(element, outer?.style ?? {}, fail), held: '' })
}

function closeElement(reader: Reader, { name }: XmlElement): void {
  const { runs, frames } = reader
  const frame = frames.pop()
  if (!frame) return
  if (name === 'p') startParagraph(runs, frame.style)
  if (name === 's') endSentence(runs, frame.style)
  if (LEAVES.includes(name)) addLeaf(reader, frame)
}

function hold({ runs, frames }: Reader, text: string): void {
  const frame = frames.at(-1)
  if (frame && LEAVES.includes(frame.element.name)) frame.held += text
  else if (frame) runs.text(text, frame.style)
}

function startParagraph(runs: RunList, style: SpeechStyle = {}): void {
  runs.text('\n', style)
}

function endSentence(runs: RunList, style: SpeechStyle = {}): void {
  if (runs.isOpen()) runs.text('. ', style)
}

function addLeaf({ runs, fail }: Reader, { element, style, held }: Frame): void {
  const { name, at } = element
  const text = held.trim()
  const value = (attribute: string): string | undefined => element.attributes.get(attribute)?.trim()
  if (name === 'break') {
    runs.pause(silenceOf(value('time'), value('strength'), text, (what) => fail(at, what)))
  } else if (name === 'sub') {
    const alias = value('alias')
    if (!alias) throw fail(at, '<sub> needs an alias: what is said instead.')
    runs.fixed(alias, style)
  } else if (name === 'phoneme') {
    if ((value('alphabet') ?? 'ipa') !== 'ipa')
      throw fail(at, 'The alphabet of a phoneme is "ipa".')
    const ipa = value('ph')
    if (!ipa) throw fail(at, '<phoneme> needs ph: the sounds, in IPA.')
    runs.ipa(text || ipa, ipa, style)
  } else if (text !== '') sayAs(runs, fail, element, text, style)
}

function silenceOf(
  time: string | undefined,
  strength: string | undefined,
  text: string,
  problem: (what: string) => Error,
): number {
  if (text !== '') throw problem('<break> is empty: write <break time="300ms"/>.')
  const seconds = breakSeconds(time, strength)
  if (seconds !== undefined) return seconds
  throw problem(
    'A break has a time from 0 to 10 s ("300ms", "1.5s") or a strength: none, x-weak, weak, medium, strong, x-strong.',
  )
}

function sayAs(
  runs: RunList,
  fail: Reader['fail'],
  { attributes, at }: XmlElement,
  text: string,
  style: SpeechStyle,
): void {
  const as = attributes.get('interpret-as')?.trim() ?? ''
  const reading = readAs(as, attributes.get('format')?.trim(), text, style.language)
  if (reading instanceof Error) throw fail(at, reading.message)
  if (!reading)
    throw fail(
      at,
      `interpret-as is one of characters, spell-out, cardinal, ordinal, digits, date, time, telephone, not "${as}".`,
    )
  runs.fixed(reading.text, reading.spelled ? { ...style, spelled: true } : style)
}

/** Style of an element's content. */
function styleOf(element: XmlElement, outer: SpeechStyle, fail: Reader['fail']): SpeechStyle {
  const { name, attributes, at } = element
  const tag = attributes.get('xml:lang')
  if (name === 'lang' && tag === undefined) throw fail(at, '<lang> needs xml:lang.')
  const spoken = tag === undefined ? outer : { ...outer, language: languageAt(tag, at, fail) }
  return name === 'prosody' ? prosodyOf(element, spoken, fail) : spoken
}

function languageAt(tag: string, at: number, fail: Reader['fail']): LanguageCode {
  const language = languageOf(tag)
  if (language) return language
  throw fail(at, `xml:lang is one of ${LANGUAGE_CODES}, not "${tag.slice(0, 35)}".`)
}

/** Rates multiply and pitches add up where one prosody lies in another. */
function prosodyOf(
  { attributes, at }: XmlElement,
  outer: SpeechStyle,
  fail: Reader['fail'],
): SpeechStyle {
  const [rateText, pitchText] = [attributes.get('rate'), attributes.get('pitch')]
  const rate = rateText === undefined ? 1 : rateFactor(rateText)
  const pitch = pitchText === undefined ? 0 : pitchChange(pitchText)
  if (rate === undefined)
    throw fail(
      at,
      'A rate is x-slow, slow, medium, fast, x-fast, or a percentage from 40% to 250% ("80%", "+20%").',
    )
  if (pitch === undefined)
    throw fail(
      at,
      'A pitch is x-low, low, medium, high, x-high, semitones up to 12 ("+2st") or a percentage ("+10%").',
    )
  const allRate = (outer.rate ?? 1) * rate
  const allPitch = (outer.pitchSemitones ?? 0) + pitch
  if (allRate < RATE_RANGE.least || allRate > RATE_RANGE.most)
    throw fail(at, 'With the prosody around it, this rate lies outside 40% to 250%.')
  if (Math.abs(allPitch) > MOST_SEMITONES)
    throw fail(
      at,
      `With the prosody around it, this pitch lies beyond ${MOST_SEMITONES} semitones.`,
    )
  return { ...outer, rate: allRate, pitchSemitones: allPitch }
}
