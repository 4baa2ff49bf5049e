import { languageOf } from '#shared/languages/languages.ts'
import type { SettingValues } from '#storage/settings-file.ts'

/** The voice that the settings name for a language, by its tag, or else for first lines; undefined where they name none. */
export function defaultVoice(stored: SettingValues, tag: string | undefined): string | undefined {
  const language = tag === undefined ? undefined : languageOf(tag)
  const ofLanguage = language === undefined ? undefined : stored[`voices.default.${language}`]
  return ofLanguage ?? stored['voices.default']
}
