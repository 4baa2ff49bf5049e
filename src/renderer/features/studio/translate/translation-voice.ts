import type { StudioVoice } from '#renderer/voice.ts'
import { type LanguageCode, languageOf } from '#shared/languages/languages.ts'

/**
 * Chooses who speaks a translation. A voice of the person's own keeps speaking, as does one whose own language it is; for any
 * other, a system voice of that language takes over: of the same gender, favourites first, and for every voice of the script
 * another one while there are enough. The same voice is always replaced by the same one. `speaking`: the voices of the script.
 */
export function translationVoices(
  language: LanguageCode,
  voices: readonly StudioVoice[],
  favourites: ReadonlySet<string>,
  speaking: readonly string[],
): (voiceId: string) => string {
  const voiceOf = (id: string): StudioVoice | undefined => voices.find((voice) => voice.id === id)
  const keepsSpeaking = (voice: StudioVoice | undefined): boolean =>
    voice?.kind !== 'system' || languageOf(voice.language) === language
  const kept = speaking.filter((id) => keepsSpeaking(voiceOf(id)))
  const chosen = new Map(kept.map((id) => [id, id]))
  return (voiceId) => {
    const known = chosen.get(voiceId)
    if (known !== undefined) return known
    const found = replacement(voiceId, [...chosen.values()])
    chosen.set(voiceId, found)
    return found
  }

  function replacement(voiceId: string, taken: readonly string[]): string {
    const voice = voiceOf(voiceId)
    if (voice?.kind !== 'system' || keepsSpeaking(voice)) return voiceId
    const own = voices.filter(
      (other) => other.kind === 'system' && languageOf(other.language) === language,
    )
    const rank = (other: StudioVoice): number =>
      (taken.includes(other.id) ? 4 : 0) +
      (other.kind === 'system' && other.gender === voice.gender ? 0 : 2) +
      (favourites.has(other.id) ? 0 : 1)
    return own.toSorted((one, other) => rank(one) - rank(other))[0]?.id ?? voiceId
  }
}
