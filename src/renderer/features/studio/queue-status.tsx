import { ActionIcon, Button, Popover, Progress } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { lineNumbers } from '#shared/line-numbers.ts'
import { failedLines, linesToSpeak, retryLabel, secondsOfText } from './line-state.ts'
import { realTimeFactor, timeLeftWords } from './speech-pace.ts'
import { cancelAll, cancelLine, speakFailed } from './speech-queue.ts'
import { type StudioState, useStudio } from './studio-store.ts'

/** What is being spoken: how many lines, how far, how long it takes, and the way to cancel one or all. */
export function QueueStatus(): ReactElement | undefined {
  const state = useStudio()
  const { queue, job, batch } = state
  if (!job && queue.size === 0) return <RetryFailed />
  const share = Math.round(doneShare(state) * 100)
  const { done, total } = batch
  return (
    <div className="queue-status">
      <Progress value={share} className="queue-progress" aria-label={t('studio:queue.progress')} />
      <Popover position="top-end" width={320} withinPortal>
        <Popover.Target>
          <button type="button" className="queue-words" title={t('studio:queue.show')}>
            {t('studio:queue.status', {
              ...{ place: Math.min(done + 1, total), total, percent: share },
              timeLeft: timeLeftWords(secondsLeft(state)),
            })}
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <QueuedLines />
        </Popover.Dropdown>
      </Popover>
      <Button variant="subtle" size="compact-md" className="panel-button" onClick={cancelAll}>
        {t('studio:queue.cancelAll')}
      </Button>
    </div>
  )
}

/** Lines that are spoken and wait, each with the way to cancel it. */
function QueuedLines(): ReactElement {
  const { script, queue, job } = useStudio()
  const ids = new Set([...(job ? [job.lineId] : []), ...queue])
  const numbers = lineNumbers(script.lines)
  const numbered = script.lines.map((line) => ({ line, number: numbers.get(line.id) ?? 0 }))
  const byId = new Map(numbered.map((entry) => [entry.line.id, entry]))
  return (
    <ul className="queue-lines" aria-label={t('studio:queue.waiting')}>
      {[...ids].slice(0, SHOWN).map((id) => {
        const entry = byId.get(id)
        if (!entry) return undefined
        const { line, number } = entry
        return (
          <li key={id}>
            <span lang={line.language}>
              {number}. {line.text.trim().slice(0, 60)}
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('studio:queue.cancel', { number })}
              title={t('studio:queue.cancelShort')}
              onClick={() => cancelLine(id)}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        )
      })}
      {ids.size > SHOWN && <li>{t('studio:queue.more', { count: ids.size - SHOWN })}</li>}
    </ul>
  )
}

/** Lines that are listed at most. */
const SHOWN = 50

/** Where both changed and failed lines wait, the main button speaks those that have changed, and this one the others. */
function RetryFailed(): ReactElement | undefined {
  const state = useStudio()
  const speech = { ...state, lines: state.script.lines }
  const failed = failedLines(speech).length
  if (failed === 0 || linesToSpeak(speech).length === 0) return undefined
  return (
    <Button variant="subtle" size="compact-md" className="panel-button" onClick={speakFailed}>
      {retryLabel(failed)}
    </Button>
  )
}

/** Share of the lines that were asked for that is spoken, from 0 to 1. */
function doneShare({ batch, job }: StudioState): number {
  if (batch.total === 0) return 0
  const ofLine = job ? job.take.done / Math.max(1, job.take.total) : 0
  return Math.min(1, (batch.done + ofLine) / batch.total)
}

/** Time until all is spoken, in seconds, from the measured pace. */
function secondsLeft({ script, queue, job }: StudioState): number {
  const sound = script.lines
    .filter(({ id }) => queue.has(id) || job?.lineId === id)
    .reduce((sum, line) => sum + secondsOfText(line), 0)
  return Math.max(0, sound - (job?.take.seconds ?? 0)) * realTimeFactor()
}
