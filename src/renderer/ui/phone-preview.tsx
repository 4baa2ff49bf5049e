import { Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { usePhonePreview } from './phone-route.ts'

/** Switches the preview of takes through a telephone line. */
export function PhonePreviewToggle(): ReactElement {
  const { isOn } = usePhonePreview()
  return (
    <Switch
      size="sm"
      checked={isOn}
      label={t('ui:phoneLine')}
      title={t('ui:phoneLineHint')}
      onChange={(event) => usePhonePreview.setState({ isOn: event.currentTarget.checked })}
    />
  )
}
