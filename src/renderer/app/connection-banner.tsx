import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { type ReactElement, useEffect, useState } from 'react'
import { retryNow } from '#renderer/client.ts'
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
        <strong>No connection to Griot.</strong> The studio keeps trying. You can keep writing: your
        edits are stored in this browser and saved once Griot is back. If another program answers at
        this address, nothing is sent to it. If Griot is running and this message stays, open the
        link that it printed in the terminal.
      </div>
      <Button variant="default" size="sm" onClick={retryNow} loading={status === 'connecting'}>
        Reconnect
      </Button>
    </div>
  )
}
