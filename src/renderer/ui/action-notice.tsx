import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { randomId } from './random-id.ts'

export interface ActionNotice {
  readonly title: string
  /** Words on the button. */
  readonly action: string
  /** Called when the button is pressed; the notice is closed by then. */
  readonly onAction: () => void
  /** Time for which the notice stays, in milliseconds. */
  readonly staysMs: number
  /** A notice takes the place of the one with its id. Left out: it is one of its own. */
  readonly id?: string
  readonly onClose?: () => void
}

/** Shows a notice with a button, for a while. */
export function showActionNotice(notice: ActionNotice): void {
  const { title, action, onAction, staysMs, id = randomId(), onClose } = notice
  notifications.hide(id)
  notifications.show({
    ...{ id, title, color: 'brand', autoClose: staysMs },
    ...(onClose && { onClose }),
    message: (
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => {
          notifications.hide(id)
          onAction()
        }}
      >
        {action}
      </Button>
    ),
  })
}
