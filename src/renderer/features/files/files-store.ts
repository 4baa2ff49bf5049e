import { create } from 'zustand'
import type { Loadable } from '#renderer/ui/loadable.ts'
import type { Output } from '#shared/api.ts'
import type { Measured, SpeechSource } from '#shared/history.ts'
import type { FILE_SOURCES, LibraryFile } from '#shared/library-files.ts'
import type { Verdict } from '#shared/provenance.ts'

type FileSource = (typeof FILE_SOURCES)[number]

interface FilesState {
  readonly listing: Loadable<Output<'files.list'>>
  readonly search: string
  /** Empty: from everywhere. */
  readonly source: FileSource | ''
  /** File whose signature is being verified, with the verdict once there is one. */
  readonly verified:
    | { readonly file: LibraryFile; readonly verdict: Verdict | undefined }
    | undefined
}

/** Files of the library, as the host knows them, and what is shown of them. */
export const useFiles = create<FilesState>(() => ({
  listing: { status: 'loading' },
  search: '',
  source: '',
  verified: undefined,
}))

interface HistoryState {
  readonly page: Loadable<Output<'history.list'>>
  readonly measured: readonly Measured[]
  readonly search: string
  /** Empty: from everywhere. */
  readonly source: SpeechSource | ''
}

/** What was spoken, as far as it is loaded. */
export const useHistory = create<HistoryState>(() => ({
  page: { status: 'loading' },
  measured: [],
  search: '',
  source: '',
}))
