import { Button } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { Refusal } from './problem.tsx'
import { useAttempt } from './use-attempt.ts'

interface ConfirmQuestionProps {
  readonly className: string
  /** What the two buttons say. */
  readonly keep: string
  readonly act: string
  /** Whether the act takes something away for good. */
  readonly isDangerous?: boolean
  readonly onKeep: () => void
  /** What is done; where it is refused, the question stays and says why. */
  readonly onConfirm: () => Promise<void>
  /** What follows, in words. */
  readonly children: ReactNode
}

/** The inside of a dialog that asks before something is done for good. */
export function ConfirmQuestion(props: ConfirmQuestionProps): ReactElement {
  const { className, keep, act, isDangerous = false, onKeep, onConfirm, children } = props
  const { working, refusal, attempt } = useAttempt('closes')
  return (
    <div className={className}>
      {children}
      <Refusal reason={refusal} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onKeep} data-autofocus>
          {keep}
        </Button>
        <Button
          className={isDangerous ? 'danger' : undefined}
          loading={working}
          onClick={() => void attempt(onConfirm)}
        >
          {act}
        </Button>
      </div>
    </div>
  )
}
