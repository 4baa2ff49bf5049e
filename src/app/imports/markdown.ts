import { Marked, type Token, Tokenizer, type Tokens } from 'marked'
import type { Piece } from '#shared/imports.ts'
import { type FoundContent, leftOut, tableOrPieces } from './table-or-pieces.ts'

/** What stands between two lines of dashes at the start: the title and date that some programs keep there. */
const FRONT_MATTER =
  /^\ufeff?---[ \t]*\r?\n(?=[\w-]+[ \t]*:)[\s\S]*?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
/** A line of a paragraph that begins with a name. */
const NAMED_LINE = /^[^\s:][^:]{0,40}:\s/
/**
 * How far marked looks ahead in a paragraph, in characters: for the end of emphasis, an address or a text, and of a tag. Without a limit it
 * compares each mark with all that follows it.
 */
const AHEAD = { mark: 1_000, tag: 20_000 } as const
const { emStrong, inlineText, url, tag } = Tokenizer.prototype
const reader = new Marked({
  tokenizer: {
    emStrong(text, masked, before) {
      const rest = masked.slice(-text.length).slice(0, AHEAD.mark)
      return emStrong.call(this, text.slice(0, AHEAD.mark), rest, before)
    },
    inlineText(text) {
      return inlineText.call(this, text.slice(0, AHEAD.mark))
    },
    url(text) {
      return url.call(this, text.slice(0, AHEAD.mark))
    },
    tag(text) {
      return tag.call(this, text.slice(0, AHEAD.tag))
    },
  },
})
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' },
}

/**
 * Reads Markdown (CommonMark and the tables of GitHub): headings, paragraphs, list items and tables, without their marks. Code and HTML are
 * left out, which a warning says. Griot's own markup in square brackets stays.
 */
export function readMarkdown(text: string): FoundContent {
  const body = text.replace(FRONT_MATTER, '')
  const left = { code: 0, html: 0 }
  const parts = reader.lexer(body).flatMap((token) => partsOf(token, left))
  const warnings = [
    ...(body === text ? [] : ['The details at the start of the file (between ---) were left out.']),
    ...leftOut(left.code, 'block of code', 'blocks of code'),
    ...leftOut(left.html, 'piece of HTML', 'pieces of HTML'),
  ]
  return { content: tableOrPieces(parts), warnings }
}

type Part = Parameters<typeof tableOrPieces>[0][number]
interface LeftOut {
  code: number
  html: number
}

function partsOf(token: Token, left: LeftOut): Part[] {
  switch (token.type) {
    case 'heading': {
      const text = plainText(token.tokens).trim()
      return text === '' ? [] : [{ text, heading: Number(token['depth']) }]
    }
    case 'paragraph':
    case 'text':
      return paragraphPieces(token.tokens ? plainText(token.tokens) : String(token['text']))
    case 'blockquote':
      return (token.tokens ?? []).flatMap((inner) => partsOf(inner, left))
    case 'list':
      return (token as Tokens.List).items.flatMap(({ tokens }) =>
        tokens.flatMap((inner) => partsOf(inner, left)),
      )
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [{ rows: [header, ...rows].map((row) => row.map(({ tokens }) => plainText(tokens))) }]
    }
    case 'code':
      left.code++
      return []
    case 'html':
      left.html++
      return []
    default:
      return []
  }
}

/** The lines of a paragraph, which Markdown joins, except where one begins with a name. */
function paragraphPieces(text: string): Piece[] {
  const pieces: string[] = []
  for (const line of text.split('\n').map((written) => written.trim())) {
    const last = pieces.at(-1)
    if (last === undefined || last === '' || NAMED_LINE.test(line)) pieces.push(line)
    else if (line === '') pieces.push('')
    else pieces[pieces.length - 1] = `${last} ${line}`
  }
  return pieces.filter((piece) => piece !== '').map((piece) => ({ text: piece }))
}

function plainText(tokens: readonly Token[] | undefined): string {
  return (tokens ?? []).map(plainOf).join('')
}

function plainOf(token: Token): string {
  // A bracket that is escaped for Markdown is text for Griot, too.
  if (token.type === 'escape')
    return /^\\[[\]]$/.test(token.raw) ? token.raw : String(token['text'])
  if (token.type === 'br') return '\n\n'
  if (token.type === 'html' || token.type === 'image') return ''
  if (token.type === 'codespan') return String(token['text'])
  if ('tokens' in token && token.tokens) return plainText(token.tokens)
  const text = 'text' in token ? String(token.text) : ''
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
}
