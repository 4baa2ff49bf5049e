import type { MenuItemConstructorOptions } from 'electron'

export interface TrayChoices {
  /** Address of the local API; undefined while it is off. */
  readonly apiUrl: string | undefined
  readonly show: () => void
  readonly copyAddress: (address: string) => void
  readonly quit: () => void
}

/** Words about the API: what the icon in the tray says when it is pointed at. */
export function trayWords(apiUrl: string | undefined): string {
  return apiUrl === undefined ? 'Griot: the API is off' : `Griot: the API answers at ${apiUrl}`
}

/** Menu of the icon in the tray. */
export function trayTemplate(choices: TrayChoices): MenuItemConstructorOptions[] {
  const { apiUrl, show, copyAddress, quit } = choices
  return [
    { label: 'Show Griot', click: show },
    { type: 'separator' },
    { label: apiUrl === undefined ? 'The API is off' : `API: ${apiUrl}`, enabled: false },
    ...(apiUrl === undefined
      ? []
      : [{ label: 'Copy the Address', click: () => copyAddress(apiUrl) }]),
    { type: 'separator' },
    { label: 'Quit Griot', click: quit },
  ]
}
