import { player, usePlayer } from '#renderer/ui/shared-player.ts'
import { select, useStudio, voiceById } from './studio-store.ts'
import '#renderer/ui/play-button.css'
import './line-head.css'
import { ActionIcon } from '@mantine/core'
import {
  IconGripVertical,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import {
  type DragEvent,
  memo,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { LineCheckBox, LineCheckStatus } from '#renderer/features/studio/check/line-check.tsx'
import { HeardAtTime } from '#renderer/features/studio/transcribe/heard-at.tsx'
import {
  CorrectionOffer,
  TranslationBadge,
} from '#renderer/features/studio/translate/line-translation.tsx'
import { Avatar } from '#renderer/ui/avatar.tsx'
import type { ScriptLine } from '#shared/script.ts'
import { LineConflictBox } from './conflict-box.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { spokenLanguage } from './line-language.ts'
import { isBlank, type LineState, lineState, takeKey } from './line-state.ts'
import { LineStatus } from './line-status.tsx'
import { LineText } from './line-text.tsx'
import { moveBy, moveTo, remove } from './script-commands.ts'
import { playLine, speakLines } from './speech-queue.ts'
import { SpeedPicker } from './speed-picker.tsx'
import { LINE_TYPE } from './text-drop.tsx'
import { VoicePicker } from './voice-picker.tsx'

interface LineRowProps {
  readonly line: ScriptLine
  readonly index: number
}

/** Line of the script: voice, language, speed, status, text and actions. */
export const LineRow = memo(function LineRow({ line, index }: LineRowProps): ReactElement {
  const number = index + 1
  const state = useStudio((studio) => lineState(line, studio))
  const voice = useStudio((studio) => voiceById(studio.voices, line.voice))
  const selected = useStudio((studio) => studio.selectedId === line.id)
  const row = useScrollIntoViewWhilePlaying(line.id)
  const drop = useDropTarget(line.id, index)
  const stateId = `state-${line.id}`
  const failureId = `failure-${line.id}`
  return (
    <li
      ref={row}
      className="line"
      data-selected={selected || undefined}
      data-state={state}
      data-drop={drop.edge}
      onFocus={() => select(line.id)}
      {...drop.handlers}
    >
      <DragHandle lineId={line.id} number={number} />
      <Avatar voiceId={line.voice} size={40} />
      <div className="line-body">
        <div className="line-head">
          <VoicePicker line={line} number={number} voice={voice} />
          <LanguagePicker line={line} number={number} voice={voice} />
          <SpeedPicker line={line} number={number} />
          <LineStatus state={state} id={stateId} />
          <TakeLength lineId={line.id} state={state} />
          <LineCheckStatus line={line} number={number} state={state} />
          <HeardAtTime at={line.heardAt} />
          <TranslationBadge line={line} />
        </div>
        <LineText
          line={line}
          number={number}
          language={spokenLanguage(line, voice)}
          describedBy={state === 'failed' ? `${stateId} ${failureId}` : stateId}
        />
        <LineConflictBox line={line} number={number} />
        <CorrectionOffer line={line} number={number} />
        {state === 'ready' && <LineCheckBox line={line} number={number} />}
        {state === 'failed' && <FailureMessage line={line} number={number} id={failureId} />}
      </div>
      <LineActions line={line} number={number} state={state} />
    </li>
  )
})

/** Scrolls the row into view while it is playing, unless a text box has the focus. */
function useScrollIntoViewWhilePlaying(lineId: string): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null)
  const isPlaying = useIsLinePlaying(lineId)
  useEffect(() => {
    if (!isPlaying || document.activeElement instanceof HTMLTextAreaElement) return
    row.current?.scrollIntoView({ block: 'nearest' })
  }, [isPlaying])
  return row
}

function DragHandle({ lineId, number }: { lineId: string; number: number }): ReactElement {
  return (
    <button
      type="button"
      className="drag-handle"
      draggable
      aria-label={`Move line ${number}`}
      title="Drag to move, or use the arrow keys"
      onDragStart={(event) => {
        event.dataTransfer.setData(LINE_TYPE, lineId)
        event.dataTransfer.effectAllowed = 'move'
        const row = event.currentTarget.closest('li')
        if (row) event.dataTransfer.setDragImage(row, 16, 16)
      }}
      onKeyDown={(event) => {
        if (event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        moveBy(lineId, event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      <IconGripVertical size={18} aria-hidden="true" />
    </button>
  )
}

/** Drop target for a dragged line, above or below this one. */
function useDropTarget(lineId: string, index: number) {
  const [edge, setEdge] = useState<'above' | 'below'>()
  const edgeOf = (event: DragEvent): 'above' | 'below' => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    return event.clientY < top + height / 2 ? 'above' : 'below'
  }
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(LINE_TYPE)) return
      event.preventDefault()
      setEdge(edgeOf(event))
    },
    onDragLeave: () => setEdge(undefined),
    onDrop: (event: DragEvent) => {
      setEdge(undefined)
      const moved = event.dataTransfer.getData(LINE_TYPE)
      if (moved === '' || moved === lineId) return
      event.preventDefault()
      const from = useStudio.getState().script.lines.findIndex(({ id }) => id === moved)
      const place = index + (edgeOf(event) === 'below' ? 1 : 0)
      moveTo(moved, from < place ? place - 1 : place)
    },
  }
  return { edge, handlers }
}

function TakeLength({
  lineId,
  state,
}: {
  lineId: string
  state: LineState
}): ReactElement | undefined {
  const seconds = useStudio((studio) => studio.takes[lineId]?.seconds)
  if (state !== 'ready' || seconds === undefined) return undefined
  return <span className="text-secondary">{seconds.toFixed(1)} s</span>
}

function FailureMessage(props: { line: ScriptLine; number: number; id: string }): ReactElement {
  const message = useStudio((studio) => studio.failures[props.line.id]?.message)
  return (
    <div className="line-error">
      <span id={props.id}>{message}</span>
      <button
        type="button"
        className="text-button"
        aria-label={`Try line ${props.number} again`}
        onClick={() => speakLines([props.line])}
      >
        {' '}
        Try again{' '}
      </button>
    </div>
  )
}

function LineActions(props: { line: ScriptLine; number: number; state: LineState }): ReactElement {
  const { line, number, state } = props
  const isPlaying = useIsLinePlaying(line.id)
  const blank = isBlank(line)
  const hasTake = useStudio((studio) => studio.takes[line.id]?.key === takeKey(line))
  return (
    <div className="line-actions">
      <ActionIcon
        className="play-button"
        aria-pressed={isPlaying}
        size="lg"
        radius="xl"
        disabled={blank}
        aria-label={isPlaying ? `Pause line ${number}` : `Play line ${number}`}
        title={isPlaying ? 'Pause' : 'Play'}
        onClick={() => (isPlaying ? player.pause() : playLine(line))}
      >
        {isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        disabled={blank || state === 'speaking' || state === 'queued'}
        aria-label={`Speak line ${number} again`}
        title={hasTake ? 'Speak again' : 'Speak this line'}
        onClick={() => speakLines([line])}
      >
        <IconRefresh size={18} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Delete line ${number}`}
        title="Delete"
        onClick={() => remove(line.id)}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </div>
  )
}

/** Whether a line is playing. */
function useIsLinePlaying(lineId: string): boolean {
  const { status, takeId } = usePlayer()
  const ownTakeId = useStudio(({ job, takes }) =>
    job?.lineId === lineId && job.take.chunks.length > 0 ? job.take.id : takes[lineId]?.id,
  )
  return status !== 'idle' && status !== 'paused' && takeId !== undefined && takeId === ownTakeId
}
