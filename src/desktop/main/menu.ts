import type { MenuItemConstructorOptions } from 'electron'

export interface MenuChoices {
  readonly platform: NodeJS.Platform
  /** Reload and developer tools, for whoever works on Griot itself. */
  readonly forDevelopers: boolean
  readonly openLicense: () => void
}

type Item = MenuItemConstructorOptions

/** The menu bar, from the roles that each system knows. */
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
