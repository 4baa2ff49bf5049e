import { Switch } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { sharedText, t } from '#renderer/i18n/i18n.ts'
import { changeSettings, stateOf, useSettings } from '#renderer/settings.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { settingOf } from '#shared/settings-list.ts'

const ID = 'network.open-discovery'

/** Switch that lets anyone list voices and models. Shows nothing until the settings are loaded. */
export function OpenDiscoverySection(): ReactElement | undefined {
  const state = useSettings((settings) => stateOf(ID, settings))
  const connected = useConnection().status === 'connected'
  const [requested, setRequested] = useState<boolean>()
  const { error, run } = useAsyncAction('stays')
  if (state === undefined) return undefined
  const { name, description, environment = '', option = '' } = settingOf(ID)
  const change = async (isOpen: boolean): Promise<void> => {
    setRequested(isOpen)
    await run(async () => {
      await changeSettings({ [ID]: isOpen ? 'on' : 'off' })
      announce(isOpen ? t('api:discovery.opened') : t('api:discovery.closed'))
    })
    setRequested(undefined)
  }
  const isOverridden = state.source === 'environment' || state.source === 'option'
  return (
    <section className="api-section" aria-labelledby="discovery-title">
      <h2 id="discovery-title">{sharedText(name)}</h2>
      <Switch
        size="md"
        label={t('api:discovery.open')}
        description={
          <span className="retention">
            {sharedText(description)}
            {isOverridden &&
              ` ${t('api:discovery.overridden', { name: state.source === 'option' ? option : environment })}`}
          </span>
        }
        checked={requested ?? state.value === 'on'}
        disabled={!connected || isOverridden || requested !== undefined}
        error={error && t('api:generated.notChanged', { reason: error })}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </section>
  )
}
