import type { Settings } from '#app/settings/settings.ts'
import type { LibraryFiles } from '#history/library-files.ts'
import { AppError } from '#shared/errors.ts'
import { sizeInBytes } from '#shared/sizes.ts'

interface TidyDependencies {
  readonly libraryFiles: Pick<LibraryFiles, 'sweep'>
  readonly settings: Pick<Settings, 'value' | 'onChange'>
  readonly now: () => Date
  readonly onBug: (error: unknown) => void
}

/** How often exports are looked through, in milliseconds. */
const EVERY_MS = 3_600_000

/**
 * Deletes exports that are kept for longer, or take more room, than the settings say: at once, every hour, and when a setting has changed.
 * Answers how to end that.
 */
export function tidyExports(dependencies: TidyDependencies): () => Promise<void> {
  const { libraryFiles, settings, now, onBug } = dependencies
  const sweep = async (): Promise<void> => {
    const days = Number(settings.value('export.kept-days'))
    const bytes = sizeInBytes(settings.value('export.kept-size')) ?? Number.POSITIVE_INFINITY
    try {
      await libraryFiles.sweep({ days, bytes }, now())
    } catch (error) {
      // On a library that is busy or cannot be read now, the next time will do.
      if (!(error instanceof AppError)) onBug(error)
    }
  }
  let running = sweep()
  const again = (): void => {
    running = running.then(sweep)
  }
  const timer = setInterval(again, EVERY_MS).unref()
  const stopListening = settings.onChange(again)
  return () => {
    clearInterval(timer)
    stopListening()
    return running
  }
}
