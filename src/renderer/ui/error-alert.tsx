import { t } from '#renderer/i18n/i18n.ts'
import './error-alert.css'
import { Button } from '@mantine/core'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'

interface ErrorAlertProps {
  /** Error message. */
  readonly children: ReactNode
  /** Called by "Try again", if a retry may help. */
  readonly onRetry?: () => void
}

/** Error message that is also announced at once. */
export function ErrorAlert({ children, onRetry }: ErrorAlertProps): ReactElement {
  return (
    <div className="error-alert" role="alert">
      {typeof children === 'string' ? <p>{children}</p> : children}
      {onRetry && (
        <Button variant="default" size="sm" onClick={onRetry}>
          {t('ui:tryAgain')}
        </Button>
      )}
    </div>
  )
}

/** Error of an action, scrolled into view, since the action may be elsewhere on the screen. */
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
