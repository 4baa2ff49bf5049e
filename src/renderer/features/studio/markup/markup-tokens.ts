import { t } from '#renderer/i18n/i18n.ts'
import { languageName } from '#renderer/ui/language-chip.tsx'
import { LANGUAGES, languageOf } from '#shared/languages/languages.ts'

/** Stretch of a line's text: plain text, or a control in square brackets as docs/markup.md lists them. */
export interface MarkupToken {
  readonly kind: 'text' | 'pause' | 'say' | 'ipa' | 'open' | 'close'
  /** As it is written. */
  readonly source: string
  /** Place in the text, in UTF-16 code units. */
  readonly at: number
  /** What a chip shows instead of the brackets; of plain text, the text. */
  readonly label: string
}

const SPANS = [...LANGUAGES.map(({ code }) => code), 'spell', 'emphasis'].join('|')
const CONTROL = new RegExp(
  `(?<!\\\\)\\[(?:(?<close>/)?(?<span>${SPANS})|pause\\s+(?<pause>[\\d.]+\\s*m?s)|(?<kind>say|ipa):\\s*(?<said>[^\\]\\n]+))\\]`,
  'giu',
)

/** Begins as src/speech/text/markup/markup.ts takes it for SSML, where square brackets are text. */
const SSML = /^\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*<speak(?=[\s/>]|$)/i

/** Whether a text is in SSML, which is shown as it is written. */
export function isSsml(text: string): boolean {
  return SSML.test(text.slice(0, 1_000))
}

/** Divides a text into plain text and controls. A bracket that is none, or not yet one, is plain text, and so is all SSML. */
export function markupTokens(text: string): readonly MarkupToken[] {
  if (isSsml(text)) return [plain(text, 0)]
  const tokens: MarkupToken[] = []
  let done = 0
  for (const match of text.matchAll(CONTROL)) {
    if (match.index > done) tokens.push(plain(text.slice(done, match.index), done))
    tokens.push(control(match[0], match.index, match.groups ?? {}))
    done = match.index + match[0].length
  }
  if (done < text.length) tokens.push(plain(text.slice(done), done))
  return tokens
}

/** Whether a text has a control in it. Quick where it has no bracket. */
export function hasMarkup(text: string): boolean {
  return text.includes('[') && markupTokens(text).some(({ kind }) => kind !== 'text')
}

/** A text without its controls. */
export function withoutMarkup(text: string): string {
  return markupTokens(text)
    .flatMap(({ kind, source }) => (kind === 'text' ? [source] : []))
    .join('')
}

/**
 * What tells the language of a text: all but the controls and the spans whose language is given; where that has no word, all but the
 * controls.
 * @example `textOfOwnLanguage('Danna ɗaya. [en]Press one.[/en]').trim()` is `'Danna ɗaya.'`.
 */
export function textOfOwnLanguage(text: string): string {
  if (!hasMarkup(text)) return text
  let depth = 0
  const own = markupTokens(text).map(({ kind, source }) => {
    if (kind === 'open' && isLanguageSpan(source)) depth += 1
    else if (kind === 'close' && isLanguageSpan(source)) depth = Math.max(0, depth - 1)
    return kind === 'text' && depth === 0 ? source : ' '
  })
  const left = own.join('')
  return /\p{L}/u.test(left) ? left : withoutMarkup(text)
}

/** Whether a control begins or ends a span in another language. */
function isLanguageSpan(source: string): boolean {
  return languageOf(source.replaceAll(/[[\]/]/g, '').toLowerCase()) !== undefined
}

function plain(source: string, at: number): MarkupToken {
  return { kind: 'text', source, at, label: source }
}

function control(
  source: string,
  at: number,
  groups: Readonly<Record<string, string | undefined>>,
): MarkupToken {
  const { close, span, pause, kind, said } = groups as {
    readonly close?: string
    readonly span?: string
    readonly pause?: string
    readonly kind?: string
    readonly said?: string
  }
  if (pause !== undefined)
    return { kind: 'pause', source, at, label: pause.replace(/\s*(m?s)$/iu, ' $1').toLowerCase() }
  if (said !== undefined)
    return { kind: kind?.toLowerCase() === 'ipa' ? 'ipa' : 'say', source, at, label: said.trim() }
  return { kind: close ? 'close' : 'open', source, at, label: spanName(span?.toLowerCase() ?? '') }
}

function spanName(span: string): string {
  if (span === 'spell' || span === 'emphasis') return t(`markup:spans.${span}`)
  return languageName(span)
}
