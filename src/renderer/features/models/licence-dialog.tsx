import { Button, Checkbox, Modal } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import type { PackSummary } from '#shared/packs.ts'
import { DetailsState, LicenceText, usePackDetails } from './licence-text.tsx'
import { acceptLicence } from './models-actions.ts'

interface LicenceDialogProps {
  readonly pack: PackSummary
  readonly opened: boolean
  readonly acceptLabel: string
  readonly onClose: () => void
  readonly onAccepted: () => void
}

/** Shows the licence of a pack, to be read and accepted. */
export function LicenceDialog({ opened, ...rest }: LicenceDialogProps): ReactElement {
  return (
    <Modal
      opened={opened}
      onClose={rest.onClose}
      title={t('models:licence.title', { name: rest.pack.name })}
      size={760}
    >
      <Licence {...rest} />
    </Modal>
  )
}

function Licence(props: Omit<LicenceDialogProps, 'opened'>): ReactElement {
  const { pack, acceptLabel, onClose, onAccepted } = props
  const { licence } = pack
  const loading = usePackDetails(pack.id)
  const [isRead, setRead] = useState(false)
  const { isPending, error, run } = useAsyncAction('closes')
  const accept = (): Promise<void> =>
    run(async () => {
      await acceptLicence(pack)
      onAccepted()
    })
  return (
    <div className="dialog-form">
      <p>
        <RichText
          text={
            licence.commercialUse ? 'models:licence.commercial' : 'models:licence.notCommercial'
          }
          parts={{ strong: <strong /> }}
          values={{ licence: licence.name, id: licence.id, maker: licence.attribution }}
        />
      </p>
      <DetailsState {...loading} />
      {loading.details.status === 'loaded' && (
        <>
          <LicenceText name={licence.name} text={loading.details.value.licenceText} />
          <Checkbox
            label={t('models:licence.accept')}
            checked={isRead}
            onChange={(event) => setRead(event.currentTarget.checked)}
          />
        </>
      )}
      <InlineError reason={error} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          {t('models:licence.refuse')}
        </Button>
        <Button disabled={!isRead} loading={isPending} onClick={() => void accept()}>
          {acceptLabel}
        </Button>
      </div>
    </div>
  )
}
