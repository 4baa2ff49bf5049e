import './markup.css'
import { Fragment, type MouseEvent, memo, type ReactElement, type ReactNode } from 'react'
import type { TextRange } from '#renderer/features/studio/find/find-matches.ts'
import { type MarkupToken, markupTokens } from './markup-tokens.ts'

interface TextLayerProps {
  readonly text: string
  readonly language: string
  /** Controls as chips, or as they are written with a tint behind them. */
  readonly mode: 'plain' | 'written' | 'chips'
  readonly found: readonly TextRange[]
  /** Words that are underlined, because their marks are in doubt. */
  readonly doubtful: readonly TextRange[]
  /** Stretches with dots below them, because they are read in another language than the line. */
  readonly otherLanguages: readonly TextRange[]
  /** Which of the found places is the current one, if it is in this line. */
  readonly current: number
  /** A click at a place of the text, in UTF-16 code units. */
  readonly onPlace: (offset: number) => void
}

/**
 * Copy of a line's text under its text box, which gives the box its height, marks what was found, and shows controls: as chips while the
 * line is not edited.
 */
export const TextLayer = memo(function TextLayer(props: TextLayerProps): ReactElement {
  const { text, language, mode, found, current, doubtful, otherLanguages, onPlace } = props
  const tokens = mode === 'plain' ? [wholeText(text)] : markupTokens(text)
  const handleMouseDown = (event: MouseEvent<HTMLElement>): void => {
    if (mode !== 'chips' || event.button !== 0) return
    event.preventDefault()
    onPlace(offsetAt(event) ?? text.length)
  }
  return (
    <div
      className="text-layer"
      data-mode={mode}
      aria-hidden="true"
      lang={language}
      dir="auto"
      onMouseDown={handleMouseDown}
    >
      {tokens.map((token) => (
        <Token
          key={token.at}
          token={token}
          {...{ mode, found, current, doubtful, otherLanguages }}
        />
      ))}{' '}
    </div>
  )
})

function wholeText(source: string): MarkupToken {
  return { kind: 'text', source, at: 0, label: source }
}

function Token(
  props: { readonly token: MarkupToken } & Pick<
    TextLayerProps,
    'mode' | 'found' | 'current' | 'doubtful' | 'otherLanguages'
  >,
): ReactElement {
  const { token, mode, found, current, doubtful, otherLanguages } = props
  const { kind, source, at, label } = token
  if (kind === 'text' || mode !== 'chips')
    return (
      <span data-at={at} {...(kind !== 'text' && { className: 'markup-written' })}>
        {marked(
          source,
          at,
          (part, from) => dotted(part, from, otherLanguages, doubtful),
          found,
          current,
        )}
      </span>
    )
  return (
    <span className="markup-chip" data-kind={kind} data-at={at} data-end={at + source.length}>
      {kind === 'close' ? '' : label}
    </span>
  )
}

/** Text with the found places in it as marks; `inside` shows each part, which begins at a place of the line. */
function marked(
  source: string,
  at: number,
  inside: (part: string, from: number) => ReactNode,
  found: readonly TextRange[],
  current: number,
): ReactNode {
  return divided(source, at, found, inside, (part, from, index) => (
    <mark key={from} data-current={index === current || undefined}>
      {inside(part, from)}
    </mark>
  ))
}

function dotted(
  source: string,
  at: number,
  otherLanguages: readonly TextRange[],
  doubtful: readonly TextRange[],
): ReactNode {
  const inside = (part: string, from: number): ReactNode => underlined(part, from, doubtful)
  return divided(source, at, otherLanguages, inside, (part, from) => (
    <span key={from} className="other-language">
      {inside(part, from)}
    </span>
  ))
}

function underlined(source: string, at: number, doubtful: readonly TextRange[]): ReactNode {
  return divided(
    source,
    at,
    doubtful,
    (part) => part,
    (part, from) => (
      <u key={from} className="doubtful-word">
        {part}
      </u>
    ),
  )
}

/** Text that begins at a place of the line, with some ranges of the line shown in another way. */
function divided(
  source: string,
  at: number,
  ranges: readonly TextRange[],
  plain: (part: string, from: number) => ReactNode,
  special: (part: string, from: number, index: number) => ReactNode,
): ReactNode {
  const parts: ReactNode[] = []
  let done = 0
  for (const [index, { start, end }] of ranges.entries()) {
    const from = Math.max(done, start - at)
    const to = Math.min(source.length, end - at)
    if (to <= from) continue
    if (from > done)
      parts.push(<Fragment key={at + done}>{plain(source.slice(done, from), at + done)}</Fragment>)
    parts.push(special(source.slice(from, to), at + from, index))
    done = to
  }
  return parts.length === 0
    ? plain(source, at)
    : [...parts, <Fragment key="rest">{plain(source.slice(done), at + done)}</Fragment>]
}

/** Place of the text under the pointer; undefined where the browser cannot tell. */
function offsetAt({ clientX, clientY }: MouseEvent): number | undefined {
  const position = document.caretPositionFromPoint?.(clientX, clientY)
  const element =
    position?.offsetNode instanceof Element
      ? position.offsetNode
      : position?.offsetNode.parentElement
  const token = element?.closest<HTMLElement>('[data-at]')
  if (!position || !token) return undefined
  const { at, end } = token.dataset as { readonly at?: string; readonly end?: string }
  if (end !== undefined) return Number(end)
  return Number(at) + lettersBefore(token, position.offsetNode) + position.offset
}

/** Letters of an element before one of its text nodes. */
function lettersBefore(element: Element, node: Node): number {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let letters = 0
  for (let next = walker.nextNode(); next && next !== node; next = walker.nextNode())
    letters += next.textContent?.length ?? 0
  return letters
}
