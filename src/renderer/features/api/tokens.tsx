import './tokens.css'
import { Button, Loader } from '@mantine/core'
import { IconKey, IconUserBolt } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { KeyRecord } from '#shared/access.ts'
import { loadTokens } from './api-actions.ts'
import { loadedRecords, useApi } from './api-store.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { GuestDialog } from './guest-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { TokenTable } from './token-table.tsx'

type Dialog = 'none' | 'key' | 'guest'

/** Section for keys and guest tokens. */
export function Tokens(): ReactElement {
  const [dialog, setDialog] = useState<Dialog>('none')
  const [toRevoke, setToRevoke] = useState<KeyRecord>()
  const connected = useConnection().status === 'connected'
  const close = (): void => setDialog('none')
  return (
    <section className="api-section" aria-labelledby="tokens-title">
      <div className="api-section-head">
        <h2 id="tokens-title">{t('api:tokens.title')}</h2>
        <div className="api-section-actions">
          <Button
            variant="default"
            leftSection={<IconUserBolt size={18} aria-hidden="true" />}
            disabled={!connected}
            onClick={() => setDialog('guest')}
          >
            {t('api:create.guest')}
          </Button>
          <Button
            leftSection={<IconKey size={18} aria-hidden="true" />}
            disabled={!connected}
            onClick={() => setDialog('key')}
          >
            {t('api:create.key')}
          </Button>
        </div>
      </div>
      <TokenList onRevoke={setToRevoke} />
      <CreateKeyDialog opened={dialog === 'key'} onClose={close} />
      <GuestDialog opened={dialog === 'guest'} onClose={close} />
      <RevokeDialog record={toRevoke} onClose={() => setToRevoke(undefined)} />
    </section>
  )
}

function TokenList({ onRevoke }: { onRevoke: (record: KeyRecord) => void }): ReactElement {
  const tokens = useApi((state) => state.tokens)
  if (tokens.status === 'loading')
    return (
      <p className="text-secondary" role="status">
        <Loader type="dots" size="sm" aria-hidden="true" /> {t('api:tokens.loading')}
      </p>
    )
  if (tokens.status === 'failed')
    return (
      <ErrorAlert onRetry={() => void loadTokens()}>
        {t('api:tokens.notLoaded', { reason: tokens.reason })}
      </ErrorAlert>
    )
  const records = loadedRecords(tokens)
  if (records.length === 0) return <p className="api-empty">{t('api:tokens.empty')}</p>
  return <TokenTable records={records} onRevoke={onRevoke} />
}
