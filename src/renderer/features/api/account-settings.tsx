import { Button, Switch } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { useApi } from './api-store.ts'
import { askSettings, changeKeepAudio, reasonOf } from './asking.ts'

/** What the owner decides for the account that the studio speaks for. */
export function AccountSettingsPart(): ReactElement {
  const settings = useApi((state) => state.settings)
  return (
    <section className="api-part" aria-labelledby="generated-title">
      <h2 id="generated-title">Generated audio</h2>
      {settings.phase === 'failed' && (
        <div className="api-problem" role="alert">
          <p>The setting could not be read: {settings.reason}</p>
          <Button variant="default" size="sm" onClick={() => void askSettings()}>
            Try again
          </Button>
        </div>
      )}
      {settings.phase === 'known' && <KeepAudio kept={settings.answer.keepAudio} />}
    </section>
  )
}

function KeepAudio({ kept }: { kept: boolean }): ReactElement {
  const connected = useConnection().status === 'connected'
  const [wanted, setWanted] = useState<boolean>()
  const [refusal, setRefusal] = useState<string>()
  const change = async (keepAudio: boolean): Promise<void> => {
    setWanted(keepAudio)
    setRefusal(undefined)
    try {
      await changeKeepAudio(keepAudio)
    } catch (error) {
      setRefusal(`It was not changed: ${reasonOf(error)}`)
    }
    setWanted(undefined)
  }
  return (
    <Switch
      size="md"
      label="Keep generated audio in my files"
      description={RETENTION}
      checked={wanted ?? kept}
      disabled={!connected || wanted !== undefined}
      error={refusal}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}

const RETENTION = (
  <span className="retention">
    What is spoken over the API with a key of yours is then also stored in your files, and counts
    towards their quota. A request with the header <code>X-Data-Retention: false</code> is never
    kept.
  </span>
)
