import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { type ReactElement, useEffect, useState } from 'react'
import { retryNow } from '#renderer/client.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'

/** Delay before the banner appears, so that a first connection or a quick reconnection shows nothing. Milliseconds. */
const SHOW_DELAY_MS = 700

/** Banner that explains a lost connection. */
export function ConnectionBanner(): ReactElement | undefined {
  const { status } = useConnection()
  const isDisconnected = status !== 'connected'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!isDisconnected) {
      setShown(false)
      return
    }
    const timer = setTimeout(() => setShown(true), SHOW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isDisconnected])
  if (!shown) return undefined
  return (
    <div className="notice notice-warning" role="alert">
      <IconPlugConnectedX size={24} aria-hidden="true" />
      <div className="notice-text">
        <RichText text="app:connection.lost" parts={{ strong: <strong /> }} />
      </div>
      <Button variant="default" size="sm" onClick={retryNow} loading={status === 'connecting'}>
        {t('app:connection.retry')}
      </Button>
    </div>
  )
}
