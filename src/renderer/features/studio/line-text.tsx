import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactElement,
  useRef,
  useState,
} from 'react'
import type { TextRange } from '#renderer/features/studio/find/find-matches.ts'
import { useFind } from '#renderer/features/studio/find/find-store.ts'
import { hasMarkup } from '#renderer/features/studio/markup/markup-tokens.ts'
import { MarkupToolbar } from '#renderer/features/studio/markup/markup-toolbar.tsx'
import { TextLayer } from '#renderer/features/studio/markup/text-layer.tsx'
import { type ScriptLine, TEXT_LIMIT } from '#shared/script.ts'
import { pasteIntoLine } from './paste-actions.ts'
import { mergeWithPrevious, setText, splitAt } from './script-commands.ts'
import { select, useStudio } from './studio-store.ts'
import { moveToNeighbourLine, useCaret } from './use-caret.ts'

interface LineTextProps {
  readonly line: ScriptLine
  readonly number: number
  readonly language: string
  readonly describedBy: string
}

const NOTHING_FOUND: readonly TextRange[] = []

/**
 * Text box of a line. It grows with its text; Enter splits the line, Backspace at the start joins it. Controls of the markup are chips until
 * the box has the focus, and a toolbar writes them around selected words.
 */
export function LineText({ line, number, language, describedBy }: LineTextProps): ReactElement {
  const box = useRef<HTMLTextAreaElement>(null)
  const [focused, setFocused] = useState(false)
  const [selection, setSelection] = useState<TextRange>()
  const found = useFind(({ byLine }) => byLine.get(line.id)) ?? NOTHING_FOUND
  const current = useFind(({ matches, current }) => {
    const match = matches[current]
    return match?.lineId === line.id ? found.findIndex(({ start }) => start === match.start) : -1
  })
  useCaret(box, line.id)

  const onChange = (event: ChangeEvent<HTMLTextAreaElement>): void =>
    setText(line.id, event.currentTarget.value)

  const onSelect = (): void => {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = box.current ?? {}
    setSelection(start === end ? undefined : { start, end })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') setSelection(undefined)
    editLines(event, line.id)
  }

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { selectionStart, selectionEnd } = event.currentTarget
    const pasted = event.clipboardData.getData('text/plain')
    if (pasteIntoLine(line, pasted, selectionStart, selectionEnd)) event.preventDefault()
  }

  const mode = hasMarkup(line.text) ? (focused || found.length > 0 ? 'written' : 'chips') : 'plain'
  return (
    <div className="line-text" data-chips={mode === 'chips' || undefined}>
      <TextLayer
        text={line.text}
        onPlace={(offset) => placeCaret(line.id, offset)}
        {...{ language, mode, found, current }}
      />
      <textarea
        ref={box}
        aria-label={`Line ${number}`}
        aria-describedby={describedBy}
        lang={language}
        dir="auto"
        rows={1}
        value={line.text}
        maxLength={TEXT_LIMIT}
        placeholder="Write what to say"
        onChange={onChange}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onSelect={onSelect}
        onFocus={() => {
          setFocused(true)
          select(line.id)
        }}
        onBlur={({ relatedTarget }) => {
          setFocused(false)
          const target = relatedTarget instanceof Element ? relatedTarget : undefined
          // The toolbar stays while it is used, and in a window that others cover.
          if (target && !target.closest('.markup-toolbar, [role="menu"]')) setSelection(undefined)
        }}
      />
      <ShownToolbar {...{ line, number, selection }} onDone={() => setSelection(undefined)} />
    </div>
  )
}

/** Toolbar for selected words, while the line is the one that is worked on. */
function ShownToolbar(props: {
  readonly line: ScriptLine
  readonly number: number
  readonly selection: TextRange | undefined
  readonly onDone: () => void
}): ReactElement | false {
  const { line, number, selection, onDone } = props
  const selected = useStudio(({ selectedId }) => selectedId === line.id)
  const words = selection && line.text.slice(selection.start, selection.end)
  if (!selection || !selected || !words?.trim()) return false
  return (
    <MarkupToolbar
      {...{ line, number, onDone }}
      from={selection.start}
      to={Math.min(selection.end, line.text.length)}
    />
  )
}

function placeCaret(lineId: string, offset: number): void {
  useStudio.setState({ caret: { lineId, offset }, selectedId: lineId })
}

/** Keys that cut, join and leave lines. */
function editLines(event: KeyboardEvent<HTMLTextAreaElement>, lineId: string): void {
  const { selectionStart, selectionEnd, value } = event.currentTarget
  const collapsed = selectionStart === selectionEnd
  if (event.key === 'Enter' && !event.shiftKey) {
    event.preventDefault()
    if (!collapsed) setText(lineId, value.slice(0, selectionStart) + value.slice(selectionEnd))
    splitAt(lineId, selectionStart)
  } else if (event.key === 'Backspace' && collapsed && selectionStart === 0 && !isFirst(lineId)) {
    event.preventDefault()
    mergeWithPrevious(lineId)
  } else if (collapsed && !event.shiftKey) moveToNeighbourLine(event, selectionStart, value)
}

function isFirst(lineId: string): boolean {
  return useStudio.getState().script.lines[0]?.id === lineId
}
