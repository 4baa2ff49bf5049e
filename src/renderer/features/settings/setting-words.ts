import { sharedText } from '#renderer/i18n/i18n.ts'
import {
  SETTING_SECTIONS,
  type SettingChoice,
  type SettingSection,
} from '#shared/setting-definition.ts'
import { type SettingId, settingOf } from '#shared/settings-list.ts'

/** What people read of a setting, in the language of the studio. `empty`: what is said of an empty value. */
export function settingWords(id: SettingId): {
  readonly name: string
  readonly description: string
  readonly empty: string
} {
  const { name, description, emptyWords = 'None' } = settingOf(id)
  return {
    name: sharedText(name),
    description: sharedText(description),
    empty: sharedText(emptyWords),
  }
}

/** A value that can be chosen, named in the language of the studio. */
export function choiceWords({ value, label }: SettingChoice): SettingChoice {
  return { value, label: sharedText(label) }
}

/** Heading of a section of the settings. */
export function sectionName(section: SettingSection): string {
  return sharedText(SETTING_SECTIONS.find(({ id }) => id === section)?.name ?? section)
}
