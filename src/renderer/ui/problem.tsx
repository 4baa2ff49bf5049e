import './problem.css'
import { Button } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'

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

/** Why what was asked for was not done, once there is a reason. Comes into view: it may stand far from what was pressed. */
export function Refusal({ reason }: { reason: string | undefined }): ReactElement | undefined {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (reason !== undefined) words.current?.scrollIntoView({ block: 'nearest' })
  }, [reason])
  if (reason === undefined) return undefined
  return (
    <Problem>
      <p ref={words}>{reason}</p>
    </Problem>
  )
}
