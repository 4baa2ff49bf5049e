import './problem.css'
import { Button } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'

interface ProblemProps {
  /** What is wrong, in words. */
  readonly children: ReactNode
  /** Where it may go better the next time. */
  readonly onRetry?: () => void
}

/** Says at once, also to who does not see it, what went wrong. */
export function Problem({ children, onRetry }: ProblemProps): ReactElement {
  return (
    <div className="problem" role="alert">
      {typeof children === 'string' ? <p>{children}</p> : children}
      {onRetry && (
        <Button variant="default" size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Why what was asked for was not done, once there is a reason. */
export function Refusal({ reason }: { reason: string | undefined }): ReactElement | undefined {
  return reason === undefined ? undefined : <Problem>{reason}</Problem>
}
