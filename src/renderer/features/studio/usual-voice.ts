import { settingValue } from '#renderer/settings.ts'
import { useStudio } from './studio-store.ts'

/** Voice of a line that has none above it: that of the settings, else the first of the list. */
export function usualVoice(): string {
  return settledVoice() ?? useStudio.getState().voices[0]?.id ?? ''
}

/** Voice that the settings name for the language of the script, or for any. */
export function settledVoice(): string | undefined {
  const { script, voices } = useStudio.getState()
  const [language] = script.settings?.languages ?? []
  const wanted = [
    ...(language === undefined ? [] : [settingValue(`voices.default.${language}`)]),
    settingValue('voices.default'),
  ]
  return wanted.find((id) => voices.some((voice) => voice.id === id))
}
