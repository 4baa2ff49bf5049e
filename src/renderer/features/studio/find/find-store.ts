import { create } from 'zustand'
import { revealLine } from '#renderer/features/studio/chapters/collapsed-chapters.ts'
import { rewriteLines } from '#renderer/features/studio/script-edits.ts'
import { edit, useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { lineNumbers } from '#shared/line-numbers.ts'
import { type ScriptLine, TEXT_LIMIT } from '#shared/script.ts'
import {
  type FindOptions,
  findMatches,
  type Match,
  replaceRanges,
  type TextRange,
} from './find-matches.ts'

interface FindState extends FindOptions {
  readonly opened: boolean
  readonly replacing: boolean
  readonly query: string
  readonly replacement: string
  /** What is found, in the order of the script. */
  readonly matches: readonly Match[]
  /** Place in `matches` of the one that is shown; -1 before any. */
  readonly current: number
  /** Parts found in each line. */
  readonly byLine: ReadonlyMap<string, readonly TextRange[]>
  /** Counts up when the search box is asked for again, so that it takes the focus. */
  readonly asked: number
}

export const useFind = create<FindState>(() => ({
  ...{ opened: false, replacing: false, query: '', replacement: '', matches: [], current: -1 },
  ...{ byLine: new Map(), asked: 0, exactMarks: false, matchCase: false, wholeWord: false },
}))

// What is found follows the script, and does not cost anything while the search is closed.
useStudio.subscribe((now, before) => {
  if (now.script.lines !== before.script.lines && useFind.getState().opened) search({})
})

/** Opens the search, with what is selected in a line as the text to find. */
export function openFind(replacing: boolean): void {
  const { activeElement } = document
  const selected =
    activeElement instanceof HTMLTextAreaElement
      ? activeElement.value.slice(activeElement.selectionStart, activeElement.selectionEnd)
      : ''
  useFind.setState(({ asked }) => ({ opened: true, replacing, asked: asked + 1 }))
  search(selected === '' ? {} : { query: selected, current: -1 })
}

/** Closes the search. The caret goes to the place that was shown last. */
export function closeFind(): void {
  const { matches, current } = useFind.getState()
  const match = matches[current]
  useFind.setState({ opened: false, matches: [], byLine: new Map(), current: -1 })
  if (match) placeCaret(match)
}

/** Changes what is looked for, or how, and shows the first place at or after the selected line. */
export function changeSearch(change: Partial<FindOptions & Pick<FindState, 'query'>>): void {
  search({ ...change, current: -1 })
  const { matches } = useFind.getState()
  if (matches.length > 0) show(firstFrom(matches))
}

/** Shows the next place (1) or the one before (-1), around the ends of the script. */
export function findNext(steps: -1 | 1): void {
  const { matches, current } = useFind.getState()
  if (matches.length === 0) {
    announce(t('find:nothingFound'))
    return
  }
  show(current < 0 ? firstFrom(matches) : (current + steps + matches.length) % matches.length)
}

/** Replaces the place that is shown, as one undo step, and shows the next. */
export function replaceCurrent(): void {
  const { matches, current, replacement } = useFind.getState()
  const match = matches[current]
  if (!match) {
    findNext(1)
    return
  }
  if (!replace([match], replacement)) return
  const after = useFind.getState().matches
  if (after.length > 0) show(Math.min(placeAfter(after, match, replacement), after.length - 1))
}

/** Replaces every place, as one undo step. Returns how many were replaced. */
export function replaceAll(): number {
  const { matches, replacement } = useFind.getState()
  if (matches.length === 0 || !replace(matches, replacement)) return 0
  announce(t('find:replaced', { count: matches.length }))
  return matches.length
}

function replace(matches: readonly Match[], replacement: string): boolean {
  const byLine = Map.groupBy(matches, ({ lineId }) => lineId)
  const written = replacement.normalize('NFC')
  const rewrite = (line: ScriptLine): ScriptLine => {
    const text = replaceRanges(line.text, byLine.get(line.id) ?? [], written)
    return text.length > TEXT_LIMIT ? line : { ...line, text }
  }
  return edit('', (script) => rewriteLines(script, new Set(byLine.keys()), rewrite))
}

function search(change: Partial<FindState>): void {
  const state = { ...useFind.getState(), ...change }
  const { lines } = useStudio.getState().script
  const matches = state.opened ? findMatches(lines, state.query, state) : []
  useFind.setState({
    ...change,
    matches,
    byLine: Map.groupBy(matches, ({ lineId }) => lineId),
    current: Math.min(state.current, matches.length - 1),
  })
}

function show(place: number): void {
  const { matches } = useFind.getState()
  const match = matches[place]
  if (!match) return
  useFind.setState({ current: place })
  revealLine(match.lineId)
  useStudio.setState({ selectedId: match.lineId })
  const number = lineNumbers(useStudio.getState().script.lines).get(match.lineId)
  announce(t('find:shown', { place: place + 1, places: matches.length, line: String(number) }))
}

function placeCaret({ lineId, start, end }: Match): void {
  useStudio.setState({ caret: { lineId, offset: start, end }, selectedId: lineId })
}

/** First place at or after the selected line. */
function firstFrom(matches: readonly Match[]): number {
  const { script, selectedId } = useStudio.getState()
  const order = new Map(script.lines.map(({ id }, index) => [id, index]))
  const from = order.get(selectedId ?? '') ?? 0
  return Math.max(
    0,
    matches.findIndex(({ lineId }) => (order.get(lineId) ?? 0) >= from),
  )
}

/** First place after what was just written instead of a match. */
function placeAfter(matches: readonly Match[], done: Match, replacement: string): number {
  const order = new Map(useStudio.getState().script.lines.map(({ id }, index) => [id, index]))
  const line = order.get(done.lineId) ?? 0
  const end = done.start + replacement.normalize('NFC').length
  const next = matches.findIndex(({ lineId, start }) => {
    const at = order.get(lineId) ?? 0
    return at > line || (at === line && start >= end)
  })
  return Math.max(0, next)
}
