import { Button } from '@mantine/core'
import { IconBan, IconCircleCheckFilled, IconHourglassEmpty } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { type KeyRecord, SCOPES } from '#shared/access.ts'
import { fullDateTime, relativeTime } from './relative-time.ts'
import { sortTokens, type TokenState, tokenState } from './token-state.ts'

/** Number of rows before "Show all". */
const FIRST_ROWS = 50

const COLUMNS = ['Name', 'State', 'Scopes', 'Account', 'Created', 'Last used', 'Expires'] as const

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
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
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
          Show all {ordered.length}
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
          {record.kind === 'guest' && 'Guest token '}
          {record.start && <code>{record.start}…</code>}
        </span>
      </th>
      <td data-column="State">
        <TokenStateLabel state={state} />
      </td>
      <td data-column="Scopes">{scopesText(record)}</td>
      <td data-column="Account" className="token-account">
        {record.account}
      </td>
      <td data-column="Created">
        <RelativeTime at={record.createdAt} now={now} fallback="" />
      </td>
      <td data-column="Last used">
        <RelativeTime at={record.lastUsedAt} now={now} fallback="Never" />
      </td>
      <td data-column="Expires">
        <RelativeTime at={record.expiresAt} now={now} fallback="Never" />
      </td>
      <td className="token-action">
        {state === 'active' && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            disabled={!connected}
            aria-label={`Revoke ${record.name}`}
            onClick={() => onRevoke(record)}
          >
            Revoke
          </Button>
        )}
      </td>
    </tr>
  )
}

const STATES: Readonly<Record<TokenState, { label: string; icon: ReactElement }>> = {
  active: { label: 'Active', icon: <IconCircleCheckFilled size={16} aria-hidden="true" /> },
  expired: { label: 'Expired', icon: <IconHourglassEmpty size={16} aria-hidden="true" /> },
  revoked: { label: 'Revoked', icon: <IconBan size={16} aria-hidden="true" /> },
}

function TokenStateLabel({ state }: { state: TokenState }): ReactElement {
  const { label, icon } = STATES[state]
  return (
    <span className="token-state" data-state={state}>
      {icon}
      {label}
    </span>
  )
}

function scopesText({ scopes }: KeyRecord): string {
  return scopes.length === SCOPES.length ? 'all' : scopes.join(', ')
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
