import { Checkbox } from '@mantine/core'
import type { ReactElement } from 'react'
import { useVoices } from '#renderer/features/voices/voices-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { type Choice, ChoiceSelect, languageChoices } from '#renderer/ui/choice-select.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'
import type { Filters } from './library.ts'

const kinds = (): readonly Choice<Filters['kind']>[] => [
  { value: '', label: t('voices:library.kinds.all') },
  { value: 'custom', label: t('voices:library.kinds.custom') },
  { value: 'system', label: t('voices:library.kinds.system') },
]
const genders = (): readonly Choice<Filters['gender']>[] => [
  { value: '', label: t('voices:library.genderChoices.any') },
  { value: 'female', label: t('voices:library.genderChoices.female') },
  { value: 'male', label: t('voices:library.genderChoices.male') },
]
const languages = (): readonly Choice<Filters['language']>[] => [
  { value: '', label: t('voices:library.anyLanguage') },
  ...languageChoices(),
]

/** Filters of the library. */
export function FilterRow(): ReactElement {
  const filters = useVoices((state) => state.filters)
  const change = (part: Partial<Filters>): void =>
    useVoices.setState({ filters: { ...filters, ...part } })
  return (
    <search className="filters" aria-label={t('voices:library.filter')}>
      <SearchField
        className="filters-search"
        aria-label={t('voices:library.search')}
        placeholder={t('voices:library.searchHint')}
        value={filters.search}
        onSearch={(search) => change({ search })}
      />
      <ChoiceSelect
        aria-label={t('voices:library.language')}
        choices={languages()}
        value={filters.language}
        onChoose={(language) => change({ language })}
      />
      <ChoiceSelect
        aria-label={t('voices:library.kind')}
        choices={kinds()}
        value={filters.kind}
        onChoose={(kind) => change({ kind })}
      />
      <ChoiceSelect
        aria-label={t('voices:library.gender')}
        choices={genders()}
        value={filters.gender}
        onChoose={(gender) => change({ gender })}
      />
      <Checkbox
        label={t('voices:library.favouritesOnly')}
        checked={filters.onlyFavourites}
        onChange={(event) => change({ onlyFavourites: event.currentTarget.checked })}
      />
    </search>
  )
}
