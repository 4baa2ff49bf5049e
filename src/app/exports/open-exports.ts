import { join } from 'node:path'
import type { Settings } from '#app/settings/settings.ts'
import { createExportedFiles } from '#history/exported-files.ts'
import { createLibraryFiles, type LibraryFiles } from '#history/library-files.ts'
import type { GetFfmpeg } from '#media/ffmpeg.ts'
import type { Reserve } from '#storage/db/reserve.ts'
import type { RowDatabase } from '#storage/db/steps.ts'
import type { Files } from '#storage/files/files.ts'
import type { ExportLibrary } from './dependencies.ts'
import type { Downloads } from './downloads.ts'
import { tidyExports } from './tidy-exports.ts'

interface ExportsDependencies {
  readonly home: string
  readonly database: RowDatabase
  /** Has the exports, which lie on this computer; left out: `database`. */
  readonly local?: RowDatabase | undefined
  readonly reserve: Reserve
  readonly files: Files
  readonly getFfmpeg: GetFfmpeg
  readonly downloads: Pick<Downloads, 'offer'>
  readonly settings: Pick<Settings, 'value' | 'onChange'>
  readonly now: () => Date
  readonly onBug: (error: unknown) => void
}

/** The exports of a data folder: what remembers them, and the list of all files, from which old ones go by the settings. */
export function openExports(dependencies: ExportsDependencies): {
  readonly library: ExportLibrary
  readonly libraryFiles: LibraryFiles
  close(): Promise<void>
} {
  const { home, database, local = database, reserve, downloads, ...others } = dependencies
  const folder = join(home, 'exported')
  const exported = createExportedFiles(local, reserve)
  const libraryFiles = createLibraryFiles({
    ...{ ...others, database, exported },
    ...{ exportFolder: folder, offer: downloads.offer },
  })
  const remembering = new Set<Promise<void>>()
  const endTidying = tidyExports({ ...others, libraryFiles })
  return {
    libraryFiles,
    library: {
      folder,
      remember(file) {
        // The list of files is only good to have.
        const remembered = local
          .retryWhileBusy(() => exported.add(file))
          .then(libraryFiles.refresh)
          .catch(() => undefined)
          .finally(() => remembering.delete(remembered))
        remembering.add(remembered)
      },
    },
    async close() {
      await Promise.all([libraryFiles.close(), endTidying(), ...remembering])
    },
  }
}
