import { Button } from '@mantine/core'
import { IconBan, IconCircleCheckFilled, IconHourglassEmpty } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { type KeyRecord, SCOPES } from '#shared/access.ts'
import { fullDateTime, relativeTime } from './relative-time.ts'
import { sortTokens, type TokenState, tokenState } from './token-state.ts'

/** Number of rows before "Show all". */
const FIRST_ROWS = 50

const COLUMNS = ['name', 'state', 'scopes', 'account', 'created', 'lastUsed', 'expires'] as const

interface TokenTableProps {
  readonly records: readonly KeyRecord[]
  readonly onRevoke: (record: KeyRecord) => void
}

/** Table of tokens, active ones first. A token itself is never shown. */
export function TokenTable({ records, onRevoke }: TokenTableProps): ReactElement {
  const [showAll, setShowAll] = useState(false)
  const now = new Date()
  const ordered = sortTokens(records, now)
  const shown = showAll ? ordered : ordered.slice(0, FIRST_ROWS)
  return (
    <>
      <table className="tokens">
        <thead>
          <tr>
            {COLUMNS.map((id) => (
              <th key={id} scope="col">
                {t(`api:tokens.columns.${id}`)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t('api:tokens.columns.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((record) => (
            <TokenRow key={record.id} record={record} now={now} onRevoke={onRevoke} />
          ))}
        </tbody>
      </table>
      {shown.length < ordered.length && (
        <Button variant="subtle" onClick={() => setShowAll(true)}>
          {t('api:tokens.showAll', { total: ordered.length })}
        </Button>
      )}
    </>
  )
}

function TokenRow(props: {
  readonly record: KeyRecord
  readonly now: Date
  readonly onRevoke: (record: KeyRecord) => void
}): ReactElement {
  const { record, now, onRevoke } = props
  const connected = useConnection().status === 'connected'
  const state = tokenState(record, now)
  return (
    <tr data-state={state}>
      <th scope="row">
        <span className="token-name">{record.name}</span>
        <span className="token-start">
          {record.kind === 'guest' && `${t('api:tokens.guest')} `}
          {record.start && <code>{record.start}…</code>}
        </span>
      </th>
      <td data-column={t('api:tokens.columns.state')}>
        <TokenStateLabel state={state} />
      </td>
      <td data-column={t('api:tokens.columns.scopes')}>{scopesText(record)}</td>
      <td data-column={t('api:tokens.columns.account')} className="token-account">
        {record.account}
      </td>
      <td data-column={t('api:tokens.columns.created')}>
        <RelativeTime at={record.createdAt} now={now} fallback="" />
      </td>
      <td data-column={t('api:tokens.columns.lastUsed')}>
        <RelativeTime at={record.lastUsedAt} now={now} fallback={t('api:tokens.neverUsed')} />
      </td>
      <td data-column={t('api:tokens.columns.expires')}>
        <RelativeTime at={record.expiresAt} now={now} fallback={t('api:tokens.neverExpires')} />
      </td>
      <td className="token-action">
        {state === 'active' && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            disabled={!connected}
            aria-label={t('api:revoke.of', { name: record.name })}
            onClick={() => onRevoke(record)}
          >
            {t('api:revoke.open')}
          </Button>
        )}
      </td>
    </tr>
  )
}

const STATE_ICONS = {
  active: IconCircleCheckFilled,
  expired: IconHourglassEmpty,
  revoked: IconBan,
} as const satisfies Record<TokenState, unknown>

function TokenStateLabel({ state }: { state: TokenState }): ReactElement {
  const Icon = STATE_ICONS[state]
  return (
    <span className="token-state" data-state={state}>
      <Icon size={16} aria-hidden="true" />
      {t(`api:tokens.states.${state}`)}
    </span>
  )
}

function scopesText({ scopes }: KeyRecord): string {
  return scopes.length === SCOPES.length ? t('api:tokens.allScopes') : scopes.join(', ')
}

function RelativeTime(props: {
  readonly at: string | undefined
  readonly now: Date
  readonly fallback: string
}): ReactElement {
  const { at, now, fallback } = props
  if (at === undefined) return <span className="text-secondary">{fallback}</span>
  return (
    <time dateTime={at} title={fullDateTime(at)}>
      {relativeTime(at, now)}
    </time>
  )
}
