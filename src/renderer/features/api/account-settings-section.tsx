import { Switch } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
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
      <h2 id="generated-title">{t('api:generated.title')}</h2>
      {settings.status === 'failed' && (
        <ErrorAlert onRetry={() => void loadSettings()}>
          {t('api:generated.notLoaded', { reason: settings.reason })}
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
      label={t('api:generated.keep')}
      description={
        <span className="retention">
          <RichText text="api:generated.keepMeans" parts={{ code: <code /> }} />
        </span>
      }
      checked={requested ?? isKept}
      disabled={!connected || requested !== undefined}
      error={error && t('api:generated.notChanged', { reason: error })}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}
