import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useVoices } from '#renderer/features/voices/voices-store.ts'
import { LANGUAGES } from '#shared/languages/languages.ts'
import type { Filters } from './library.ts'

const KINDS: readonly { readonly value: Filters['kind']; readonly label: string }[] = [
  { value: '', label: 'All voices' },
  { value: 'custom', label: 'Your voices' },
  { value: 'system', label: 'Built-in voices' },
]
const GENDERS: readonly { readonly value: Filters['gender']; readonly label: string }[] = [
  { value: '', label: 'Any gender' },
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
]
const IN_ANY = [
  { value: '', label: 'Any language' },
  ...LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
]

/** Filters of the library. */
export function FilterRow(): ReactElement {
  const filters = useVoices((state) => state.filters)
  const change = (part: Partial<Filters>): void =>
    useVoices.setState({ filters: { ...filters, ...part } })
  return (
    <search className="filters" aria-label="Filter voices">
      <TextInput
        className="filters-search"
        aria-label="Search voices"
        placeholder="Search by name, language or character"
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={filters.search}
        onChange={(event) => change({ search: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Language"
        data={IN_ANY}
        value={filters.language}
        onChange={(event) => change({ language: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Kind of voice"
        data={[...KINDS]}
        value={filters.kind}
        onChange={({ currentTarget }) =>
          change({ kind: KINDS.find(({ value }) => value === currentTarget.value)?.value ?? '' })
        }
      />
      <NativeSelect
        aria-label="Gender"
        data={[...GENDERS]}
        value={filters.gender}
        onChange={({ currentTarget }) =>
          change({
            gender: GENDERS.find(({ value }) => value === currentTarget.value)?.value ?? '',
          })
        }
      />
      <Checkbox
        label="Favourites only"
        checked={filters.onlyFavourites}
        onChange={(event) => change({ onlyFavourites: event.currentTarget.checked })}
      />
    </search>
  )
}
