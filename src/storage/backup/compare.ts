import { contentsOf, type LibraryContents } from '#storage/db/contents.ts'
import { readDatabase } from '#storage/db/database.ts'
import { folderOf } from '#storage/files/folders.ts'
import { libraryOf } from '#storage/home.ts'
import type { Manifest } from './manifest.ts'

/** Differences between the packed entries and the contents that the library's copy expects. */
export interface Differences {
  /** Deleted by its owner since the copy was made: ids. */
  readonly gone: { readonly [K in keyof LibraryContents]: readonly string[] }
  /** The library knows it still: paths. */
  readonly missing: readonly string[]
  /** Other bytes than were stored: paths. */
  readonly changed: readonly string[]
}

/** Holds `entries` against what the copy of a library expects, and both against the library of `home` as it is by now. */
export function compare(
  home: string,
  expected: LibraryContents,
  entries: Manifest['entries'],
): Differences {
  const packed = new Map(entries.map(({ path, sha256 }) => [path, sha256]))
  const now = contentsNow(home)
  const files = expected.files.map((file) => ({
    ...file,
    path: `files/${folderOf(file.account)}/${file.id}`,
  }))
  const lostFiles = files.filter(({ path }) => !packed.has(path))
  const recordingOf = (id: string): string => `voices/${id}/recording`
  const lostVoices = expected.voices.filter((id) => !packed.has(recordingOf(id)))
  const lostAnswers = expected.answers.filter((id) => !packed.has(`answers/${id}`))
  const knownFiles = new Set(now.files.map(({ id }) => id))
  return {
    gone: {
      files: lostFiles.map(({ id }) => id).filter((id) => !knownFiles.has(id)),
      voices: lostVoices.filter((id) => !now.voices.includes(id)),
      // An answer without its bytes is asked for again.
      answers: lostAnswers,
    },
    missing: [
      ...lostFiles.filter(({ id }) => knownFiles.has(id)).map(({ path }) => path),
      ...lostVoices.filter((id) => now.voices.includes(id)).map(recordingOf),
    ],
    changed: files
      .filter(({ path, sha256 }) => packed.has(path) && packed.get(path) !== sha256)
      .map(({ path }) => path),
  }
}

function contentsNow(home: string): LibraryContents {
  const database = readDatabase(libraryOf(home))
  if (!database) return { files: [], voices: [], answers: [] }
  try {
    return contentsOf(database)
  } finally {
    database.close()
  }
}
