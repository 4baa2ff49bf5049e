import type { StudioVoice } from '#renderer/voice.ts'
import { foldText } from '#shared/fold-text.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { CastMember } from '#shared/script.ts'
import { foldName } from './speaker-name.ts'

/** Somebody of an imported script who needs a voice. */
export interface CastRole {
  readonly name: string
  /** In which most of the lines are, where that is known. */
  readonly language: LanguageCode | undefined
}

/**
 * Proposes a voice for each name: the one that the project remembers, a voice of that name, or else one that calls the language of the
 * lines its own, another for every name as long as there are any, women and men in turn. The answer is by folded names.
 */
export function proposeVoices(
  roles: readonly CastRole[],
  voices: readonly StudioVoice[],
  remembered: Readonly<Record<string, CastMember>>,
): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>()
  const known = knownVoices(voices, remembered)
  const used: UsedVoices = { times: new Map(), women: 0, all: 0 }
  const give = (name: string, voice: StudioVoice | undefined): void => {
    if (!voice || chosen.has(foldName(name))) return
    chosen.set(foldName(name), voice.id)
    used.times.set(voice.id, (used.times.get(voice.id) ?? 0) + 1)
    used.all++
    if (genderOf(voice) === 'female') used.women++
  }
  const byId = new Map(voices.map((voice) => [voice.id, voice]))
  const bare = roles.map(({ name }) => foldText(foldName(name)))
  for (const [at, { name }] of roles.entries()) {
    const letters = bare[at] ?? ''
    // Without its marks, a name is that of a voice only where no other is written with the same letters.
    const isAlone = bare.indexOf(letters) === bare.lastIndexOf(letters)
    const voice = known.get(foldName(name)) ?? (isAlone ? known.get(letters) : undefined)
    give(name, byId.get(voice ?? ''))
  }
  for (const { name, language } of roles)
    if (!chosen.has(foldName(name))) give(name, bestVoice(voices, language, used))
  return chosen
}

/** Voices that names have already. */
interface UsedVoices {
  readonly times: Map<string, number>
  women: number
  all: number
}

/** Voices by the folded names that a script may call them, and what the project remembers of names, which counts more. */
export function knownVoices(
  voices: readonly Pick<StudioVoice, 'id' | 'name'>[],
  remembered: Readonly<Record<string, CastMember>> = {},
): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  // Of voices with the same name, the first one wins.
  for (const voice of voices.toReversed()) {
    known.set(foldName(voice.id), voice.id)
    known.set(foldName(voice.name), voice.id)
  }
  const ids = new Set(voices.map(({ id }) => id))
  for (const [name, { voice }] of Object.entries(remembered))
    if (ids.has(voice)) known.set(foldName(name), voice)
  return known
}

function bestVoice(
  voices: readonly StudioVoice[],
  language: LanguageCode | undefined,
  { times, women, all }: UsedVoices,
): StudioVoice | undefined {
  const wanted = women * 2 > all ? 'male' : 'female'
  const cost = (voice: StudioVoice): number =>
    (times.get(voice.id) ?? 0) * 100 +
    languageCost(voice, language) * 10 +
    (genderOf(voice) === wanted ? 0 : 1)
  const costs = voices.map(cost)
  return voices[costs.indexOf(Math.min(...costs))]
}

/** 0: its own language; 1: one that it speaks; 20: none of its languages, worse than a voice that another name has. */
function languageCost(voice: StudioVoice, language: LanguageCode | undefined): number {
  if (language === undefined || voice.language === language) return 0
  const spoken = voice.kind === 'system' ? voice.languages : undefined
  return !spoken || spoken.includes(language) ? 1 : 20
}

function genderOf(voice: StudioVoice): 'female' | 'male' | undefined {
  return voice.kind === 'system' ? voice.gender : undefined
}
