import { Switch } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { changeKeepAudio, loadSettings } from './api-actions.ts'
import { useApi } from './api-store.ts'

/** Settings of the account that the studio uses. */
export function AccountSettingsSection(): ReactElement {
  const settings = useApi((state) => state.settings)
  return (
    <section className="api-section" aria-labelledby="generated-title">
      <h2 id="generated-title">Generated audio</h2>
      {settings.status === 'failed' && (
        <ErrorAlert onRetry={() => void loadSettings()}>
          {`The setting could not be loaded: ${settings.reason}`}
        </ErrorAlert>
      )}
      {settings.status === 'loaded' && <KeepAudio isKept={settings.value.keepAudio} />}
    </section>
  )
}

function KeepAudio({ isKept }: { isKept: boolean }): ReactElement {
  const connected = useConnection().status === 'connected'
  const [requested, setRequested] = useState<boolean>()
  const { error, run } = useAsyncAction('stays')
  const change = async (keepAudio: boolean): Promise<void> => {
    setRequested(keepAudio)
    await run(() => changeKeepAudio(keepAudio))
    setRequested(undefined)
  }
  return (
    <Switch
      size="md"
      label="Keep generated audio in my files"
      description={RETENTION}
      checked={requested ?? isKept}
      disabled={!connected || requested !== undefined}
      error={error && `The setting could not be changed: ${error}`}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}

const RETENTION = (
  <span className="retention">
    Speech that is generated over the API with one of your keys is also stored in your files, and
    counts towards their quota. A request with the header <code>X-Data-Retention: false</code> is
    never kept.
  </span>
)
