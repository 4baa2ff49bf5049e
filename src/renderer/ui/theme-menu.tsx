import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { changeSettings } from '#renderer/settings.ts'
import { chooseContrast, isHigh, useContrast } from './contrast.ts'
import { errorMessage } from './error-message.ts'
import { IconMenuTarget } from './icon-menu-target.tsx'
import { showError } from './show-error.ts'

/** The themes, and their pictures. */
export const COLOR_SCHEMES: readonly {
  readonly scheme: MantineColorScheme
  readonly icon: ReactElement
}[] = [
  { scheme: 'auto', icon: <IconDeviceDesktop size={18} /> },
  { scheme: 'light', icon: <IconSun size={18} /> },
  { scheme: 'dark', icon: <IconMoon size={18} /> },
]

/** Menu for the theme: light, dark or the system's, and its contrast. Both are settings. */
export function ThemeMenu(): ReactElement {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const hasHighContrast = useContrast(isHigh)
  const current = COLOR_SCHEMES.find(({ scheme }) => scheme === colorScheme)
  const choose = (value: string): void => {
    const choice = COLOR_SCHEMES.find(({ scheme }) => scheme === value)
    if (!choice) return
    setColorScheme(choice.scheme)
    changeSettings({ theme: choice.scheme }).catch((error) =>
      showError(t('ui:themeNotStored'), errorMessage(error)),
    )
  }
  return (
    <Menu position="bottom-end">
      <IconMenuTarget label={t('ui:theme.label')}>{current?.icon}</IconMenuTarget>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={choose}>
          {COLOR_SCHEMES.map(({ scheme, icon }) => (
            <Menu.RadioItem key={scheme} value={scheme} rightSection={icon}>
              {t(`ui:theme.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.CheckboxItem checked={hasHighContrast} onChange={chooseContrast}>
          {t('ui:theme.contrast')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  )
}
