import { create } from 'zustand'
import type { TextRange } from '#renderer/features/studio/find/find-matches.ts'
import { lineById, useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { trimmedToWords, wordAt } from './line-words.ts'

/** A word of a line whose reading is shown. */
export interface OpenWord extends TextRange {
  readonly lineId: string
  /** As it is written there. */
  readonly written: string
}

export const useOpenWord = create<{ readonly word: OpenWord | undefined }>(() => ({
  word: undefined,
}))

/** Shows how the words of a range of a line are read. */
export function openWord(lineId: string, range: TextRange): void {
  const text = lineById(lineId)?.text
  const words = text === undefined ? undefined : trimmedToWords(text, range)
  if (text === undefined || !words) return
  const written = text.slice(words.start, words.end)
  useStudio.setState({ selectedId: lineId })
  useOpenWord.setState({ word: { lineId, ...words, written } })
}

/** Shows how the word at the cursor, or the selected words, of the line with the focus are read. */
export function openWordAtCaret(): void {
  const box = document.activeElement
  // While the script plays, the line that is worked on may be another one than that with the cursor.
  const lineId = box?.closest('.line-text')?.getAttribute('data-line-id')
  if (!(box instanceof HTMLTextAreaElement) || !lineId) {
    announce(t('words:noLine'))
    return
  }
  const { selectionStart: start, selectionEnd: end, value } = box
  const range = start === end ? wordAt(value, start) : { start, end }
  if (range) openWord(lineId, range)
  else announce(t('words:noWord'))
}

/** Closes the word, and gives the focus back to its line, with the cursor behind the word. */
export function closeWord(): void {
  const { word } = useOpenWord.getState()
  useOpenWord.setState({ word: undefined })
  const text = lineById(word?.lineId)?.text
  if (word && text !== undefined)
    useStudio.setState({
      caret: { lineId: word.lineId, offset: Math.min(word.end, text.length) },
      selectedId: word.lineId,
    })
}
