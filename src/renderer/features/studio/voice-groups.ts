import { sharedText, t } from '#renderer/i18n/i18n.ts'
import { languageName } from '#renderer/ui/language-chip.tsx'
import type { StudioVoice } from '#renderer/voice.ts'
import { foldText } from '#shared/fold-text.ts'
import { LANGUAGES } from '#shared/languages/languages.ts'

/** Favourite voices, custom voices, or the system voices of one language. */
export type VoiceGroup = { readonly voices: readonly StudioVoice[] } & (
  | { readonly kind: 'favourites' | 'own' }
  | { readonly kind: 'language'; readonly language: string }
)

/**
 * Groups the voices whose name, gender, language or character matches every word of the search: favourites, custom
 * voices, then the others by language, `first` on top and the rest in the usual order. A match in the name comes
 * before one in the description: "fem" finds Femi first.
 */
export function groupVoices(
  voices: readonly StudioVoice[],
  search: string,
  first?: string,
  favourites: ReadonlySet<string> = new Set(),
): readonly VoiceGroup[] {
  const searchWords = foldText(search).split(/\s+/).filter(Boolean)
  const matches = (words: string): boolean => {
    const folded = ` ${foldText(words)}`
    return searchWords.every((word) => folded.includes(` ${word}`))
  }
  const described = voices.filter((voice) => matches(describe(voice)))
  const named = described.filter(({ name }) => matches(name))
  const found = [...named, ...described.filter((voice) => !named.includes(voice))]
  const favouriteVoices = found.filter(({ id }) => favourites.has(id))
  const others = found.filter(({ id }) => !favourites.has(id))
  const own = others.filter(({ kind }) => kind === 'custom')
  const system = others.filter(({ kind }) => kind === 'system')
  const groups = [...Map.groupBy(system, ({ language }) => language)]
    .map(([language, members]) => ({ kind: 'language' as const, language, voices: members }))
    .toSorted((one, other) => rank(one.language, first) - rank(other.language, first))
  const all: readonly VoiceGroup[] = [
    ...(favouriteVoices.length > 0
      ? [{ kind: 'favourites' as const, voices: favouriteVoices }]
      : []),
    ...(own.length > 0 ? [{ kind: 'own' as const, voices: own }] : []),
    ...groups,
  ]
  const isNamed = (group: VoiceGroup): boolean =>
    group.voices.some((voice) => named.includes(voice))
  return [...all.filter(isNamed), ...all.filter((group) => !isNamed(group))]
}

function describe(voice: StudioVoice): string {
  const words = [voice.name, languageName(voice.language)]
  if (voice.kind === 'system')
    words.push(t(`studio:voice.genders.${voice.gender}`), sharedText(voice.character))
  return words.join(' ')
}

function rank(language: string, first: string | undefined): number {
  if (language === first) return -1
  const place = LANGUAGES.findIndex(({ code }) => code === language)
  return place < 0 ? LANGUAGES.length : place
}
