import './browsers.css'
import { Button, Modal } from '@mantine/core'
import { type ReactElement, useState } from 'react'
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
        {`The signed-in browsers could not be loaded: ${browsers.reason}`}
      </ErrorAlert>
    )
  if (browsers.status === 'loading' || browsers.value.length === 0) return undefined
  const ordered = browsers.value.toSorted((one, other) => Number(other.isThis) - Number(one.isThis))
  return (
    <section className="api-section" aria-labelledby="browsers-title">
      <div className="api-section-head">
        <h2 id="browsers-title">Signed-in browsers</h2>
        {ordered.some(({ isThis }) => !isThis) && (
          <Button variant="default" disabled={!connected} onClick={() => setTarget('others')}>
            Sign out all others
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
        {isThis && <span className="browser-this">This browser</span>}
        <span className="text-secondary">
          Signed in{' '}
          <time dateTime={signedInAt} title={fullDateTime(signedInAt)}>
            {relativeTime(signedInAt, now)}
          </time>{' '}
          with a {signedInBy}
          {!isThis && (
            <>
              , last seen{' '}
              <time dateTime={lastSeenAt} title={fullDateTime(lastSeenAt)}>
                {relativeTime(lastSeenAt, now)}
              </time>
            </>
          )}
        </span>
      </div>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        disabled={disabled}
        aria-label={`Sign out ${isThis ? 'this browser' : name}`}
        onClick={onSignOut}
      >
        Sign out
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
      cancelLabel="Keep signed in"
      confirmLabel="Sign out"
      isDestructive
      onCancel={onClose}
      onConfirm={() => signOutTarget().then(onClose)}
    >
      <p>
        Everything that is open there stops at once, including exports and downloads. To sign in
        again, the browser needs a new link (<code>griot link</code>) or an API key.
      </p>
    </Confirmation>
  )
}

function confirmationTitle(target: Browser | 'others'): string {
  if (target === 'others') return 'Sign out all other browsers?'
  return target.isThis ? 'Sign out this browser?' : `Sign out ${target.name}?`
}
