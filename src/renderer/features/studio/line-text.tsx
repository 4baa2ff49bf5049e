import { t } from '#renderer/i18n/i18n.ts'
import '#renderer/features/studio/words/words.css'
import { Button } from '@mantine/core'
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
import { DoubtfulWords } from '#renderer/features/studio/words/doubtful-words.tsx'
import { useLanguagesWithin } from '#renderer/features/studio/words/languages-within.ts'
import { wordAt } from '#renderer/features/studio/words/line-words.ts'
import { useDoubtfulWords } from '#renderer/features/studio/words/marked-words.ts'
import { OtherLanguages } from '#renderer/features/studio/words/other-languages.tsx'
import { UnspokenWords, useUnspokenWords } from '#renderer/features/studio/words/unspoken-words.tsx'
import { WordPopover } from '#renderer/features/studio/words/word-popover.tsx'
import { openWord } from '#renderer/features/studio/words/word-store.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { type ScriptLine, TEXT_LIMIT } from '#shared/script.ts'
import { pasteIntoLine } from './paste-actions.ts'
import { mergeWithPrevious, setText, splitAt } from './script-commands.ts'
import { select, useStudio } from './studio-store.ts'
import { moveToNeighbourLine, useCaret } from './use-caret.ts'

interface LineTextProps {
  readonly line: ScriptLine
  readonly number: number
  readonly language: LanguageCode
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
  const [pointed, setPointed] = useState<TextRange>()
  const doubtful = useDoubtfulWords(line.text, language)
  const unspoken = useUnspokenWords(line.text, language)
  const stretches = useLanguagesWithin(line.text, language)
  const found = useFind(({ byLine }) => byLine.get(line.id)) ?? NOTHING_FOUND
  const current = useFind(({ matches, current }) => {
    const match = matches[current]
    return match?.lineId === line.id ? found.findIndex(({ start }) => start === match.start) : -1
  })
  useCaret(box, line.id)

  const onChange = (event: ChangeEvent<HTMLTextAreaElement>): void => {
    setPointed(undefined)
    setText(line.id, event.currentTarget.value)
  }

  const onClick = (): void => {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = box.current ?? {}
    setPointed(start === end ? wordAt(line.text, start) : undefined)
  }

  const onSelect = (): void => {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = box.current ?? {}
    setSelection(start === end ? undefined : { start, end })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    setPointed(undefined)
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
    <div className="line-text" data-line-id={line.id} data-chips={mode === 'chips' || undefined}>
      <TextLayer
        text={line.text}
        onPlace={(offset) => {
          placeCaret(line.id, offset)
          setPointed(wordAt(line.text, offset))
        }}
        {...{ language, mode, found, current, doubtful: inOrder(doubtful, unspoken) }}
        otherLanguages={stretches}
      />
      <textarea
        ref={box}
        aria-label={t('studio:line.text', { number })}
        aria-describedby={describedBy}
        lang={language}
        dir="auto"
        rows={1}
        value={line.text}
        maxLength={TEXT_LIMIT}
        placeholder={t('studio:line.textHint')}
        onChange={onChange}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onSelect={onSelect}
        onClick={onClick}
        onFocus={() => {
          setFocused(true)
          select(line.id)
        }}
        onBlur={({ relatedTarget }) => {
          setFocused(false)
          setPointed(undefined)
          const target = relatedTarget instanceof Element ? relatedTarget : undefined
          // The toolbar stays while it is used, and in a window that others cover.
          if (target && !target.closest('.markup-toolbar, [role="menu"]')) setSelection(undefined)
        }}
      />
      <ShownToolbar {...{ line, number, selection }} onDone={() => setSelection(undefined)} />
      {pointed && <WordButton lineId={line.id} text={line.text} word={pointed} />}
      <WordPopover {...{ line, number, language }} />
      <DoubtfulWords lineId={line.id} number={number} words={doubtful} isFocused={focused} />
      <UnspokenWords {...{ line, number }} words={unspoken} />
      <OtherLanguages {...{ line, number, language, stretches }} />
    </div>
  )
}

/** The places of two lists by where they stand; none of one lies in another. */
function inOrder(one: readonly TextRange[], other: readonly TextRange[]): readonly TextRange[] {
  if (other.length === 0) return one
  return [...one, ...other].toSorted((a, b) => a.start - b.start)
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

/** After a click on a word: the way to how it is read. */
function WordButton(props: {
  readonly lineId: string
  readonly text: string
  readonly word: TextRange
}): ReactElement {
  const { lineId, text, word } = props
  return (
    <Button
      className="word-button"
      size="compact-sm"
      variant="default"
      tabIndex={-1}
      aria-haspopup="dialog"
      // The text keeps the focus until the popover has it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => openWord(lineId, word)}
    >
      {t('studio:line.readWord', { word: text.slice(word.start, word.end) })}
    </Button>
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
