import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { stateOf, useSettings } from '#renderer/settings.ts'
import { COLOR_SCHEMES } from '#renderer/ui/theme-menu.tsx'

/** Shows the theme of the settings, also where another window or the command line changes it. */
export function ThemeSetting(): undefined {
  const { setColorScheme } = useMantineColorScheme()
  const theme = useSettings((settings) => stateOf('theme', settings)?.value)
  useEffect(() => {
    const chosen = COLOR_SCHEMES.find(({ scheme }) => scheme === theme)
    if (chosen) setColorScheme(chosen.scheme)
  }, [theme, setColorScheme])
  return undefined
}
