import { Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import { create } from 'zustand'

/** Whether takes are played as they are heard through a telephone (`throughPhoneLine` of phone-line.ts). */
export const usePhonePreview = create<{ readonly isOn: boolean }>(() => ({ isOn: false }))

/** Switches the preview of takes through a telephone line. `onChange` is called after each change. */
export function PhonePreviewToggle(props: {
  readonly onChange?: (isOn: boolean) => void
}): ReactElement {
  const { isOn } = usePhonePreview()
  return (
    <Switch
      size="sm"
      checked={isOn}
      label="Phone line"
      title="Hear it as through a telephone: 300 to 3,400 Hz, 8 kHz, µ-law"
      onChange={(event) => {
        usePhonePreview.setState({ isOn: event.currentTarget.checked })
        props.onChange?.(event.currentTarget.checked)
      }}
    />
  )
}
