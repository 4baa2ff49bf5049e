import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DesktopText } from '#shared/desktop.ts'

/** Where electron-builder writes the address of the releases; it is there once one is published. */
const ADDRESS_FILE = 'app-update.yml'

export interface UpdateOptions {
  /** Folder of the resources of the packaged program; undefined for one that is not packaged. */
  readonly resources: string | undefined
  /** Says what came of it, with the reason where it failed. */
  readonly tell: (text: DesktopText, reason?: string) => void
}

/**
 * Looks for a newer version, downloads it, and has it installed when Griot is closed; resolves when that is told. Undefined where no releases are
 * published. Nothing is asked of the network before a person asks for it.
 */
export function updateCheck({ resources, tell }: UpdateOptions): (() => Promise<void>) | undefined {
  if (resources === undefined || !existsSync(join(resources, ADDRESS_FILE))) return undefined
  return async () => {
    try {
      const { default: updater } = await import('electron-updater')
      const found = await updater.autoUpdater.checkForUpdatesAndNotify()
      if (found?.isUpdateAvailable)
        tell('A newer version is being downloaded. It is installed when you close Griot.')
      else tell('You have the newest version of Griot.')
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      tell('The newest version could not be found out.', reason)
    }
  }
}
