import { LANGUAGE_CODES, type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import type { PronunciationDraft } from '#shared/pronunciation.ts'
import { readXml, type XmlElement } from '#speech/text/markup/xml.ts'
import type { FoundEntry } from './import.ts'

/**
 * W3C Pronunciation Lexicon Specification 1.0 (https://www.w3.org/TR/pronunciation-lexicon/). A lexicon holds one
 * language; "mul" and "und" stand for any. Of several pronunciations of a lexeme the preferred one counts, else the
 * first. Scope and letter case are not in the format: entries come without regard to case.
 */
const NAMESPACE = 'http://www.w3.org/2005/01/pronunciation-lexicon'
const ANY_LANGUAGE = /^(?:mul|und)(?:-|$)/i
/** Elements without anything to say. */
const PASSED_OVER: readonly string[] = ['meta', 'metadata', 'example']

interface Lexeme {
  readonly at: number
  readonly graphemes: string[]
  readonly pronunciations: {
    readonly saidAs: PronunciationDraft['saidAs']
    readonly preferred: boolean
  }[]
}

interface Reader {
  readonly found: FoundEntry[]
  readonly fail: (at: number, problem: string) => Error
  readonly lineOf: (at: number) => number
  readonly projectId: string | undefined
  language: LanguageCode | undefined
  lexeme: Lexeme | undefined
  held: string
  /** Depth inside a skipped element. */
  passedOver: number
}

class Unreadable extends Error {
  readonly line: number
  constructor(line: number, problem: string) {
    super(problem)
    this.line = line
  }
}

/** The entries of a lexicon, and what is wrong with its lines. */
export function entriesFromPls(text: string, projectId: string | undefined): readonly FoundEntry[] {
  const lineOf = lineCounter(text)
  const fail = (at: number, problem: string): Error => new Unreadable(lineOf(at), problem)
  const reader: Reader = {
    ...{ found: [], fail, lineOf, projectId },
    ...{ language: undefined, lexeme: undefined, held: '', passedOver: 0 },
  }
  try {
    readXml(
      text,
      {
        open: (element) => open(reader, element),
        close: (element) => close(reader, element),
        text: (piece) => {
          reader.held += piece
        },
      },
      fail,
    )
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return [...reader.found, { line: error.line, problem: error.message }]
  }
  return reader.found
}

function open(reader: Reader, element: XmlElement): void {
  const { name, attributes, at } = element
  reader.held = ''
  if (reader.passedOver > 0 || PASSED_OVER.includes(name)) {
    reader.passedOver++
    return
  }
  const isInside = reader.lexeme !== undefined
  if (name === 'lexicon') openLexicon(reader, element)
  else if (name === 'lexeme' && !isInside) reader.lexeme = { at, graphemes: [], pronunciations: [] }
  else if (!isInside || !['grapheme', 'phoneme', 'alias'].includes(name))
    throw reader.fail(at, `<${name}> has no place here.`)
  const alphabet = attributes.get('alphabet') ?? 'ipa'
  if (alphabet !== 'ipa')
    throw reader.fail(at, `The alphabet is "ipa", not "${alphabet.slice(0, 40)}".`)
}

function openLexicon(reader: Reader, { attributes, at }: XmlElement): void {
  const tag = attributes.get('xml:lang')?.trim() ?? ''
  reader.language = languageOf(tag)
  if (!reader.language && !ANY_LANGUAGE.test(tag))
    throw reader.fail(at, `xml:lang of the lexicon is one of ${LANGUAGE_CODES}, or mul for any.`)
}

function close(reader: Reader, { name, attributes, at }: XmlElement): void {
  if (reader.passedOver > 0) {
    reader.passedOver--
    return
  }
  const { lexeme } = reader
  const text = reader.held.trim()
  if (!lexeme) return
  const preferred = attributes.get('prefer') === 'true'
  if (name === 'grapheme') lexeme.graphemes.push(text)
  if (name === 'phoneme')
    lexeme.pronunciations.push({ saidAs: { kind: 'ipa', ipa: text }, preferred })
  if (name === 'alias') lexeme.pronunciations.push({ saidAs: { kind: 'text', text }, preferred })
  if (name !== 'lexeme') return
  reader.lexeme = undefined
  const line = reader.lineOf(at)
  const said = lexeme.pronunciations.find((one) => one.preferred) ?? lexeme.pronunciations[0]
  if (!said || lexeme.graphemes.length === 0) {
    reader.found.push({ line, problem: 'A lexeme needs a grapheme, and a phoneme or an alias.' })
    return
  }
  const { language, projectId } = reader
  for (const word of lexeme.graphemes)
    reader.found.push({
      line,
      draft: {
        word,
        saidAs: said.saidAs,
        ...(language ? { language } : {}),
        scope: projectId === undefined ? { kind: 'global' } : { kind: 'project', projectId },
        caseSensitive: false,
      },
    })
}

/** Lines of places that come in order, each line counted once. */
function lineCounter(text: string): (at: number) => number {
  let line = 1
  let counted = 0
  return (at) => {
    if (at < counted) {
      line = 1
      counted = 0
    }
    for (let next = text.indexOf('\n', counted); next !== -1 && next < at; ) {
      line++
      counted = next + 1
      next = text.indexOf('\n', counted)
    }
    return line
  }
}

/** Entries of one language (undefined: of any) as a lexicon. */
export function toPls(
  entries: readonly PronunciationDraft[],
  language: LanguageCode | undefined,
): string {
  const lexemes = entries.map(({ word, saidAs }) => {
    const said =
      saidAs.kind === 'ipa'
        ? `<phoneme>${escapeXml(saidAs.ipa)}</phoneme>`
        : `<alias>${escapeXml(saidAs.text)}</alias>`
    return `  <lexeme><grapheme>${escapeXml(word)}</grapheme>${said}</lexeme>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<lexicon version="1.0" xmlns="${NAMESPACE}" alphabet="ipa" xml:lang="${language ?? 'mul'}">
${lexemes.join('')}</lexicon>
`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
