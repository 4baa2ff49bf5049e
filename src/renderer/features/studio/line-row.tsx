import { t } from '#renderer/i18n/i18n.ts'
import { player, usePlayer } from '#renderer/ui/shared-player.ts'
import { secondsWords } from './script-time.ts'
import { useStudio, voiceById } from './studio-store.ts'
import '#renderer/ui/play-button.css'
import './line-head.css'
import { ActionIcon } from '@mantine/core'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { memo, type ReactElement } from 'react'
import { LineCheckBox, LineCheckStatus } from '#renderer/features/studio/check/line-check.tsx'
import { CommentButton, LineComment } from '#renderer/features/studio/comments/line-comment.tsx'
import { LineNumber } from '#renderer/features/studio/selection/line-number.tsx'
import { useSelection } from '#renderer/features/studio/selection/selection.ts'
import { LineSettings } from '#renderer/features/studio/settings/line-settings.tsx'
import { HeardAtTime } from '#renderer/features/studio/transcribe/heard-at.tsx'
import { LineDoubts } from '#renderer/features/studio/translate/line-doubts.tsx'
import { LineOriginal } from '#renderer/features/studio/translate/line-original.tsx'
import {
  CorrectionOffer,
  TranslationBadge,
} from '#renderer/features/studio/translate/line-translation.tsx'
import { Avatar } from '#renderer/ui/avatar.tsx'
import type { ScriptLine } from '#shared/script.ts'
import { LineConflictBox } from './conflict-box.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { DragHandle } from './line-drag.tsx'
import { spokenLanguage } from './line-language.ts'
import { isBlank, type LineState, lineState, takeKey } from './line-state.ts'
import { LineStatus } from './line-status.tsx'
import { LineText } from './line-text.tsx'
import { moveBy, remove } from './script-commands.ts'
import { playLine, speakLines } from './speech-queue.ts'
import { useTakeLibrary } from './takes/take-library.ts'
import { VoicePicker } from './voice-picker.tsx'

interface LineRowProps {
  readonly line: ScriptLine
  /** Number among the lines; headings of chapters do not count. */
  readonly number: number
}

/** Line of the script: voice, language, speed, status, text and actions. */
export const LineRow = memo(function LineRow({ line, number }: LineRowProps): ReactElement {
  const state = useStudio((studio) => lineState(line, studio))
  const takeId = useStudio((studio) => studio.takes[line.id]?.id ?? '')
  const isKept = useTakeLibrary(({ notStored }) => !notStored.has(takeId))
  const voice = useStudio((studio) => voiceById(studio.voices, line.voice))
  const selected = useStudio((studio) => studio.selectedId === line.id)
  const picked = useSelection(({ ids }) => ids.has(line.id))
  const stateId = `state-${line.id}`
  const failureId = `failure-${line.id}`
  return (
    <div
      className="line"
      data-selected={selected || undefined}
      data-picked={picked || undefined}
      data-state={state}
    >
      <div className="line-edge">
        <LineNumber lineId={line.id} number={number} />
        <DragHandle
          lineId={line.id}
          label={t('studio:line.move', { number })}
          onMove={(steps) => moveBy(line.id, steps)}
        />
      </div>
      <Avatar voiceId={line.voice} size={40} />
      <div className="line-body">
        <div className="line-head">
          <VoicePicker line={line} number={number} voice={voice} />
          <LanguagePicker line={line} number={number} voice={voice} />
          <LineSettings line={line} number={number} />
          <LineStatus state={state} isKept={isKept} id={stateId} />
          <TakeLength lineId={line.id} state={state} />
          <LineCheckStatus line={line} number={number} state={state} />
          <HeardAtTime at={line.heardAt} />
          <TranslationBadge line={line} />
          <CommentButton line={line} number={number} />
        </div>
        <div className={line.original && 'line-pair'}>
          {line.original && <LineOriginal line={line} original={line.original} number={number} />}
          <LineText
            line={line}
            number={number}
            language={spokenLanguage(line, voice)}
            describedBy={state === 'failed' ? `${stateId} ${failureId}` : stateId}
          />
        </div>
        <LineComment line={line} number={number} />
        <LineConflictBox line={line} number={number} />
        <LineDoubts line={line} number={number} />
        <CorrectionOffer line={line} number={number} />
        {state === 'ready' && <LineCheckBox line={line} number={number} />}
        {state === 'failed' && <FailureMessage line={line} number={number} id={failureId} />}
      </div>
      <LineActions line={line} number={number} state={state} />
    </div>
  )
})

function TakeLength({
  lineId,
  state,
}: {
  lineId: string
  state: LineState
}): ReactElement | undefined {
  const seconds = useStudio((studio) => studio.takes[lineId]?.seconds)
  if (state !== 'ready' || seconds === undefined) return undefined
  return <span className="text-secondary">{secondsWords(seconds)}</span>
}

function FailureMessage(props: { line: ScriptLine; number: number; id: string }): ReactElement {
  const message = useStudio((studio) => studio.failures[props.line.id]?.message)
  return (
    <div className="line-error">
      <span id={props.id}>{message && withoutExcerpt(message)}</span>
      <button
        type="button"
        className="text-button"
        aria-label={t('studio:line.tryAgain', { number: props.number })}
        onClick={() => speakLines([props.line])}
      >
        {' '}
        {t('studio:tryAgain')}{' '}
      </button>
    </div>
  )
}

/** Errors of markup end with the text and a caret under the place, for a terminal; here the text stands above. */
function withoutExcerpt(message: string): string {
  return message.replace(/:\n[^\n]*\n *\^$/u, '.')
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
        aria-label={t(isPlaying ? 'studio:line.pause' : 'studio:line.play', { number })}
        title={t(isPlaying ? 'studio:line.pauseShort' : 'studio:line.playShort')}
        onClick={() => (isPlaying ? player.pause() : playLine(line))}
      >
        {isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        disabled={blank || state === 'speaking' || state === 'queued'}
        aria-label={t('studio:line.speakAgain', { number })}
        title={t(hasTake ? 'studio:line.speakAgainShort' : 'studio:line.speakShort')}
        onClick={() => speakLines([line])}
      >
        <IconRefresh size={18} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('studio:line.delete', { number })}
        title={t('studio:line.deleteShort')}
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
