import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { CopyButton } from '#renderer/ui/copy-button.tsx'

interface NewTokenProps {
  readonly token: string
  readonly kind: 'key' | 'guest token'
  readonly onDone: () => void
}

/** New token, shown once. */
export function NewToken({ token, kind, onDone }: NewTokenProps): ReactElement {
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
