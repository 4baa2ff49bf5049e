import './projects.css'
import { Button, Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import { DialogActions } from '#renderer/features/studio/dialog-steps.tsx'
import { discardDrafts, restoreDrafts } from '#renderer/features/studio/script-sync.ts'
import { dateWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import type { Recovery } from './recovery.ts'
import { useRecovery } from './recovery-store.ts'

/** Number of restored parts that are shown; the others are counted. */
const MAX_SHOWN = 5

/** Dialog that offers edits of a window that crashed before it could save them. */
export function RecoveryDialog(): ReactElement {
  const { recovery } = useRecovery()
  return (
    <Modal
      opened={recovery !== undefined}
      onClose={closeDialog}
      title={t('projects:recovery.title')}
      size={560}
    >
      {recovery && <Offer recovery={recovery} />}
    </Modal>
  )
}

/** Undecided: the edits stay in this browser and are offered again. */
function closeDialog(): void {
  useRecovery.setState({ recovery: undefined, drafts: [] })
}

function Offer({ recovery }: { readonly recovery: Recovery }): ReactElement {
  const { isPending, error, run } = useAsyncAction('closes')
  const { parts, at } = recovery
  const restore = async (): Promise<void> => {
    await restoreDrafts(useRecovery.getState().drafts)
    closeDialog()
    announce(t('projects:recovery.restored'))
  }
  const discard = (): void => {
    discardDrafts(useRecovery.getState().drafts)
    closeDialog()
  }
  return (
    <div className="dialog-step">
      <p>
        {at
          ? t('projects:recovery.aboutWithTime', { time: dateWords(at) })
          : t('projects:recovery.about')}
      </p>
      <ul className="recovered-parts" aria-label={t('projects:recovery.label')}>
        {parts.slice(0, MAX_SHOWN).map(({ place, text }) => (
          <li key={`${place} ${text}`}>
            <span className="text-secondary">{place}</span>
            <span>{text || t('projects:recovery.emptyLine')}</span>
          </li>
        ))}
      </ul>
      {parts.length > MAX_SHOWN && (
        <p>{t('projects:recovery.more', { count: parts.length - MAX_SHOWN })}</p>
      )}
      <InlineError reason={error} />
      <DialogActions>
        <Button variant="default" onClick={discard}>
          {t('projects:recovery.discard')}
        </Button>
        <Button loading={isPending} onClick={() => void run(restore)} data-autofocus>
          {t('projects:recovery.restore')}
        </Button>
      </DialogActions>
    </div>
  )
}
