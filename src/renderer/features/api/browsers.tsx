import './browsers.css'
import { Button, Modal } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import { Confirmation } from '#renderer/ui/confirmation.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { loadBrowsers, signOut, signOutOthers } from './api-actions.ts'
import { type Browser, useApi } from './api-store.ts'
import { fullDateTime, relativeTime } from './relative-time.ts'

/** Browser to sign out, or all except this one. */
type SignOutTarget = Browser | 'others' | undefined

/** Signed-in browsers, with buttons to sign them out. Shows nothing if there are none, as on a desktop. */
export function Browsers(): ReactElement | undefined {
  const [target, setTarget] = useState<SignOutTarget>()
  const browsers = useApi((state) => state.browsers)
  const connected = useConnection().status === 'connected'
  const close = (): void => setTarget(undefined)
  if (browsers.status === 'failed')
    return (
      <ErrorAlert onRetry={() => void loadBrowsers()}>
        {t('api:browsers.notLoaded', { reason: browsers.reason })}
      </ErrorAlert>
    )
  if (browsers.status === 'loading' || browsers.value.length === 0) return undefined
  const ordered = browsers.value.toSorted((one, other) => Number(other.isThis) - Number(one.isThis))
  return (
    <section className="api-section" aria-labelledby="browsers-title">
      <div className="api-section-head">
        <h2 id="browsers-title">{t('api:browsers.title')}</h2>
        {ordered.some(({ isThis }) => !isThis) && (
          <Button variant="default" disabled={!connected} onClick={() => setTarget('others')}>
            {t('api:browsers.signOutOthers')}
          </Button>
        )}
      </div>
      <ul className="browsers">
        {ordered.map((browser) => (
          <BrowserItem
            key={browser.id}
            browser={browser}
            disabled={!connected}
            onSignOut={() => setTarget(browser)}
          />
        ))}
      </ul>
      <Modal
        opened={target !== undefined}
        onClose={close}
        title={target === undefined ? '' : confirmationTitle(target)}
        size={480}
      >
        {target !== undefined && <SignOutConfirmation target={target} onClose={close} />}
      </Modal>
    </section>
  )
}

interface BrowserItemProps {
  readonly browser: Browser
  readonly disabled: boolean
  readonly onSignOut: () => void
}

function BrowserItem({ browser, disabled, onSignOut }: BrowserItemProps): ReactElement {
  const { name, isThis, signedInBy, signedInAt, lastSeenAt } = browser
  const now = new Date()
  return (
    <li>
      <div className="browser-text">
        <strong>{name}</strong>
        {isThis && <span className="browser-this">{t('api:browsers.this')}</span>}
        <span className="text-secondary">
          <RichText
            text={`api:browsers.${isThis ? 'signedIn' : 'signedInAndSeen'}.${signedInBy}`}
            parts={{
              signedIn: <time dateTime={signedInAt} title={fullDateTime(signedInAt)} />,
              seen: <time dateTime={lastSeenAt} title={fullDateTime(lastSeenAt)} />,
            }}
            values={{
              ago: relativeTime(signedInAt, now),
              seenAgo: relativeTime(lastSeenAt, now),
            }}
          />
        </span>
      </div>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        disabled={disabled}
        aria-label={isThis ? t('api:browsers.signOutThis') : t('api:browsers.signOutOf', { name })}
        onClick={onSignOut}
      >
        {t('api:browsers.signOut')}
      </Button>
    </li>
  )
}

function SignOutConfirmation({
  target,
  onClose,
}: {
  target: Browser | 'others'
  onClose: () => void
}): ReactElement {
  const signOutTarget = (): Promise<void> =>
    target === 'others' ? signOutOthers() : signOut(target)
  return (
    <Confirmation
      className="api-form"
      cancelLabel={t('api:browsers.keep')}
      confirmLabel={t('api:browsers.signOut')}
      isDestructive
      onCancel={onClose}
      onConfirm={() => signOutTarget().then(onClose)}
    >
      <p>
        <RichText text="api:browsers.means" parts={{ code: <code /> }} />
      </p>
    </Confirmation>
  )
}

function confirmationTitle(target: Browser | 'others'): string {
  if (target === 'others') return t('api:browsers.confirmOthers')
  if (target.isThis) return t('api:browsers.confirmThis')
  return t('api:browsers.confirm', { name: target.name })
}
