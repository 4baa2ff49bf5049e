import { Button, Radio } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { GUEST_TTL } from '#shared/access.ts'
import { createGuest } from './api-actions.ts'
import { type DialogProps, TokenDialog, type TokenFormProps } from './token-dialog.tsx'

const MINUTE = 60
const HOUR = 3_600
/** Lifetimes that the dialog offers, in seconds. */
const LIFETIMES = [15 * MINUTE, HOUR, 8 * HOUR, 24 * HOUR] as const

function lifetimeWords(seconds: number): string {
  return seconds < HOUR
    ? t('api:create.minutes', { count: seconds / MINUTE })
    : t('api:create.hours', { count: seconds / HOUR })
}

/** Dialog that creates a short-lived token for a page or person that should not get a key. */
export function GuestDialog(props: DialogProps): ReactElement {
  return <TokenDialog {...props} kind="guest" title={t('api:create.guest')} form={GuestForm} />
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
      <p>{t('api:create.guestMeans')}</p>
      <Radio.Group
        label={t('api:create.expiresAfter')}
        value={String(seconds)}
        onChange={(value) => setSeconds(Number(value))}
      >
        <div className="lifetimes">
          {LIFETIMES.map((value) => (
            <Radio key={value} value={String(value)} label={lifetimeWords(value)} />
          ))}
        </div>
      </Radio.Group>
      <InlineError reason={error} />
      <div className="dialog-actions">
        <Button variant="default" onClick={props.onCancel}>
          {t('api:cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('api:create.createGuest')}
        </Button>
      </div>
    </form>
  )
}
