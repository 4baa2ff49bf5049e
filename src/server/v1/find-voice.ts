import type { Caller } from '#app/access/caller.ts'
import type { App } from '#app/app.ts'
import { clip, InvalidRequest } from '#server/http/errors.ts'
import { isCustomVoiceId } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { languageFor } from '#speech/languages/registry.ts'

/**
 * The id of the voice that a caller names: a system voice in any letter case, the id of a custom voice of the caller's
 * account, or a blank for the default voice of the language (English where there is none). Guests have system voices
 * alone. Throws AppError('voice/not-found') that lists the voices.
 */
export function findVoice(
  app: Pick<App, 'voices' | 'customVoices'>,
  caller: Caller,
  asked: string,
  language: LanguageCode | undefined,
): string {
  const id = asked.trim().toLowerCase() || languageFor(language ?? 'en').defaultVoice
  const voice = app.voices.find((known) => known.id === id || known.name.toLowerCase() === id)
  if (voice) return voice.id
  const isOwn =
    caller.kind !== 'guest' &&
    isCustomVoiceId(id) &&
    app.customVoices.find(caller.account, id) !== undefined
  if (isOwn) return id
  const names = app.voices.map(({ name }) => name).join(', ')
  throw new AppError(
    'voice/not-found',
    `There is no voice called ${clip(asked)}. Voices: ${names}, and your own by their id.`,
  )
}

/** Returns what `find` returns; reports a missing voice as an error of the field `voice`. Throws InvalidRequest. */
export function asBodyField<T>(find: () => T): T {
  try {
    return find()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'voice/not-found') throw error
    throw new InvalidRequest([{ loc: ['body', 'voice'], msg: error.message, type: 'custom' }])
  }
}
