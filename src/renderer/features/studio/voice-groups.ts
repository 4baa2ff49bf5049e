import { languageName } from '#renderer/ui/language-chip.tsx'
import { LANGUAGES } from '#shared/voices.ts'
import type { Voice } from './studio-store.ts'

/** Voices of one language. */
export interface VoiceGroup {
  readonly language: string
  readonly voices: readonly Voice[]
}

/**
 * The voices whose name, gender, language or character holds every word searched for, by language: `first` before all
 * others, these in the order in which languages are shown.
 */
export function groupVoices(
  voices: readonly Voice[],
  search: string,
  first?: string,
): readonly VoiceGroup[] {
  const wanted = fold(search).split(/\s+/).filter(Boolean)
  const found = voices.filter((voice) => {
    const words = ` ${fold([voice.name, voice.gender, languageName(voice.language), voice.character].join(' '))}`
    return wanted.every((word) => words.includes(` ${word}`))
  })
  const groups = Map.groupBy(found, ({ language }) => language)
  return [...groups]
    .map(([language, members]) => ({ language, voices: members }))
    .toSorted((one, other) => rank(one.language, first) - rank(other.language, first))
}

function rank(language: string, first: string | undefined): number {
  if (language === first) return -1
  const place = LANGUAGES.findIndex(({ code }) => code === language)
  return place < 0 ? LANGUAGES.length : place
}

/** Small letters without marks, so that "sade" finds "Ṣadé". */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
