import { IconPlugConnectedX } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { useConnection } from '#renderer/ui/use-connection.ts'
import './api.css'
import { Loader } from '@mantine/core'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { AccountSettingsSection } from './account-settings-section.tsx'
import { loadAbout, loadBrowsers, loadSettings, loadTokens } from './api-actions.ts'
import { ApiAddress } from './api-address.tsx'
import { useApi } from './api-store.ts'
import { Browsers } from './browsers.tsx'
import { Examples } from './examples.tsx'
import { FirstKeyNotice } from './first-key-notice.tsx'
import { OpenDiscoverySection } from './open-discovery.tsx'
import { Tokens } from './tokens.tsx'

/** Polling interval of the health, shorter while the backend starts. Milliseconds. */
const ABOUT_MS = { ready: 5_000, otherwise: 1_000 } as const
/** Polling interval of tokens and browsers, which others use meanwhile. Milliseconds. */
const TOKENS_MS = 15_000
const SETTINGS_MS = 60_000

/** API screen: address and examples, tokens, browsers and settings. */
export function ApiScreen({ notices }: { notices: ReactNode }): ReactElement {
  const about = useApi((state) => state.about)
  const ready = about.status === 'loaded' && about.value.health.state === 'ready'
  usePolling(loadAbout, ready ? ABOUT_MS.ready : ABOUT_MS.otherwise)
  usePolling(loadTokens, TOKENS_MS)
  usePolling(loadBrowsers, TOKENS_MS)
  usePolling(loadSettings, SETTINGS_MS)
  return (
    <div className="screen">
      <div className="notices">
        {notices}
        <FirstKeyNotice />
      </div>
      <main className="page screen-page">
        <header className="screen-head">
          <h1>{t('api:title')}</h1>
          <p>{t('api:about')}</p>
        </header>
        <ApiAccess />
        <Tokens />
        <Browsers />
        <OpenDiscoverySection />
        <AccountSettingsSection />
      </main>
    </div>
  )
}

function ApiAccess(): ReactElement {
  const about = useApi((state) => state.about)
  if (about.status === 'loading')
    return (
      <div className="panel api-panel api-panel-loading" role="status">
        <Loader type="dots" color="var(--panel-text)" aria-hidden="true" />
        {t('api:address.loading')}
      </div>
    )
  if (about.status === 'failed')
    return <ErrorAlert>{t('api:address.notLoaded', { reason: about.reason })}</ErrorAlert>
  const { apiUrl, health } = about.value
  if (apiUrl === undefined) return <NoServer />
  return (
    <section className="panel api-panel" aria-label={t('api:call')}>
      <ApiAddress apiUrl={apiUrl} health={health} />
      <Examples apiUrl={apiUrl} />
    </section>
  )
}

/** Notice that no port could be opened, and how to get one. */
function NoServer(): ReactElement {
  return (
    <section className="notice notice-warning" aria-label={t('api:call')}>
      <IconPlugConnectedX size={24} aria-hidden="true" />
      <div className="notice-text">
        <RichText text="api:address.none" parts={{ strong: <strong />, code: <code /> }} />
      </div>
    </section>
  )
}

/**
 * Calls `request` at once, on reconnecting, when the window becomes visible, and every `intervalMs` while it is
 * visible. `request` must keep its identity between renders.
 */
function usePolling(request: () => Promise<void>, intervalMs: number): void {
  const connected = useConnection().status === 'connected'
  useEffect(() => {
    if (!connected) return
    const poll = (): void => {
      if (document.visibilityState === 'visible') void request()
    }
    void request()
    const timer = setInterval(poll, intervalMs)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [connected, request, intervalMs])
}
