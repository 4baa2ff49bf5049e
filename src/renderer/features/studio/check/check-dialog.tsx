import { Button, Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import {
  DialogActions,
  Outcome,
  shareOf,
  WorkingStep,
} from '#renderer/features/studio/dialog-steps.tsx'
import { select, useStudio } from '#renderer/features/studio/studio-store.ts'
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
    <Modal opened={opened} onClose={closeChecks} title="Check all takes" size={600}>
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
        <PackOffer
          task="transcription"
          reason="Nothing here can listen to the takes yet. One of these models would, on this computer and without the network:"
        />
        <DialogActions>
          <Button variant="default" onClick={closeChecks}>
            Close
          </Button>
          <Button ref={focusIfLost} onClick={checkAllTakes}>
            Try again
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
      words={`Listening to the takes: ${done} of ${total}`}
      label="Progress of the check"
      share={shareOf(done, total)}
    >
      <Button variant="default" onClick={closeChecks}>
        Continue in the background
      </Button>
      <Button color="gray" onClick={cancelChecks}>
        Cancel the check
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
        <ul className="check-lines" aria-label="Takes that need an ear">
          {doubtful.map((line) => (
            <DoubtfulLine key={line.id} line={line} />
          ))}
        </ul>
      )}
      {failed[0] && <FailedCheck line={failed[0]} />}
      <p className="text-secondary">
        Tones and marks are not checked, and a recogniser makes mistakes: it can miss an error, and
        doubt a good take.
      </p>
      <DialogActions>
        {doubtful.length > 0 && (
          <Button variant="default" onClick={() => speakAgainSlower(doubtful)}>
            Speak {doubtful.length === 1 ? 'it' : `these ${doubtful.length}`} again, a little slower
          </Button>
        )}
        {failed.length + unchecked.length > 0 && (
          <Button variant="default" onClick={checkAllTakes}>
            Check the rest
          </Button>
        )}
        <Button ref={focusIfLost} onClick={closeChecks}>
          Done
        </Button>
      </DialogActions>
    </div>
  )
}

function DoubtfulLine({ line }: { line: ScriptLine }): ReactElement {
  const { script, takes } = useStudio()
  const { checks } = useChecks()
  const number = script.lines.findIndex(({ id }) => id === line.id) + 1
  const check = currentCheck(line, takes, checks)
  const findings = check?.state === 'done' ? check.reading.findings : []
  return (
    <li>
      <div>
        <strong>Line {number}</strong>
        <div>{findings.map(findingWords).join(' · ')}</div>
      </div>
      <Button
        variant="default"
        size="sm"
        aria-label={`Go to line ${number}`}
        onClick={() => goTo(line)}
      >
        Go to it
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
  return <ErrorAlert>{`A take could not be checked. ${check.message}`}</ErrorAlert>
}
