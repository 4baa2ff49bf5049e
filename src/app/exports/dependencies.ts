import type { ExportedFileRecord } from '#history/exported-files.ts'
import type { GetFfmpeg } from '#media/ffmpeg.ts'
import type { EncodingOptions } from '#media/render.ts'
import type { AudioChunk } from '#shared/audio.ts'
import type { ExportOrder } from '#shared/export-order.ts'
import type { SignableFormat } from '#shared/formats.ts'
import type { ScriptLine } from '#shared/script.ts'
import type { Speaker } from '#speech/speaker.ts'
import type { Downloads } from './downloads.ts'
import type { ReadTake } from './speak-part.ts'

export type ExportRequest = ExportOrder & { readonly jobId: string }

export interface ExporterDependencies {
  readonly speaker: Speaker
  /** Reads the takes that an order names; left out: every line is spoken. */
  readonly readTake?: ReadTake | undefined
  readonly getFfmpeg: GetFfmpeg
  readonly render: (
    chunks: AsyncIterable<AudioChunk>,
    output: EncodingOptions,
    signal: AbortSignal,
  ) => AsyncGenerator<Uint8Array>
  /** Signs a finished file, which will be called `name`; returns where the sidecar is, if there is one. */
  readonly sign: (
    path: string,
    name: string,
    request: {
      readonly title: string
      readonly lines: readonly ScriptLine[]
      readonly format: SignableFormat
    },
    signal: AbortSignal,
  ) => Promise<string | undefined>
  /** What remembers the files that are made. Left out: nothing does, and they wait for a browser for an hour. */
  readonly library?: ExportLibrary | undefined
  /** Folder for what is being made. */
  readonly folder: string
  readonly downloads: Downloads
  /** Left out: finished files wait for a browser. */
  readonly desktop?: ExportDesktop | undefined
  /** Where a desktop saves files without asking; left out or empty: it asks. */
  readonly exportFolder?: (() => string) | undefined
}

/** Remembers exported files. */
export interface ExportLibrary {
  /** Folder of the files that browsers fetch: they stay there until they are deleted. */
  readonly folder: string
  /** Remembers a file that was made; never throws. */
  remember(file: ExportedFileRecord): void
}

/** A desktop, where a person chooses where files go. Undefined where they cancel. */
export interface ExportDesktop {
  chooseSavePath(fileName: string): Promise<string | undefined>
  chooseFolder(): Promise<string | undefined>
  showInFolder(path: string): void
}
