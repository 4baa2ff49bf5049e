import { Button } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { InlineError } from './error-alert.tsx'
import { useAsyncAction } from './use-async-action.ts'

interface ConfirmationProps {
  readonly className: string
  /** What the two buttons say. */
  readonly cancelLabel: string
  readonly confirmLabel: string
  /** Whether the act takes something away for good. */
  readonly isDestructive?: boolean
  readonly onCancel: () => void
  /** What is done; where it is refused, the question stays and says why. */
  readonly onConfirm: () => Promise<void>
  /** What follows, in words. */
  readonly children: ReactNode
}

/** The inside of a dialog that asks before something is done for good. */
export function Confirmation(props: ConfirmationProps): ReactElement {
  const {
    className,
    cancelLabel,
    confirmLabel,
    isDestructive = false,
    onCancel,
    onConfirm,
    children,
  } = props
  const { isPending, error, run } = useAsyncAction('closes')
  return (
    <div className={className}>
      {children}
      <InlineError reason={error} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancelLabel}
        </Button>
        <Button
          className={isDestructive ? 'danger' : undefined}
          loading={isPending}
          onClick={() => void run(onConfirm)}
        >
          {confirmLabel}
        </Button>
      </div>
    </div>
  )
}
