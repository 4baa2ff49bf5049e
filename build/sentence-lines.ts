/** Sentences and lines of Markdown: how a page is wrapped so that its changes can be read. */

/** Words whose full stop ends no sentence, whatever follows. */
const ABBREVIATIONS: ReadonlySet<string> = new Set([
  ...['al', 'approx', 'cf', 'Co', 'Dr', 'ed', 'eds', 'e.g', 'Fig', 'i.e', 'Jr', 'Mr', 'Mrs', 'Ms'],
  ...['no', 'No', 'p', 'pp', 'Prof', 'Sr', 'St', 'vol', 'vs'],
])
/** Signs that end a sentence, with the quotation marks, brackets and emphasis that close after them, and a space. */
const ENDING = /[.!?][)\]"'”’»*_]*\s+/gu
/** How a sentence begins: a capital or a figure, with what opens before it; or a name in code, a link or an example. */
const BEGINNING = /^["'“‘«(_¿¡]*[\p{Lu}\p{Lo}\p{Nd}`[*]/u
/** What Markdown takes for another kind of block at the start of a line. */
const OTHER_BLOCK = /^(?:\d+[.)](?:\s|$)|[-+*](?:\s|$)|[#>|<=]|~~~|```)/
/** Code, addresses of links, and two kinds of examples, whose full stops are not ours. */
const FOREIGN = /`+[^`]+`+|\]\([^)]*\)|(?<![\p{L}*])\*[^*\s][^*]*\*(?!\*)|"[^"]*"|“[^”]*”/gu

/** The sentences of a paragraph, in which every space is one space. Those inside brackets, quotations and examples are not divided. */
export function sentencesOf(paragraph: string): readonly string[] {
  const text = paragraph.replaceAll(/\s+/g, ' ').trim()
  const sentences: string[] = []
  let start = 0
  for (const end of endsIn(text)) {
    if (!isBoundary(text, start, end)) continue
    sentences.push(text.slice(start, end).trim())
    start = end
  }
  return [...sentences, text.slice(start)].filter(Boolean)
}

/** Where a sentence may end: after the space behind its last sign, outside of code, links and brackets. */
function endsIn(text: string): readonly number[] {
  const own = text.replaceAll(FOREIGN, (match) => masked(match))
  return [...own.matchAll(ENDING)]
    .map(({ index, 0: ending }) => index + ending.length)
    .filter((end) => depthBefore(own, end) === 0)
}

/** As long as it was; the last sign of an example stays, since it may end our sentence, too. */
function masked(match: string): string {
  if (match.startsWith('`')) return match.replaceAll(/[^`]/g, 'x')
  if (match.startsWith('](')) return `]${'x'.repeat(match.length - 1)}`
  return match.replaceAll(/[.!?…()[\]](?!["”*]$)/g, 'x')
}

/** How many brackets are open there. */
function depthBefore(text: string, end: number): number {
  let depth = 0
  for (const sign of text.slice(0, end)) {
    if (sign === '(' || sign === '[') depth += 1
    else if ((sign === ')' || sign === ']') && depth > 0) depth -= 1
  }
  return depth
}

function isBoundary(text: string, start: number, end: number): boolean {
  const before = text.slice(start, end).trimEnd()
  const after = text.slice(end)
  if (!BEGINNING.test(after) || OTHER_BLOCK.test(after)) return false
  const word = /([\p{L}.]*)\.$/u.exec(before)?.[1]
  if (word === undefined) return true
  // One letter is an initial, as in "H. Wolff".
  return !(/^\p{Lu}$/u.test(word) || ABBREVIATIONS.has(word))
}

/** A page with a line for each sentence. Tables, code, headings and HTML stay as they are, and so do breaks of lines. */
export function onePerLine(page: string): string {
  const lines = page.split('\n')
  const fenced = fencedLines(lines)
  const out: string[] = []
  const items: number[] = []
  let block: Block | undefined
  for (const [at, line] of lines.entries()) {
    const next = beginningOf(line)
    if (!block) leaveItems(items, line)
    const isText = !fenced.has(at) && !isKept(line) && (block || !isCode(line, items))
    if (isText && block && !next.isItem) {
      block.lines.push(line)
      continue
    }
    out.push(...linesOf(block))
    block = isText ? { ...next, lines: [line.slice(next.start.length)] } : undefined
    if (!isText) out.push(line)
    else if (next.isItem) items.push(next.start.length)
  }
  return [...out, ...linesOf(block)].join('\n')
}

/** The numbers of the lines of code between fences, with the fences. */
function fencedLines(lines: readonly string[]): ReadonlySet<number> {
  const fenced = new Set<number>()
  let fence: string | undefined
  for (const [at, line] of lines.entries()) {
    const sign = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined || sign !== undefined) fenced.add(at)
    if (fence === undefined) fence = sign
    else if (sign?.startsWith(fence)) fence = undefined
  }
  return fenced
}

/** A paragraph: what stands before its first line, and its lines. */
interface Block {
  readonly isItem: boolean
  readonly start: string
  readonly lines: string[]
}

/** The marker of a list item with its indentation and the space behind it. */
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/

function beginningOf(line: string): Omit<Block, 'lines'> {
  const marker = ITEM.exec(line)?.[0]
  const start = marker ?? /^\s*(?:> ?)*/.exec(line)?.[0] ?? ''
  return { isItem: marker !== undefined, start }
}

/** Forgets the list items that a line is not in: their texts stand further in. */
function leaveItems(items: number[], line: string): void {
  while (line.trim() !== '' && (items.at(-1) ?? 0) > indentOf(line)) items.pop()
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Whether a line is code because it stands four places further in than the item that it is in. */
function isCode(line: string, items: readonly number[]): boolean {
  return indentOf(line) >= (items.at(-1) ?? 0) + 4 && !ITEM.test(line)
}

/** Whether a line is none of a paragraph: empty, a heading, a row of a table, a rule or HTML. */
function isKept(line: string): boolean {
  return /^\s*(?:$|#{1,6}\s|\||<|(?:-\s*){3,}$|(?:\*\s*){3,}$)/.test(line)
}

function linesOf(block: Block | undefined): readonly string[] {
  if (!block) return []
  const { isItem, start, lines } = block
  const pieces: string[][] = [[]]
  for (const line of lines) {
    const text = line.replace(/^\s*(?:> ?)*/, '')
    pieces.at(-1)?.push(text.trim())
    if (/(?: {2}|\\)$/.test(text)) pieces.push([])
  }
  const texts = pieces.filter((piece) => piece.length > 0).map((piece) => piece.join(' '))
  const indent = isItem ? ' '.repeat(start.length) : start
  return texts
    .flatMap((text, at) => {
      const sentences = sentencesOf(text)
      const isBroken = at < texts.length - 1 && !text.endsWith('\\')
      return isBroken ? [...sentences.slice(0, -1), `${sentences.at(-1)}  `] : sentences
    })
    .map((text, at) => `${at === 0 ? start : indent}${text}`)
}
