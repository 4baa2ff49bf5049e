import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JwtSettings, jwtSettingsOf } from '#app/access/jwt-settings.ts'
import { type ProviderSettings, providerSettingsOf } from '#app/services/providers.ts'
import type { FfmpegPlaces } from '#media/ffmpeg-places.ts'
import { type SigningKeySettings, signingKeySettingsOf } from '#provenance/c2pa/key-settings.ts'
import { homeFolder } from '#storage/home.ts'
import { UsageError } from './help.ts'

export const DEFAULT_PORT = '7070'

/** Where the program's own files are and what the shell around it has set. */
export interface Environment {
  readonly version: string
  readonly home: string
  readonly resources: string
  readonly models: string
  /** The built renderer. */
  readonly studio: string
  readonly synthEntry: string
  readonly ffmpeg: FfmpegPlaces
  readonly port: string | undefined
  readonly extraKeys: readonly string[]
  readonly jwt: JwtSettings
  readonly providers: ProviderSettings
  /** An operator's own signing key; without one, this installation makes its own. */
  readonly signingKey: SigningKeySettings
  readonly logLevel: string | undefined
  /** Of encrypted backups. */
  readonly backupPassphrase: string | undefined
  /** The program that opens web pages, where the person has named one. */
  readonly browser: string | undefined
  /** How a command of this program is typed here. */
  readonly typed: string
}

/** `entry`: the folder of the running command: `src/cli` in a checkout, `out/main` when built; both lie two below the root. */
export function readEnvironment(
  entry: string,
  isSource: boolean,
  variables: Readonly<Record<string, string | undefined>>,
): Environment {
  const root = join(entry, '../..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const home = homeFolder(variables)
  const key = variables['GRIOT_API_KEY']
  return {
    version,
    home,
    resources: join(root, 'resources'),
    models: join(root, 'models'),
    studio: join(root, 'out/renderer'),
    synthEntry: isSource ? join(root, 'src/speech/worker/index.ts') : join(entry, 'synth.js'),
    ffmpeg: {
      ffmpegPath: variables['FFMPEG_PATH'],
      searchPath: variables['PATH'],
      directory: join(home, 'ffmpeg'),
    },
    // Set to nothing, as container files do, is not set.
    port: variables['GRIOT_PORT'] || undefined,
    extraKeys: key ? [key] : [],
    jwt: jwtSettingsOf(variables),
    providers: providerSettingsOf(variables),
    signingKey: signingKeySettingsOf(variables),
    logLevel: variables['GRIOT_LOG_LEVEL'] || undefined,
    backupPassphrase: variables['GRIOT_BACKUP_PASSPHRASE'] || undefined,
    browser: variables['BROWSER'] || undefined,
    typed: /^(start|griot)$/.test(variables['npm_lifecycle_event'] ?? '')
      ? 'npm run -s griot --'
      : 'griot',
  }
}

/** A port as a person writes it; 0 is any free one. Throws UsageError. */
export function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`"${text}" is no port: give a whole number from 0 to 65535.`)
  return port
}
