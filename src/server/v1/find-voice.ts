import type { Caller } from '#app/access/caller.ts'
import type { App } from '#app/app.ts'
import { clip, InvalidRequest } from '#server/http/errors.ts'
import { isCustomVoiceId } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import { type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import { languageFor } from '#speech/languages/registry.ts'

/**
 * The id of the voice that a caller names: a system voice in any letter case, the id of a custom voice of the caller's
 * account, or a blank for the default voice of the language (English where there is none), which settings may change. Guests have system voices
 * alone. Throws AppError('voice/not-found') that lists the voices, or names the pack to install.
 */
export async function findVoice(
  app: Pick<App, 'voices' | 'missingVoice' | 'customVoices' | 'settings'>,
  caller: Caller,
  asked: string,
  language: LanguageCode | undefined,
): Promise<string> {
  const known = app.voices()
  const id = asked.trim().toLowerCase() || defaultVoiceOf(app, language ?? 'en')
  const voice = known.find(({ id: own, name }) => own === id || name.toLowerCase() === id)
  if (voice) return voice.id
  const isOwn =
    caller.kind !== 'guest' &&
    isCustomVoiceId(id) &&
    (await app.customVoices.find(caller.account, id)) !== undefined
  if (isOwn) return id
  const missing = app.missingVoice(id)
  if (missing !== undefined) throw new AppError('voice/not-found', missing)
  const names = known.map(({ name }) => name).join(', ')
  throw new AppError(
    'voice/not-found',
    `There is no voice called ${clip(asked)}. Voices: ${names}, and your own by their id.`,
  )
}

/** A voice, and the language that a text is spoken in: undefined is the voice's own. */
export interface VoiceAndLanguage {
  readonly voice: string
  readonly language: LanguageCode | undefined
}

/**
 * The voice that a caller names, as `findVoice`, and the language of a text: the one that is `told`, else the one that is detected. The language of
 * the voice is likelier than others: a voice in Pidgin keeps "How you dey", a voice in Yoruba says "Good morning" in English. A blank voice is that of the
 * language of the text.
 */
export async function findVoiceAndLanguage(
  app: VoicesAndLanguages,
  caller: Caller,
  asked: string,
  text: string,
  told?: LanguageCode,
): Promise<VoiceAndLanguage> {
  if (told) return { voice: await findVoice(app, caller, asked, told), language: told }
  if (asked.trim() === '') {
    const detected = await app.languages.identifySpoken(text)
    const voice = await findVoice(app, caller, asked, detected)
    return { voice, language: spokenBy(app, voice, detected) }
  }
  const voice = await findVoice(app, caller, asked, undefined)
  return { voice, language: await languageOfText(app, caller, voice, text) }
}

/** The language in which a voice, by its id, speaks a text whose caller names none; undefined is the voice's own. */
export async function languageOfText(
  app: Pick<App, 'voices' | 'customVoices' | 'languages'>,
  caller: Caller,
  voice: string,
  text: string,
): Promise<LanguageCode | undefined> {
  const own = await languageOfVoice(app, caller, voice)
  const detected = await app.languages.identifySpoken(text, own)
  return spokenBy(app, voice, detected)
}

/** What of the app finds voices and tells languages. */
export type VoicesAndLanguages = Pick<
  App,
  'voices' | 'missingVoice' | 'customVoices' | 'settings' | 'languages'
>

/** The language that a voice, by its id, speaks unless it is told another; undefined where nobody knows it. */
export async function languageOfVoice(
  app: Pick<App, 'voices' | 'customVoices'>,
  caller: Caller,
  voice: string,
): Promise<LanguageCode | undefined> {
  const system = app.voices().find(({ id }) => id === voice)?.language
  const tag = system ?? (await app.customVoices.find(caller.account, voice))?.spokenLanguage
  return tag === undefined ? undefined : languageOf(tag)
}

/** The voice that the owner's settings name for a language, as long as everybody has it; else the one that Griot has for it. */
function defaultVoiceOf(app: Pick<App, 'voices' | 'settings'>, language: LanguageCode): string {
  const chosen = app.settings.value(`voices.default.${language}`)
  return app.voices().some(({ id }) => id === chosen) ? chosen : languageFor(language).defaultVoice
}

/** A language that was detected, where the voice speaks it; undefined where it does not, so that it speaks its own. */
function spokenBy(
  app: Pick<App, 'voices'>,
  voice: string,
  detected: LanguageCode | undefined,
): LanguageCode | undefined {
  const languages = app.voices().find(({ id }) => id === voice)?.languages
  return detected && languages && !languages.includes(detected) ? undefined : detected
}

/** Resolves to what `find` does; reports a missing voice as an error of the field `voice`. Throws InvalidRequest. */
export async function asBodyField<T>(find: () => Promise<T>): Promise<T> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'voice/not-found') throw error
    throw new InvalidRequest([{ loc: ['body', 'voice'], msg: error.message, type: 'custom' }])
  }
}
