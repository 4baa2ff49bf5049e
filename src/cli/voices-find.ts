import type { App } from '#app/app.ts'
import { type KnownVoices, readCustomVoices } from '#app/open-custom-voices.ts'
import type { LibraryPlace } from '#app/open-service.ts'
import { OWNER } from '#shared/access.ts'
import { isCustomVoiceId } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import { type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { systemVoice } from '#speech/engines/registry.ts'
import type { Consent, StoredVoice } from '#storage/db/voices.ts'
import { UsageError } from './usage-error.ts'
import { plain } from './verdict-lines.ts'

/** A voice that a person has named. */
export type FoundVoice =
  | { readonly kind: 'system'; readonly voice: VoiceInfo }
  | { readonly kind: 'own'; readonly voice: StoredVoice }
  /** A deleted voice, of which the consent is left. */
  | { readonly kind: 'deleted'; readonly id: string; readonly consent: Consent }

/** Voice with this id, or the one custom voice with this name. Throws AppError('voice/not-found'), UsageError. */
export async function findVoice(known: KnownVoices, asked: string): Promise<FoundVoice> {
  const id = asked.trim().toLowerCase()
  const system = systemVoice(id)
  if (system) return { kind: 'system', voice: system }
  const voice = (await known.find(OWNER, id)) ?? (await ownByName(known, asked))
  if (voice) return { kind: 'own', voice }
  const consent = await known.consent(id)
  if (consent?.account === OWNER) return { kind: 'deleted', id, consent }
  throw new AppError(
    'voice/not-found',
    `There is no voice "${plain(asked.slice(0, 80))}". "griot voices list" shows the voices.`,
  )
}

/**
 * Id of a voice for "griot say", which also takes the name of a custom voice. An unknown name stays as it is: the speaker
 * refuses it. Throws a UsageError where several voices have the name.
 */
export async function voiceIdOf(place: LibraryPlace, asked: string): Promise<string> {
  const id = asked.trim().toLowerCase()
  if (systemVoice(id)) return id
  if (isCustomVoiceId(id)) return id
  const known = await readCustomVoices(place)
  try {
    return (await ownByName(known, asked))?.id ?? asked.trim()
  } finally {
    await known.close()
  }
}

/** The same among the voices of an app that is open, for commands that speak through it. */
export async function voiceIdIn(
  { voices, customVoices }: Pick<App, 'voices' | 'customVoices'>,
  asked: string,
): Promise<string> {
  const name = asked.trim()
  const id = name.toLowerCase()
  if (name === '' || isCustomVoiceId(id) || voices().some((voice) => voice.id === id)) return name
  return (await ownByName(customVoices, name))?.id ?? name
}

/** The language of a voice, by its id: built in, or the person's own. Undefined for others, as those of packs. */
export async function languageOfVoice(
  place: LibraryPlace,
  id: string,
): Promise<LanguageCode | undefined> {
  const system = systemVoice(id)
  if (system) return languageOf(system.language)
  if (!isCustomVoiceId(id)) return undefined
  const known = await readCustomVoices(place)
  try {
    return languageOf((await known.find(OWNER, id))?.spokenLanguage ?? '')
  } finally {
    await known.close()
  }
}

async function ownByName(
  { list }: Pick<KnownVoices, 'list'>,
  asked: string,
): Promise<StoredVoice | undefined> {
  const named = (await list(OWNER)).filter(({ name }) => folded(name) === folded(asked))
  if (named.length < 2) return named[0]
  const ids = named.map(({ id, createdAt }) => `${id} (made ${createdAt})`).join(', ')
  throw new UsageError(
    `${named.length} of your voices are called "${plain(asked.trim())}". Give the id of the one you mean: ${ids}.`,
  )
}

/** Name in a form that does not depend on the keyboard. */
const folded = (name: string): string => name.trim().normalize('NFC').toLowerCase()
