import type { MenuItemConstructorOptions } from 'electron'

export interface MenuChoices {
  readonly platform: NodeJS.Platform
  /** Whether to add reload and developer tools. */
  readonly forDevelopers: boolean
  readonly openLicense: () => void
}

type Item = MenuItemConstructorOptions

/** Menu bar, built from Electron's standard roles. */
export function menuTemplate({ platform, forDevelopers, openLicense }: MenuChoices): Item[] {
  const mac = platform === 'darwin'
  const developer: Item[] = [{ role: 'reload' }, { role: 'toggleDevTools' }, { type: 'separator' }]
  const zoom: Item[] = [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }]
  return [
    ...(mac ? [{ role: 'appMenu' } satisfies Item] : []),
    { label: '&File', submenu: [{ role: mac ? 'close' : 'quit' }] },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        ...(forDevelopers ? developer : []),
        ...zoom,
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Licence (Apache 2.0)', click: openLicense },
        ...(mac ? [] : [{ role: 'about', label: 'About Griot' } satisfies Item]),
      ],
    },
  ]
}
