import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FfmpegSearch } from '#media/ffmpeg-candidates.ts'
import { type SigningKeySettings, signingKeySettingsOf } from '#provenance/c2pa/key-settings.ts'
import { homeFolder } from '#storage/home.ts'
import {
  readStoredSettings,
  type SettingValues,
  withStoredSettings,
} from '#storage/settings-file.ts'
import { UsageError } from './usage-error.ts'

export const DEFAULT_PORT = '7070'

/** Places of the program's own files, and the settings of the shell around it. */
export interface Environment {
  /** Environment variables as they were given to this program. */
  readonly given: Readonly<Record<string, string | undefined>>
  /** The same, with stored settings in the place of those that are not set. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** The settings that the data folder keeps. */
  readonly stored: SettingValues
  readonly version: string
  readonly home: string
  readonly resources: string
  readonly models: string
  /** The built renderer. */
  readonly studio: string
  readonly speechWorkerEntry: string
  readonly translationWorkerEntry: string
  readonly modelProcessEntry: string
  readonly ffmpeg: FfmpegSearch
  readonly port: string | undefined
  readonly extraKeys: readonly string[]
  /** Address of the database of a service; undefined: the library of the data folder. */
  readonly database: string | undefined
  /** Secret that all nodes and workers of a service share. */
  readonly clusterSecret: string | undefined
  /** An operator's own signing key; without one, this installation makes its own. */
  readonly signingKey: SigningKeySettings
  readonly logLevel: string | undefined
  /** Where a server keeps its bytes; undefined: in the data folder. */
  readonly blobs: string | undefined
  /** Passphrase of encrypted backups. */
  readonly backupPassphrase: string | undefined
  /** Program that opens web pages, if the person has named one. */
  readonly browser: string | undefined
  /** Beginning of a command line of this program, as it is typed here. */
  readonly typed: string
}

/** Reads the environment. `entry`: the folder of the running program, `src/cli` in a checkout, `out/main` when built. */
export function readEnvironment(
  entry: string,
  isSource: boolean,
  given: Readonly<Record<string, string | undefined>>,
): Environment {
  // Both lie two folders below the root.
  const root = join(entry, '../..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const home = homeFolder(given)
  const stored = readStoredSettings(home).values
  const variables = withStoredSettings(given, stored)
  const key = variables['GRIOT_API_KEY']
  return {
    given,
    variables,
    stored,
    version,
    home,
    resources: join(root, 'resources'),
    models: join(root, 'models'),
    studio: join(root, 'out/renderer'),
    speechWorkerEntry: isSource
      ? join(root, 'src/speech/worker/index.ts')
      : join(entry, 'speech-worker.js'),
    translationWorkerEntry: isSource
      ? join(root, 'src/app/services/translate/worker/index.ts')
      : join(entry, 'translation-worker.js'),
    modelProcessEntry: isSource
      ? join(root, 'src/inference/process/index.ts')
      : join(entry, 'model-process.js'),
    ffmpeg: {
      ffmpegPath: variables['FFMPEG_PATH'],
      searchPath: variables['PATH'],
      directory: join(home, 'ffmpeg'),
    },
    // Container files set an empty value where they mean none.
    port: variables['GRIOT_PORT'] || undefined,
    extraKeys: key ? [key] : [],
    database: variables['GRIOT_DATABASE'] || undefined,
    clusterSecret: variables['GRIOT_CLUSTER_SECRET'] || undefined,
    signingKey: signingKeySettingsOf(variables),
    blobs: variables['GRIOT_BLOBS'] || undefined,
    logLevel: variables['GRIOT_LOG_LEVEL'] || undefined,
    backupPassphrase: variables['GRIOT_BACKUP_PASSPHRASE'] || undefined,
    browser: variables['BROWSER'] || undefined,
    typed: /^(start|griot)$/.test(variables['npm_lifecycle_event'] ?? '')
      ? 'npm run -s griot --'
      : 'griot',
  }
}

/** Port number from its text; 0 is any free port. Throws UsageError. */
export function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`"${text}" is not a port. Give a whole number from 0 to 65535.`)
  return port
}
