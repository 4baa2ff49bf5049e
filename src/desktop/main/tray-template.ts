import type { MenuItemConstructorOptions } from 'electron'
import type { Say } from './say.ts'

export interface TrayChoices {
  readonly say: Say
  /** Address of the local API; undefined while it is off. */
  readonly apiUrl: string | undefined
  readonly show: () => void
  readonly copyAddress: (address: string) => void
  readonly quit: () => void
}

/** Words about the API: what the icon in the tray says when it is pointed at. */
export function trayWords(apiUrl: string | undefined, say: Say): string {
  return apiUrl === undefined ? say('Griot: the API is off') : `Griot: ${apiUrl}`
}

/** Menu of the icon in the tray. */
export function trayTemplate(choices: TrayChoices): MenuItemConstructorOptions[] {
  const { apiUrl, show, copyAddress, quit, say } = choices
  return [
    { label: say('Show Griot'), click: show },
    { type: 'separator' },
    { label: apiUrl === undefined ? say('The API is off') : `API: ${apiUrl}`, enabled: false },
    ...(apiUrl === undefined
      ? []
      : [{ label: say('Copy the Address'), click: () => copyAddress(apiUrl) }]),
    { type: 'separator' },
    { label: say('Quit Griot'), click: quit },
  ]
}
