import { notifications } from '@mantine/notifications'
import { t } from '#renderer/i18n/i18n.ts'
import { showActionNotice } from '#renderer/ui/action-notice.tsx'
import { undoEdit, useStudio } from './studio-store.ts'

/** One notice at a time: the last deletion is the one that is undone. */
const NOTICE = 'deletion'

/** Offers to undo the edit that was made just now. The offer goes with the next edit, since undoing would revert that one. */
export function offerUndo(title: string): void {
  const { history } = useStudio.getState()
  const unsubscribe = useStudio.subscribe((now) => {
    if (now.history !== history) notifications.hide(NOTICE)
  })
  showActionNotice({
    ...{ id: NOTICE, title, action: t('studio:undo'), staysMs: 8_000, onClose: unsubscribe },
    onAction() {
      if (useStudio.getState().history === history) undoEdit()
    },
  })
}
