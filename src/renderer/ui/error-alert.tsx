import './error-alert.css'
import { Button } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'

interface ErrorAlertProps {
  /** What is wrong, in words. */
  readonly children: ReactNode
  /** Where it may go better the next time. */
  readonly onRetry?: () => void
}

/** Says at once, also to who does not see it, what went wrong. */
export function ErrorAlert({ children, onRetry }: ErrorAlertProps): ReactElement {
  return (
    <div className="error-alert" role="alert">
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
export function InlineError({ reason }: { reason: string | undefined }): ReactElement | undefined {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (reason !== undefined) message.current?.scrollIntoView({ block: 'nearest' })
  }, [reason])
  if (reason === undefined) return undefined
  return (
    <ErrorAlert>
      <p ref={message}>{reason}</p>
    </ErrorAlert>
  )
}
