import { sharedText, t } from '#renderer/i18n/i18n.ts'
import { languageName } from '#renderer/ui/language-chip.tsx'
import type { StudioVoice } from '#renderer/voice.ts'
import { foldText } from '#shared/fold-text.ts'
import { LANGUAGES } from '#shared/languages/languages.ts'

/** Filters of the library. An empty string does not filter. */
export interface Filters {
  readonly search: string
  readonly language: string
  readonly kind: '' | StudioVoice['kind']
  readonly gender: '' | 'female' | 'male'
  readonly onlyFavourites: boolean
}

export const NO_FILTERS: Filters = {
  search: '',
  language: '',
  kind: '',
  gender: '',
  onlyFavourites: false,
}

/** Section of the library: custom voices, or the system voices of a language. */
export interface VoiceSection {
  /** `own`, or a language code. */
  readonly id: string
  readonly voices: readonly StudioVoice[]
}

/** Whether any filter is active. */
export function isFiltered(filters: Filters): boolean {
  return (
    filters.search.trim() !== '' ||
    filters.language !== '' ||
    filters.kind !== '' ||
    filters.gender !== '' ||
    filters.onlyFavourites
  )
}

/**
 * Sections with the voices that pass every filter: custom voices first, then system voices by language, with
 * favourites on top of each section. Only system voices have a known gender.
 */
export function librarySections(
  voices: readonly StudioVoice[],
  filters: Filters,
  favourites: ReadonlySet<string>,
): readonly VoiceSection[] {
  const words = foldText(filters.search).split(/\s+/).filter(Boolean)
  const found = voices.filter(
    (voice) =>
      (filters.language === '' || voice.language === filters.language) &&
      (filters.kind === '' || voice.kind === filters.kind) &&
      (filters.gender === '' || (voice.kind === 'system' && voice.gender === filters.gender)) &&
      (!filters.onlyFavourites || favourites.has(voice.id)) &&
      words.every((word) => ` ${foldText(describe(voice))}`.includes(` ${word}`)),
  )
  const rank = ({ id }: StudioVoice): number => (favourites.has(id) ? 0 : 1)
  const sorted = found.toSorted((one, other) => rank(one) - rank(other))
  const sections = ['own', ...LANGUAGES.map(({ code }) => code)].map((id) => ({
    id,
    voices: sorted.filter((voice) => sectionOf(voice) === id),
  }))
  return sections.filter((shelf) => shelf.voices.length > 0)
}

function sectionOf(voice: StudioVoice): string {
  return voice.kind === 'custom' ? 'own' : voice.language
}

function describe(voice: StudioVoice): string {
  const words = [voice.name, languageName(voice.language)]
  if (voice.kind === 'system')
    words.push(t(`voices:library.genders.${voice.gender}`), sharedText(voice.character))
  return words.join(' ')
}
