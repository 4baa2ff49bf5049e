import { dateWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { sizeWords } from '#renderer/ui/size-words.ts'
import { foldText } from '#shared/fold-text.ts'
import type { LibraryFile } from '#shared/library-files.ts'

/** A length in hours, minutes and seconds. @example `lengthWords(3_725.4)` is `'1:02:05'`. */
export function lengthWords(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const [hours, ...rest] = parts.map((part) => String(part).padStart(2, '0'))
  const shown = hours === '00' ? rest : [hours, ...rest]
  return shown.join(':').replace(/^0(?=\d)/, '')
}

/** What is said of a file below its name. */
export function factsOf(file: LibraryFile): readonly string[] {
  const { source, title, account, keyName, seconds, sizeBytes, madeAt } = file
  const from =
    source === 'api'
      ? t('files:fromApi', { name: keyName ?? account ?? '' })
      : title
        ? t('files:fromExport', { title })
        : t('files:fromUntitled')
  return [
    from,
    ...(seconds === undefined ? [] : [lengthWords(seconds)]),
    sizeWords(sizeBytes),
    dateWords(madeAt),
  ]
}

/** The files from a source, all where it is empty, that have every word of a search; marks do not count. */
export function filesFound(
  files: readonly LibraryFile[],
  search: string,
  source: LibraryFile['source'] | '',
): readonly LibraryFile[] {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  return files.filter((file) => {
    if (source !== '' && file.source !== source) return false
    const { name, format, title = '', account = '', keyName = '', path = '' } = file
    const text = foldText([name, format, title, account, keyName, path].join(' '))
    return words.every((word) => text.includes(word))
  })
}

/** Bytes of all files that are there. */
export function bytesOf(files: readonly LibraryFile[]): number {
  return files
    .filter(({ state }) => state === 'there')
    .reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}
