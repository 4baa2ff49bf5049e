/**
 * A small strict reader of XML 1.0 (https://www.w3.org/TR/xml/) for SSML and pronunciation lexicons: elements,
 * attributes, text, CDATA, comments, the five predefined entities and character references. It refuses every
 * DOCTYPE, so there are no entities to expand, and elements nested deeper than 32. Linear in the length of the text.
 */

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** Offset of its tag in code units. */
  readonly at: number
}

export interface XmlListener {
  open(element: XmlElement): void
  close(element: XmlElement): void
  /** Text as it is meant, entities resolved; may come in several pieces. */
  text(text: string, at: number): void
}

/** Creates the error for a problem at an offset; the caller throws it. */
export type Fail = (at: number, problem: string) => Error

const MOST_DEEP = 32
const LONGEST_REFERENCE = 12
const NAME = '[\\p{L}_:][\\p{L}\\p{M}\\p{N}_:.\\-]*'
const OPEN_TAG = new RegExp(`<(${NAME})`, 'uy')
const ATTRIBUTE = new RegExp(`\\s+(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, 'uy')
const TAG_END = /\s*(\/?)>/y
const CLOSE_TAG = new RegExp(`</(${NAME})\\s*>`, 'uy')
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}
/** Delimiters of comments and processing instructions, which are skipped. */
const SKIPPED = [
  ['<!--', '-->', 'comment'],
  ['<?', '?>', 'processing instruction'],
] as const

interface Reader {
  readonly source: string
  readonly listener: XmlListener
  readonly fail: Fail
  readonly open: XmlElement[]
  at: number
  hasRoot: boolean
}

/**
 * Parses a document and calls `listener` in document order. Throws the error of `fail` where the document is not
 * well-formed.
 */
export function readXml(source: string, listener: XmlListener, fail: Fail): void {
  const reader: Reader = { source, listener, fail, open: [], at: 0, hasRoot: false }
  if (source.startsWith('\ufeff')) reader.at = 1
  while (reader.at < source.length) {
    if (source[reader.at] !== '<') readText(reader)
    else readMarkup(reader)
  }
  const [unclosed] = reader.open.slice(-1)
  if (unclosed) throw fail(unclosed.at, `<${clip(unclosed.name)}> is not closed.`)
  if (!reader.hasRoot) throw fail(0, 'There is no element in this XML.')
}

function readText(reader: Reader): void {
  const { source, at, open, fail } = reader
  const next = source.indexOf('<', at)
  const end = next === -1 ? source.length : next
  const text = source.slice(at, end)
  if (open.length > 0) reader.listener.text(resolve(text, at, fail), at)
  else if (text.trim() !== '') {
    const where = at + text.search(/\S/)
    throw fail(where, reader.hasRoot ? 'There is text after the last tag.' : 'This is no XML.')
  }
  reader.at = end
}

function readMarkup(reader: Reader): void {
  const { source, at, fail, open, listener } = reader
  if (source.startsWith('<![CDATA[', at)) {
    const end = endOf(reader, '<![CDATA[', ']]>', 'CDATA section')
    if (open.length === 0) throw fail(at, 'CDATA outside of an element.')
    listener.text(source.slice(at + 9, end - 3), at)
    reader.at = end
    return
  }
  for (const [start, stop, what] of SKIPPED) {
    if (!source.startsWith(start, at)) continue
    reader.at = endOf(reader, start, stop, what)
    return
  }
  if (source.startsWith('<!', at))
    throw fail(at, 'DOCTYPE and entity declarations are refused: remove them.')
  if (source.startsWith('</', at)) readCloseTag(reader)
  else readOpenTag(reader)
}

function endOf({ source, at, fail }: Reader, start: string, stop: string, what: string): number {
  const end = source.indexOf(stop, at + start.length)
  if (end === -1) throw fail(at, `This ${what} is not closed: "${stop}" is missing.`)
  return end + stop.length
}

function readCloseTag(reader: Reader): void {
  const { source, at, fail, open, listener } = reader
  CLOSE_TAG.lastIndex = at
  const match = CLOSE_TAG.exec(source)
  if (!match) throw fail(at, 'This closing tag is broken: write </name>.')
  const element = open.pop()
  if (!element) throw fail(at, `${clip(match[0])} closes nothing.`)
  if (element.name !== match[1])
    throw fail(
      at,
      `${clip(match[0])} comes while <${clip(element.name)}> is open: write </${clip(element.name)}>.`,
    )
  listener.close(element)
  reader.at = CLOSE_TAG.lastIndex
}

function readOpenTag(reader: Reader): void {
  const { source, at, fail, open, listener } = reader
  OPEN_TAG.lastIndex = at
  const [tag = '', name] = OPEN_TAG.exec(source) ?? []
  if (name === undefined) throw fail(at, 'Write &lt; for a "<" that begins no tag.')
  if (open.length === 0 && reader.hasRoot)
    throw fail(at, `<${clip(name)}> comes after the end: there is one outermost element.`)
  if (open.length === MOST_DEEP)
    throw fail(at, `Elements lie more than ${MOST_DEEP} deep inside each other.`)
  reader.at += tag.length
  const element = { name, attributes: readAttributes(reader), at }
  TAG_END.lastIndex = reader.at
  const end = TAG_END.exec(source)
  if (!end)
    throw fail(reader.at, `The tag <${clip(name)} is broken here: write name="value" or ">".`)
  reader.at = TAG_END.lastIndex
  reader.hasRoot = true
  listener.open(element)
  if (end[1] === '/') listener.close(element)
  else open.push(element)
}

function readAttributes(reader: Reader): ReadonlyMap<string, string> {
  const { source, fail } = reader
  const attributes = new Map<string, string>()
  while (true) {
    ATTRIBUTE.lastIndex = reader.at
    const match = ATTRIBUTE.exec(source)
    if (!match) return attributes
    const [whole, name = '', double, single] = match
    if (attributes.has(name)) throw fail(reader.at, `${clip(name)} is given twice in one tag.`)
    attributes.set(name, resolve(double ?? single ?? '', reader.at, fail))
    reader.at += whole.length
  }
}

/** A name as an error shows it. */
export function clip(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}

/** Text with its entities and character references resolved, once: what they give is not read again. */
function resolve(text: string, at: number, fail: Fail): string {
  return text.replace(/&[^;&\s]*;?/g, (reference, offset: number) => {
    const name = reference.slice(1, -1)
    const entity = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined
    const meant = reference.endsWith(';') ? (entity ?? characterOf(name)) : undefined
    if (meant !== undefined) return meant
    const shown = reference.slice(0, LONGEST_REFERENCE)
    throw fail(at + offset, `"${shown}" is not known here: write &amp; for "&".`)
  })
}

/** The character of "#233" or "#xe9", if XML allows it. */
function characterOf(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
  if (hex === undefined && decimal === undefined) return undefined
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  if (code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined
  return code >= 0x20 || code === 9 || code === 10 || code === 13
    ? String.fromCodePoint(code)
    : undefined
}
