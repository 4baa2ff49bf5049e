import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { undoEdit, useStudio } from './studio-store.ts'

/** One notice at a time: the last deletion is the one that is undone. */
const NOTICE = 'deletion'

/** Offers to undo the edit that was made just now. The offer goes with the next edit, since undoing would revert that one. */
export function offerUndo(title: string): void {
  const { history } = useStudio.getState()
  const unsubscribe = useStudio.subscribe((now) => {
    if (now.history !== history) notifications.hide(NOTICE)
  })
  notifications.hide(NOTICE)
  notifications.show({
    id: NOTICE,
    color: 'brand',
    autoClose: 8_000,
    title,
    onClose: unsubscribe,
    message: (
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => {
          notifications.hide(NOTICE)
          if (useStudio.getState().history === history) undoEdit()
        }}
      >
        Undo
      </Button>
    ),
  })
}
