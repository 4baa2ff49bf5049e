import { Checkbox } from '@mantine/core'
import type { ReactElement } from 'react'
import { useVoices } from '#renderer/features/voices/voices-store.ts'
import { type Choice, ChoiceSelect, LANGUAGE_CHOICES } from '#renderer/ui/choice-select.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'
import type { Filters } from './library.ts'

const KINDS: readonly Choice<Filters['kind']>[] = [
  { value: '', label: 'All voices' },
  { value: 'custom', label: 'Your voices' },
  { value: 'system', label: 'Built-in voices' },
]
const GENDERS: readonly Choice<Filters['gender']>[] = [
  { value: '', label: 'Any gender' },
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
]
const IN_ANY: readonly Choice<Filters['language']>[] = [
  { value: '', label: 'Any language' },
  ...LANGUAGE_CHOICES,
]

/** Filters of the library. */
export function FilterRow(): ReactElement {
  const filters = useVoices((state) => state.filters)
  const change = (part: Partial<Filters>): void =>
    useVoices.setState({ filters: { ...filters, ...part } })
  return (
    <search className="filters" aria-label="Filter voices">
      <SearchField
        className="filters-search"
        aria-label="Search voices"
        placeholder="Search by name, language or character"
        value={filters.search}
        onSearch={(search) => change({ search })}
      />
      <ChoiceSelect
        aria-label="Language"
        choices={IN_ANY}
        value={filters.language}
        onChoose={(language) => change({ language })}
      />
      <ChoiceSelect
        aria-label="Kind of voice"
        choices={KINDS}
        value={filters.kind}
        onChoose={(kind) => change({ kind })}
      />
      <ChoiceSelect
        aria-label="Gender"
        choices={GENDERS}
        value={filters.gender}
        onChoose={(gender) => change({ gender })}
      />
      <Checkbox
        label="Favourites only"
        checked={filters.onlyFavourites}
        onChange={(event) => change({ onlyFavourites: event.currentTarget.checked })}
      />
    </search>
  )
}
