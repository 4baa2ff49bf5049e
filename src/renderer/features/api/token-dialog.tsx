import { Modal } from '@mantine/core'
import { type ComponentType, type ReactElement, useState } from 'react'
import { NewToken } from './new-token.tsx'

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
