import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconExternalLink,
  IconLoader2,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { CopyButton } from '#renderer/ui/copy-button.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { About } from './api-store.ts'

type Health = About['health']

/** Base URL of the API, its health, and a link to its reference. */
export function ApiAddress({ apiUrl, health }: { apiUrl: string; health: Health }): ReactElement {
  const base = `${apiUrl}/v1`
  return (
    <div className="address">
      <HealthStatus health={health} />
      <div className="address-row">
        <code className="address-url">{base}</code>
        <CopyButton className="on-panel" value={base} label={t('api:address.copy')} />
        <a
          className="address-docs"
          href={`${apiUrl}/docs`}
          target="_blank"
          rel="noreferrer"
          aria-label={t('api:address.referenceLabel')}
        >
          {t('api:address.reference')}
          <IconExternalLink size={16} aria-hidden="true" />
        </a>
      </div>
      <p className="address-note">
        {t('api:address.note', { port: new URL(apiUrl).port || '80' })}
      </p>
    </div>
  )
}

const HEALTH_ICONS = {
  ready: IconCircleCheckFilled,
  degraded: IconAlertTriangleFilled,
  starting: IconLoader2,
  restarting: IconLoader2,
  failed: IconAlertTriangleFilled,
  away: IconPlugConnectedX,
} as const satisfies Record<Health['state'] | 'away', unknown>

/** Health of the API as icon, colour and text, with the current step while it is not ready. */
function HealthStatus({ health }: { health: Health }): ReactElement {
  const connected = useConnection().status === 'connected'
  const state = connected ? health.state : 'away'
  const Icon = HEALTH_ICONS[state]
  return (
    <p className="health" data-state={state} role="status" aria-label={t('api:health.label')}>
      <Icon size={18} aria-hidden="true" />
      <strong>{t(`api:health.${state}`)}</strong>
      {connected && health.state !== 'ready' && <span>{health.step}</span>}
    </p>
  )
}
