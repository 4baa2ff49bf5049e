import { TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import type { SettingsForm } from './use-settings-form.ts'

interface NameFieldProps {
  readonly form: SettingsForm
  readonly field: 'issuerName' | 'organisation' | 'author'
  readonly label: string
  readonly description: string
}

/** Text field for an optional name. */
export function NameField({ form, field, label, description }: NameFieldProps): ReactElement {
  return (
    <TextInput
      label={label}
      description={description}
      value={form.values[field]}
      error={form.fieldErrors[field]}
      autoComplete="off"
      onChange={(event) => form.change({ [field]: event.currentTarget.value })}
    />
  )
}
