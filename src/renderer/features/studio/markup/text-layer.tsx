import './markup.css'
import { type MouseEvent, memo, type ReactElement, type ReactNode } from 'react'
import type { TextRange } from '#renderer/features/studio/find/find-matches.ts'
import { type MarkupToken, markupTokens } from './markup-tokens.ts'

interface TextLayerProps {
  readonly text: string
  readonly language: string
  /** Controls as chips, or as they are written with a tint behind them. */
  readonly mode: 'plain' | 'written' | 'chips'
  readonly found: readonly TextRange[]
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
  const { text, language, mode, found, current, onPlace } = props
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
        <Token key={token.at} token={token} {...{ mode, found, current }} />
      ))}{' '}
    </div>
  )
})

function wholeText(source: string): MarkupToken {
  return { kind: 'text', source, at: 0, label: source }
}

function Token(
  props: { readonly token: MarkupToken } & Pick<TextLayerProps, 'mode' | 'found' | 'current'>,
): ReactElement {
  const { token, mode, found, current } = props
  const { kind, source, at, label } = token
  if (kind === 'text' || mode !== 'chips')
    return (
      <span data-at={at} {...(kind !== 'text' && { className: 'markup-written' })}>
        {marked(source, at, found, current)}
      </span>
    )
  return (
    <span className="markup-chip" data-kind={kind} data-at={at} data-end={at + source.length}>
      {kind === 'close' ? '' : label}
    </span>
  )
}

/** Text with the found places in it as marks. */
function marked(
  source: string,
  at: number,
  found: readonly TextRange[],
  current: number,
): ReactNode {
  const parts: ReactNode[] = []
  let done = 0
  for (const [index, { start, end }] of found.entries()) {
    const from = Math.max(done, start - at)
    const to = Math.min(source.length, end - at)
    if (to <= from) continue
    parts.push(
      source.slice(done, from),
      <mark key={start} data-current={index === current || undefined}>
        {source.slice(from, to)}
      </mark>,
    )
    done = to
  }
  return parts.length === 0 ? source : [...parts, source.slice(done)]
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
