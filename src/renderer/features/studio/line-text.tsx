import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useRef,
} from 'react'
import { type ScriptLine, TEXT_LIMIT } from '#shared/script.ts'
import { pasteIntoLine } from './paste-actions.tsx'
import { mergeWithPrevious, setText, splitAt } from './script-commands.ts'
import { select, useStudio } from './studio-store.ts'

interface LineTextProps {
  readonly line: ScriptLine
  readonly number: number
  readonly language: string
  readonly describedBy: string
}

/** Text box of a line. It grows with its text; Enter splits the line, Backspace at the start joins it. */
export function LineText({ line, number, language, describedBy }: LineTextProps): ReactElement {
  const box = useRef<HTMLTextAreaElement>(null)
  const caret = useStudio(({ caret }) => (caret?.lineId === line.id ? caret : undefined))

  useEffect(() => {
    if (!caret || !box.current) return
    box.current.focus()
    box.current.setSelectionRange(caret.offset, caret.offset)
  }, [caret])

  const onChange = (event: ChangeEvent<HTMLTextAreaElement>): void =>
    setText(line.id, event.currentTarget.value)

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const collapsed = selectionStart === selectionEnd
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (!collapsed) setText(line.id, value.slice(0, selectionStart) + value.slice(selectionEnd))
      splitAt(line.id, selectionStart)
    } else if (event.key === 'Backspace' && collapsed && selectionStart === 0 && number > 1) {
      event.preventDefault()
      mergeWithPrevious(line.id)
    } else if (collapsed) moveToNeighbourLine(event, selectionStart, value)
  }

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { selectionStart, selectionEnd } = event.currentTarget
    const pasted = event.clipboardData.getData('text/plain')
    if (pasteIntoLine(line, pasted, selectionStart, selectionEnd)) event.preventDefault()
  }

  return (
    <div className="line-text" data-text={line.text}>
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
        onFocus={() => select(line.id)}
      />
    </div>
  )
}

/** Moves to the neighbouring line when an arrow key leaves the text box. */
function moveToNeighbourLine(
  event: KeyboardEvent<HTMLTextAreaElement>,
  at: number,
  value: string,
): void {
  const up = event.key === 'ArrowUp' && at === 0
  const down = event.key === 'ArrowDown' && at === value.length
  if (!up && !down) return
  const { script } = useStudio.getState()
  const index = script.lines.findIndex(({ id }) => id === useStudio.getState().selectedId)
  const next = script.lines[index + (up ? -1 : 1)]
  if (!next) return
  event.preventDefault()
  useStudio.setState({
    caret: { lineId: next.id, offset: up ? next.text.length : 0 },
    selectedId: next.id,
  })
}
