import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconExternalLink,
  IconLoader2,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
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
        <CopyButton className="on-panel" value={base} label="Copy base URL" />
        <a
          className="address-docs"
          href={`${apiUrl}/docs`}
          target="_blank"
          rel="noreferrer"
          aria-label="API reference, opens in a new window"
        >
          Reference
          <IconExternalLink size={16} aria-hidden="true" />
        </a>
      </div>
      <p className="address-note">
        Port {new URL(apiUrl).port || '80'}. Every request needs a key, except /health, /docs and
        /openapi.json. Clients of the cloud service add /v1 themselves, so give them the address
        without it.
      </p>
    </div>
  )
}

const HEALTH: Readonly<Record<Health['state'] | 'away', { label: string; icon: ReactElement }>> = {
  ready: { label: 'Ready', icon: <IconCircleCheckFilled size={18} aria-hidden="true" /> },
  degraded: {
    label: 'Cannot sign or store',
    icon: <IconAlertTriangleFilled size={18} aria-hidden="true" />,
  },
  starting: { label: 'Starting', icon: <IconLoader2 size={18} aria-hidden="true" /> },
  restarting: { label: 'Restarting', icon: <IconLoader2 size={18} aria-hidden="true" /> },
  failed: {
    label: 'Cannot speak',
    icon: <IconAlertTriangleFilled size={18} aria-hidden="true" />,
  },
  away: { label: 'No connection', icon: <IconPlugConnectedX size={18} aria-hidden="true" /> },
}

/** Health of the API as icon, colour and text, with the current step while it is not ready. */
function HealthStatus({ health }: { health: Health }): ReactElement {
  const connected = useConnection().status === 'connected'
  const state = connected ? health.state : 'away'
  const { label, icon } = HEALTH[state]
  return (
    <p className="health" data-state={state} role="status" aria-label="State of the API">
      {icon}
      <strong>{label}</strong>
      {connected && health.state !== 'ready' && <span>{health.step}</span>}
    </p>
  )
}
