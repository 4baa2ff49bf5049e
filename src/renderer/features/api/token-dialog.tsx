import { Button, Modal } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ComponentType, type ReactElement, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { CopyButton } from '#renderer/ui/copy-button.tsx'

export interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Props that the dialog passes to its form. */
export interface TokenFormProps {
  readonly onCancel: () => void
  readonly onCreated: (token: string) => void
}

type TokenKind = 'key' | 'guest'

interface TokenDialogProps extends DialogProps {
  readonly kind: TokenKind
  readonly title: string
  readonly form: ComponentType<TokenFormProps>
}

/** Shows the form, then the new token. While the token is shown, a click outside does not close the dialog. */
export function TokenDialog(props: TokenDialogProps): ReactElement {
  const { opened, onClose, kind, title, form: Form } = props
  const [token, setToken] = useState<string>()
  const close = (): void => {
    setToken(undefined)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={token === undefined ? title : t(`api:created.${kind}.title`)}
      size={560}
      closeOnClickOutside={false}
      closeOnEscape={token === undefined}
    >
      {token === undefined ? (
        <Form onCancel={close} onCreated={setToken} />
      ) : (
        <NewToken token={token} kind={kind} onDone={close} />
      )}
    </Modal>
  )
}

interface NewTokenProps {
  readonly token: string
  readonly kind: TokenKind
  readonly onDone: () => void
}

/** New token, shown once. */
function NewToken({ token, kind, onDone }: NewTokenProps): ReactElement {
  return (
    <div className="api-form">
      <p className="outcome">
        <IconAlertTriangle size={28} aria-hidden="true" />
        <span>{t(`api:created.${kind}.warning`)}</span>
      </p>
      <code className="new-token">{token}</code>
      <div className="dialog-actions">
        <CopyButton size="sm" value={token} label={t(`api:created.${kind}.copy`)} data-autofocus />
        <Button onClick={onDone}>{t('api:created.done')}</Button>
      </div>
    </div>
  )
}
