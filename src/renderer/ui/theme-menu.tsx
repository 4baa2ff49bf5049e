import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { chooseContrast, isHigh, useContrast } from './contrast.ts'
import { IconMenuTarget } from './icon-menu-target.tsx'

const COLOR_SCHEMES: readonly {
  readonly scheme: MantineColorScheme
  readonly name: string
  readonly icon: ReactElement
}[] = [
  { scheme: 'auto', name: 'System', icon: <IconDeviceDesktop size={18} /> },
  { scheme: 'light', name: 'Light', icon: <IconSun size={18} /> },
  { scheme: 'dark', name: 'Dark', icon: <IconMoon size={18} /> },
]

/** Menu for the theme: light, dark or the system's, and its contrast. The choice is remembered on this device. */
export function ThemeMenu(): ReactElement {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const hasHighContrast = useContrast(isHigh)
  const current = COLOR_SCHEMES.find(({ scheme }) => scheme === colorScheme)
  const choose = (value: string): void => {
    const choice = COLOR_SCHEMES.find(({ scheme }) => scheme === value)
    if (choice) setColorScheme(choice.scheme)
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
