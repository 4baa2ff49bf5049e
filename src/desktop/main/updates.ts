import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'

/** Where electron-builder writes the address of the releases; it is there once one is published. */
const ADDRESS_FILE = 'app-update.yml'

/**
 * Looks for a newer version, downloads it and installs it when Griot is closed; undefined where no releases are published. Nothing is
 * asked of the network before a person asks for it.
 */
export function updateCheck(onBug: (error: unknown) => void): (() => void) | undefined {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, ADDRESS_FILE))) return undefined
  return () => {
    import('electron-updater')
      .then(({ default: { autoUpdater } }) => autoUpdater.checkForUpdatesAndNotify())
      .catch(onBug)
  }
}
