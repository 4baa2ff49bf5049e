import { t } from '#renderer/i18n/i18n.ts'
import './lines.css'
import { Button } from '@mantine/core'
import { IconFileImport, IconFileMusic, IconPlus } from '@tabler/icons-react'
import {
  type ReactElement,
  type ReactNode,
  type RefCallback,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { type ShownLine, shownLines } from '#renderer/features/studio/chapters/chapter-outline.ts'
import { ChapterRow } from '#renderer/features/studio/chapters/chapter-row.tsx'
import { revealLine, useCollapsed } from '#renderer/features/studio/chapters/collapsed-chapters.ts'
import { useFind } from '#renderer/features/studio/find/find-store.ts'
import { ScriptToolbar } from '#renderer/features/studio/find/script-toolbar.tsx'
import { chooseImport } from '#renderer/features/studio/import/import-store.ts'
import { handleSelectionKey } from '#renderer/features/studio/selection/selection-keys.ts'
import { chooseRecording } from '#renderer/features/studio/transcribe/transcribe-store.ts'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { usePlayer } from '#renderer/ui/shared-player.ts'
import { lineNumbers } from '#shared/line-numbers.ts'
import { useDropTarget } from './line-drag.tsx'
import { LineRow } from './line-row.tsx'
import { addLine } from './script-commands.ts'
import { useScrollTarget } from './scroll-to-line.ts'
import { type StudioState, select, useStudio } from './studio-store.ts'
import { useLineWindow } from './use-line-window.ts'

/** Lines of the script. Only those in view are rendered, so that a script of thousands of lines is as quick as a short one. */
export function LineList(): ReactElement {
  const isEmpty = useStudio((state) => state.script.lines.length === 0)
  if (isEmpty) return <EmptyScript />
  return (
    <>
      <ScriptToolbar />
      <Lines />
      <Button
        className="add-line"
        variant="subtle"
        leftSection={<IconPlus size={18} />}
        onClick={() => addLine()}
      >
        {t('studio:lines.add')}
      </Button>
    </>
  )
}

function Lines(): ReactElement {
  const lines = useStudio((state) => state.script.lines)
  const selectedId = useStudio((state) => state.selectedId)
  const collapsed = useCollapsed((state) => state.ids)
  const shown = useMemo(() => shownLines(lines, collapsed), [lines, collapsed])
  const list = useRef<HTMLOListElement>(null)
  const rows = useLineWindow(list, shown, selectedId)
  useRevealedSelection(selectedId)
  useScrollTo(usePlayingLine(), shown, list, rows.scrollTo)
  useScrollTo(useFoundLine(), shown, list, rows.scrollTo)
  const target = useScrollTarget((state) => state.target)
  useScrollTo(target?.lineId, shown, list, rows.scrollTo, target)
  const numbers = lineNumbers(lines)
  return (
    <ol
      ref={rows.attach}
      className="lines"
      aria-label={t('studio:lines.label')}
      onKeyDown={handleSelectionKey}
    >
      {rows.indexes.map((place) => {
        const { line, index } = shown[place] as ShownLine
        const number = numbers.get(line.id) ?? 0
        return (
          <LineSlot
            key={line.id}
            measure={rows.measure}
            lineId={line.id}
            {...{ index, place }}
            count={shown.length}
          >
            {line.kind === 'chapter' ? (
              <ChapterRow line={line} number={number} />
            ) : (
              <LineRow line={line} number={number} />
            )}
          </LineSlot>
        )
      })}
    </ol>
  )
}

/** Place of a row in the list, on which lines can be dropped. Screen readers hear how long the list is, though most of it is not rendered. */
function LineSlot(props: {
  readonly lineId: string
  /** Place in the script. */
  readonly index: number
  /** Place among the shown lines. */
  readonly place: number
  readonly count: number
  readonly measure: RefCallback<HTMLElement>
  readonly children: ReactNode
}): ReactElement {
  const { lineId, index, place, count, measure, children } = props
  const drop = useDropTarget(lineId, index)
  return (
    <li
      ref={measure}
      className="line-slot"
      data-index={place}
      data-drop={drop.edge}
      aria-setsize={count}
      aria-posinset={place + 1}
      onFocus={() => select(lineId)}
      {...drop.handlers}
    >
      {children}
    </li>
  )
}

/** Opens the chapter of a line that gets selected, by an undo or a jump, while it is collapsed. */
function useRevealedSelection(selectedId: string | undefined): void {
  const caret = useStudio((state) => state.caret)
  useEffect(() => {
    const lineId = caret?.lineId ?? selectedId
    if (lineId !== undefined) revealLine(lineId)
  }, [selectedId, caret])
}

/** Line that is playing, unless a text box has the focus, from which nothing may be scrolled away. */
function usePlayingLine(): string | undefined {
  const { status, takeId } = usePlayer()
  const isPlaying = status !== 'idle' && status !== 'paused'
  const lineId = useStudio((state) => (isPlaying ? lineOfTake(state, takeId) : undefined))
  return document.activeElement instanceof HTMLTextAreaElement ? undefined : lineId
}

/** Line with the place that the search shows. */
function useFoundLine(): string | undefined {
  return useFind(({ matches, current }) => matches[current]?.lineId)
}

/** Scrolls to a line when it becomes the one to show. */
function useScrollTo(
  lineId: string | undefined,
  shown: readonly ShownLine[],
  list: RefObject<HTMLOListElement | null>,
  scrollTo: (place: number) => void,
  /** Another one is another wish to scroll there. */
  wish?: object,
): void {
  const latest = useRef({ shown, scrollTo })
  latest.current = { shown, scrollTo }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same line may be wished for again
  useEffect(() => {
    if (lineId === undefined) return
    const place = latest.current.shown.findIndex(({ line }) => line.id === lineId)
    const row = list.current?.querySelector(`[data-index="${place}"]`)
    if (row) row.scrollIntoView({ block: 'nearest' })
    else if (place >= 0) latest.current.scrollTo(place)
  }, [lineId, list, wish])
}

/** Line to which a take belongs. */
function lineOfTake(
  { job, takes }: Pick<StudioState, 'job' | 'takes'>,
  takeId: string | undefined,
): string | undefined {
  if (takeId === undefined) return undefined
  if (job?.take.id === takeId) return job.lineId
  return Object.keys(takes).find((lineId) => takes[lineId]?.id === takeId)
}

function EmptyScript(): ReactElement {
  return (
    <div className="empty">
      <h2>{t('studio:lines.empty')}</h2>
      <p>{t('studio:lines.emptyHint')}</p>
      <Button
        ref={focusIfLost}
        size="md"
        leftSection={<IconPlus size={18} />}
        onClick={() => addLine()}
      >
        {t('studio:lines.writeFirst')}
      </Button>
      <div className="empty-ways">
        <Button variant="default" leftSection={<IconFileImport size={18} />} onClick={chooseImport}>
          {t('studio:topBar.import')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileMusic size={18} />}
          onClick={chooseRecording}
        >
          {t('studio:topBar.transcribe')}
        </Button>
      </div>
    </div>
  )
}
