import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'

export interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string
  readonly onSearch: (query: string) => void
}

/** Field for the words of a search. */
export function SearchField({ onSearch, ...props }: SearchFieldProps): ReactElement {
  return (
    <TextInput
      placeholder={t('ui:search')}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      onChange={(event) => onSearch(event.currentTarget.value)}
      {...props}
    />
  )
}
