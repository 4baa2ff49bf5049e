import type { PackTranscription } from '#inference/pack-transcription.ts'
import type { PackSettings } from '#packs/pack-settings.ts'
import type { SigningOptions } from '#provenance/open-provenance.ts'
import type { DesktopTexts } from '#shared/desktop.ts'
import type { WorkerLink } from '#speech/worker/link.ts'
import type { SpeechWorkers, SpeechWorkersOptions } from '#speech/worker/workers.ts'
import type { DiskSpaceOptions } from '#storage/disk-space.ts'
import type { JwtSettings } from './access/jwt-settings.ts'
import type { OpenBatchesOptions } from './batches/open-batches.ts'
import type { StoreOptions } from './byte-stores.ts'
import type { ProviderSettings } from './services/providers.ts'
import type { SettingsOptions } from './settings/settings.ts'

/** Paths, settings and platform services of this machine. Only a shell knows them; the app never looks for itself. */
export interface AppOptions extends SigningOptions, StoreOptions {
  /** The folder `resources/`. */
  readonly resources: string
  /** Address of the database that several nodes share; left out: the library of the data folder. */
  readonly database?: string | undefined
  /** Opens the speech of this program; left out: processes of this computer. */
  readonly openSpeech?: ((options: SpeechWorkersOptions) => SpeechWorkers) | undefined
  /** Is given the transcription by packs of this computer, and answers the one to be used; left out: that one. */
  readonly openTranscription?: ((own: PackTranscription) => PackTranscription) | undefined
  /** Starts what runs the batches, as `openBatches` says; left out: this program speaks them itself. */
  readonly startBatchRunner?: OpenBatchesOptions['startRunner']
  /** Starts a speech worker for the engine of this id. */
  readonly startWorker: (engine: string) => WorkerLink
  /** Starts the process of the built-in translator; left out: there is none. */
  readonly startTranslator?: (() => WorkerLink) | undefined
  /** Starts a process that opens a pack of models; left out: packs are not opened. */
  readonly startModel?: (() => WorkerLink) | undefined
  /** The person's own choice of ffmpeg, and the system's list of program folders to look for one. */
  readonly ffmpegPath?: string | undefined
  readonly searchPath?: string | undefined
  /** API keys to accept besides the stored ones. */
  readonly extraKeys: readonly string[]
  /** JWT settings of the operator; left out: none are accepted. */
  readonly jwt?: JwtSettings | undefined
  /** Programs that translate and transcribe, as the person said them; left out: none. */
  readonly providers?: ProviderSettings | undefined
  /** Where packs of models come from; left out: from where the catalog says. */
  readonly packs?: PackSettings | undefined
  /** Maximum size of one account's playlists on the disk, in bytes. */
  readonly hlsQuotaBytes?: number | undefined
  /** Maximum number of files of one account. */
  readonly maxFiles?: number | undefined
  /** Maximum number of batches of one account that are not over. */
  readonly maxBatches?: number | undefined
  /** A desktop asks the person where to save; without one, exports wait for a browser to fetch them. */
  readonly desktop?:
    | {
        chooseSavePath(fileName: string): Promise<string | undefined>
        /** Asks for the folder of a pack's files, or of an export of several. */
        chooseFolder(): Promise<string | undefined>
        /** Opens the system's window of files where this one is. */
        showInFolder(path: string): void
        /** Shows a notice of the system while no window is in front. */
        notify(title: string, body: string): void
        /** Shows its menus in the language of the studio. */
        showTexts(texts: DesktopTexts): void
      }
    | undefined
  /** Where settings come from besides the data folder; left out: from nowhere. */
  readonly settings?: Omit<SettingsOptions, 'home'> | undefined
  /** Space to keep free on the disk; left out: see disk-space.ts. */
  readonly diskSpace?: Omit<DiskSpaceOptions, 'folder'> | undefined
  readonly onBug: (error: unknown) => void
  /** Receives what the owner of the data folder should know and nothing here can mend. */
  readonly onNotice?: (words: string) => void
}
