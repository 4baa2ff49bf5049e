import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactElement } from 'react'

const CHOICES: readonly {
  readonly scheme: MantineColorScheme
  readonly name: string
  readonly icon: ReactElement
}[] = [
  { scheme: 'auto', name: 'Like the system', icon: <IconDeviceDesktop size={18} /> },
  { scheme: 'light', name: 'Light', icon: <IconSun size={18} /> },
  { scheme: 'dark', name: 'Dark', icon: <IconMoon size={18} /> },
]

/** Light, dark, or as the system is. Remembered on this device. */
export function ThemeMenu(): ReactElement {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const current = CHOICES.find(({ scheme }) => scheme === colorScheme)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Theme" title="Theme">
          {current?.icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map(({ scheme, name, icon }) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={scheme === colorScheme}
            leftSection={icon}
            rightSection={scheme === colorScheme ? <IconCheck size={16} /> : undefined}
            onClick={() => setColorScheme(scheme)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
