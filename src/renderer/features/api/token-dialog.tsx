import { Button, Modal } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ComponentType, type ReactElement, useState } from 'react'
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

interface TokenDialogProps extends DialogProps {
  readonly kind: 'key' | 'guest token'
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
      title={token === undefined ? title : `Your ${kind === 'key' ? 'new key' : kind}`}
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
  readonly kind: 'key' | 'guest token'
  readonly onDone: () => void
}

/** New token, shown once. */
function NewToken({ token, kind, onDone }: NewTokenProps): ReactElement {
  return (
    <div className="api-form">
      <p className="outcome">
        <IconAlertTriangle size={28} aria-hidden="true" />
        <span>
          Copy this {kind} now. Griot stores only its hash and can never show it again. Anyone who
          has it can use it, so keep it out of code that others can see.
        </span>
      </p>
      <code className="new-token">{token}</code>
      <div className="dialog-actions">
        <CopyButton size="sm" value={token} label={`Copy ${kind}`} data-autofocus />
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  )
}
