import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { changeSettings } from '#renderer/settings.ts'
import { chooseContrast, isHigh, useContrast } from './contrast.ts'
import { errorMessage } from './error-message.ts'
import { IconMenuTarget } from './icon-menu-target.tsx'
import { showError } from './show-error.ts'

/** The themes, and what people read for them. */
export const COLOR_SCHEMES: readonly {
  readonly scheme: MantineColorScheme
  readonly name: string
  readonly icon: ReactElement
}[] = [
  { scheme: 'auto', name: 'System', icon: <IconDeviceDesktop size={18} /> },
  { scheme: 'light', name: 'Light', icon: <IconSun size={18} /> },
  { scheme: 'dark', name: 'Dark', icon: <IconMoon size={18} /> },
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
      showError('The theme could not be stored', errorMessage(error)),
    )
  }
  return (
    <Menu position="bottom-end">
      <IconMenuTarget label="Theme">{current?.icon}</IconMenuTarget>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={choose}>
          {COLOR_SCHEMES.map(({ scheme, name, icon }) => (
            <Menu.RadioItem key={scheme} value={scheme} rightSection={icon}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.CheckboxItem checked={hasHighContrast} onChange={chooseContrast}>
          High contrast
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  )
}
