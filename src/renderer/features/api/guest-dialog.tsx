import { Button, Radio } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { GUEST_TTL } from '#shared/access.ts'
import { createGuest } from './api-actions.ts'
import { type DialogProps, TokenDialog, type TokenFormProps } from './token-dialog.tsx'

const LIFETIMES = [
  { label: '15 minutes', seconds: 900 },
  { label: '1 hour', seconds: 3_600 },
  { label: '8 hours', seconds: 28_800 },
  { label: '24 hours', seconds: 86_400 },
] as const

/** Dialog that creates a short-lived token for a page or person that should not get a key. */
export function GuestDialog(props: DialogProps): ReactElement {
  return <TokenDialog {...props} kind="guest token" title="Create a guest token" form={GuestForm} />
}

function GuestForm(props: TokenFormProps): ReactElement {
  const [seconds, setSeconds] = useState<number>(GUEST_TTL.usual)
  const { isPending, error, run } = useAsyncAction('closes')
  const create = (): Promise<void> =>
    run(async () => props.onCreated((await createGuest(seconds)).token))
  return (
    <form
      className="api-form"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <p>
        For a web page or a visitor that should be able to speak for a while, and nothing more. A
        guest can use the built-in voices and the text functions, but cannot store anything or see
        your files, voices or keys. The token expires by itself.
      </p>
      <Radio.Group
        label="Expires after"
        value={String(seconds)}
        onChange={(value) => setSeconds(Number(value))}
      >
        <div className="lifetimes">
          {LIFETIMES.map(({ label, seconds: value }) => (
            <Radio key={value} value={String(value)} label={label} />
          ))}
        </div>
      </Radio.Group>
      <InlineError reason={error} />
      <div className="dialog-actions">
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Create guest token
        </Button>
      </div>
    </form>
  )
}
