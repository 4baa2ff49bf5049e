import { Menu, nativeImage, Tray } from 'electron'
import type { Say } from './say.ts'
import { type TrayChoices, trayTemplate, trayWords } from './tray-template.ts'

/** The icon in the system's tray. */
export interface StudioTray {
  /** Shows whether the API answers, and where. */
  update(apiUrl: string | undefined, say: Say): void
}

/** Size of the icon in the tray, in pixels. */
const SIZE = { width: 22, height: 22 } as const

/** Puts an icon into the tray. Undefined where the system has none; `onBug` gets the reason. */
export function openTray(
  icon: string,
  choices: Omit<TrayChoices, 'apiUrl' | 'say'>,
  onBug: (error: unknown) => void,
): StudioTray | undefined {
  try {
    const tray = new Tray(nativeImage.createFromPath(icon).resize(SIZE))
    tray.on('click', choices.show)
    const update = (apiUrl: string | undefined, say: Say): void => {
      tray.setToolTip(trayWords(apiUrl, say))
      tray.setContextMenu(Menu.buildFromTemplate(trayTemplate({ ...choices, apiUrl, say })))
    }
    return { update }
  } catch (error) {
    onBug(error)
    return undefined
  }
}
