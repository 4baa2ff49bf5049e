import { Button, Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import {
  DialogActions,
  Outcome,
  shareOf,
  WorkingStep,
} from '#renderer/features/studio/dialog-steps.tsx'
import { select, useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { PackOffer } from '#renderer/ui/pack-offer.tsx'
import type { ScriptLine } from '#shared/script.ts'
import {
  type CheckSummary,
  currentCheck,
  findingWords,
  summarizeChecks,
  summaryWords,
} from './check-summary.ts'
import {
  cancelChecks,
  checkAllTakes,
  closeChecks,
  speakAgainSlower,
  useChecks,
} from './take-checks.ts'

/** Summary of the checks of all takes, now. */
export function useCheckSummary(): CheckSummary {
  const { script, takes } = useStudio()
  const { checks } = useChecks()
  return summarizeChecks(script.lines, takes, checks)
}

/** Dialog that checks all takes of the script against their text, and sums up. */
export function CheckDialog(): ReactElement {
  const opened = useChecks((state) => state.opened)
  return (
    <Modal opened={opened} onClose={closeChecks} title={t('check:dialog.title')} size={600}>
      {opened && <Content />}
    </Modal>
  )
}

function Content(): ReactElement {
  const { checks, isRunning } = useChecks()
  const summary = useCheckSummary()
  const lacksPack = Object.values(checks).some(
    (check) => check.state === 'failed' && check.lacksPack,
  )
  if (isRunning) return <Running summary={summary} />
  if (lacksPack && summary.right.length + summary.doubtful.length === 0)
    return (
      <div className="dialog-step">
        <PackOffer task="transcription" reason={t('check:dialog.lacksPack')} />
        <DialogActions>
          <Button variant="default" onClick={closeChecks}>
            {t('check:dialog.close')}
          </Button>
          <Button ref={focusIfLost} onClick={checkAllTakes}>
            {t('check:tryAgain')}
          </Button>
        </DialogActions>
      </div>
    )
  return <Summary summary={summary} />
}

function Running({ summary }: { summary: CheckSummary }): ReactElement {
  const { right, doubtful, failed, unchecked } = summary
  const done = right.length + doubtful.length + failed.length
  const total = done + unchecked.length
  return (
    <WorkingStep
      words={t('check:dialog.working', { done, total })}
      label={t('check:dialog.progress')}
      share={shareOf(done, total)}
    >
      <Button variant="default" onClick={closeChecks}>
        {t('check:dialog.background')}
      </Button>
      <Button color="gray" onClick={cancelChecks}>
        {t('check:dialog.cancel')}
      </Button>
    </WorkingStep>
  )
}

function Summary({ summary }: { summary: CheckSummary }): ReactElement {
  const { doubtful, failed, unchecked } = summary
  const isRight = doubtful.length + failed.length + unchecked.length === 0
  return (
    <div className="dialog-step">
      <Outcome state={isRight ? 'done' : 'doubtful'}>{summaryWords(summary)}</Outcome>
      {doubtful.length > 0 && (
        <ul className="check-lines" aria-label={t('check:dialog.doubtful')}>
          {doubtful.map((line) => (
            <DoubtfulLine key={line.id} line={line} />
          ))}
        </ul>
      )}
      {failed[0] && <FailedCheck line={failed[0]} />}
      <p className="text-secondary">{t('check:dialog.limits')}</p>
      <DialogActions>
        {doubtful.length > 0 && (
          <Button variant="default" onClick={() => speakAgainSlower(doubtful)}>
            {t('check:dialog.speakAgain', { count: doubtful.length })}
          </Button>
        )}
        {failed.length + unchecked.length > 0 && (
          <Button variant="default" onClick={checkAllTakes}>
            {t('check:dialog.checkRest')}
          </Button>
        )}
        <Button ref={focusIfLost} onClick={closeChecks}>
          {t('check:dialog.done')}
        </Button>
      </DialogActions>
    </div>
  )
}

function DoubtfulLine({ line }: { line: ScriptLine }): ReactElement {
  const { script, takes } = useStudio()
  const { checks } = useChecks()
  const number = String(script.lines.findIndex(({ id }) => id === line.id) + 1)
  const check = currentCheck(line, takes, checks)
  const findings = check?.state === 'done' ? check.reading.findings : []
  return (
    <li>
      <div>
        <strong>{t('check:dialog.line', { number })}</strong>
        <div>{findings.map(findingWords).join(' · ')}</div>
      </div>
      <Button
        variant="default"
        size="sm"
        aria-label={t('check:dialog.goToLine', { number })}
        onClick={() => goTo(line)}
      >
        {t('check:dialog.goTo')}
      </Button>
    </li>
  )
}

function goTo(line: ScriptLine): void {
  closeChecks()
  select(line.id)
  useStudio.setState({ caret: { lineId: line.id, offset: line.text.length } })
}

function FailedCheck({ line }: { line: ScriptLine }): ReactElement | undefined {
  const check = useChecks(({ checks }) => checks[line.id])
  if (check?.state !== 'failed') return undefined
  return <ErrorAlert>{t('check:dialog.failed', { reason: check.message })}</ErrorAlert>
}
