import { Button } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { InlineError } from './error-alert.tsx'
import { useAsyncAction } from './use-async-action.ts'

interface ConfirmationProps {
  readonly className: string
  /** Labels of the two buttons. */
  readonly cancelLabel: string
  readonly confirmLabel: string
  /** Whether the action cannot be undone. */
  readonly isDestructive?: boolean
  /** Whether there is nothing to confirm. */
  readonly isImpossible?: boolean
  readonly onCancel: () => void
  /** Action to confirm. If it fails, the dialog stays open and shows why. */
  readonly onConfirm: () => Promise<void>
  /** Consequences of the action. */
  readonly children: ReactNode
}

/** Content of a confirmation dialog. */
export function Confirmation(props: ConfirmationProps): ReactElement {
  const {
    className,
    cancelLabel,
    confirmLabel,
    isDestructive = false,
    isImpossible = false,
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
          disabled={isImpossible}
          onClick={() => void run(onConfirm)}
        >
          {confirmLabel}
        </Button>
      </div>
    </div>
  )
}
