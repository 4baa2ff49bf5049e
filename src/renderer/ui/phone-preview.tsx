import { Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import { usePhonePreview } from './phone-route.ts'

/** Switches the preview of takes through a telephone line. */
export function PhonePreviewToggle(): ReactElement {
  const { isOn } = usePhonePreview()
  return (
    <Switch
      size="sm"
      checked={isOn}
      label="Phone line"
      title="Hear it as through a telephone: 300 to 3,400 Hz, 8 kHz, µ-law"
      onChange={(event) => usePhonePreview.setState({ isOn: event.currentTarget.checked })}
    />
  )
}
