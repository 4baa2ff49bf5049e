import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Script } from '#shared/script.ts'
import { withVoice } from './line-language.ts'
import { isBlank } from './line-state.ts'
import { type StudioState, voiceById } from './studio-store.ts'

/** Scripts of this window for which a person has chosen a voice. */
const chosen = new Set<string | undefined>()

/** Notes that a person has chosen a voice in a script: from then on none is chosen by itself. */
export function noteVoiceChoice(scriptId: string | undefined): void {
  chosen.add(scriptId)
}

/** Voices that the settings name. */
export interface SettledVoices {
  /** For every script; undefined where none is named. */
  readonly usual: string | undefined
  readonly of: (language: LanguageCode) => string
}

/**
 * The script with a voice whose own language is that of its text, where the voice of all its lines is only the first of the list,
 * because nobody has chosen one. `detected`: the lines whose language was asked for just now, and what it is where that is clear;
 * undefined unless these are all.
 */
export function withVoiceOfLanguage(
  script: Script,
  detected: ReadonlyMap<string, LanguageCode | undefined>,
  { scriptId, voices, favourites, takes }: StudioState,
  settled: SettledVoices,
): { readonly script: Script; readonly voice: string } | undefined {
  const [first] = voices
  const spoken = script.lines.filter((line) => !isBlank(line))
  const isFresh = spoken.every(({ id, voice }) => voice === first?.id && detected.has(id))
  if (!first || !isFresh || chosen.has(scriptId) || Object.keys(takes).length > 0) return undefined
  const language = mostFrequent(spoken.flatMap(({ id }) => detected.get(id) ?? []))
  if (language === undefined || language === first.language || settled.usual) return undefined
  const own = voices.filter((voice) => voice.language === language)
  const voice =
    voiceById(own, settled.of(language)) ?? own.find(({ id }) => favourites.has(id)) ?? own[0]
  if (!voice) return undefined
  const lines = script.lines.map((line) => withVoice(line, first, voice))
  return { script: { ...script, lines }, voice: voice.name }
}

function mostFrequent(languages: readonly LanguageCode[]): LanguageCode | undefined {
  const groups = [...Map.groupBy(languages, (language) => language)]
  const [most] = groups.toSorted(([, one], [, other]) => other.length - one.length)
  return most?.[0]
}
