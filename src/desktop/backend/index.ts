import { jwtSettingsOf } from '#app/access/jwt-settings.ts'
import type { App } from '#app/app.ts'
import { openApp } from '#app/open.ts'
import { providerSettingsOf } from '#app/services/providers.ts'
import { packSettingsOf } from '#packs/pack-settings.ts'
import { signingKeySettingsOf } from '#provenance/c2pa/key-settings.ts'
import type { KeyEncryption } from '#provenance/c2pa/key-store.ts'
import {
  asksForCommercialOnly,
  COMMERCIAL_ONLY,
  limitToCommercialUse,
} from '#shared/commercial-only.ts'
import { AppError } from '#shared/errors.ts'
import { titleWords } from '#shared/projects.ts'
import type { SettingId } from '#shared/settings-list.ts'
import { sizeInBytes } from '#shared/sizes.ts'
import { homeFolder } from '#storage/home.ts'
import { readStoredSettings, withStoredSettings } from '#storage/settings-file.ts'
import { createErrorLog } from './log.ts'
import { connectToMainProcess } from './main-process.ts'
import { openPublicServer } from './public-server.ts'
import { serveWindow } from './serve-window.ts'

// Entry of the backend, which runs in Electron's utility process.
const [resources = '', version = ''] = process.argv.slice(2)
const home = homeFolder(process.env)
const stored = readStoredSettings(home).values
const variables = withStoredSettings(process.env, stored)
// Before any process is started.
if (asksForCommercialOnly(variables[COMMERCIAL_ONLY])) limitToCommercialUse()
const logError = createErrorLog(home, (text) => process.stderr.write(text))
process.on('uncaughtExceptionMonitor', logError)

const mainProcess = connectToMainProcess(process.parentPort, {
  onWindow(port) {
    backend.then((started) => started && serveWindow(started.app, port, logError)).catch(logError)
  },
  onMenu(command) {
    backend.then((started) => started?.app.desktop.menu(command)).catch(logError)
  },
  onOpen(what) {
    backend.then((started) => started?.app.desktop.open(what)).catch(logError)
  },
  onClose() {
    close().then(
      () => process.exit(0),
      (error) => {
        logError(error)
        process.exit(1)
      },
    )
  },
})

const backend = open().catch((error) => {
  logError(error)
  mainProcess.fail(error instanceof AppError ? error.message : `Griot could not start: ${error}`)
  return undefined
})

async function open() {
  const key = process.env['GRIOT_API_KEY']
  const app = await openApp({
    home,
    resources,
    version,
    startWorker: mainProcess.startWorker,
    startTranslator: mainProcess.startTranslator,
    startModel: mainProcess.startModel,
    ffmpegPath: variables['FFMPEG_PATH'],
    searchPath: process.env['PATH'],
    extraKeys: key ? [key] : [],
    jwt: jwtSettingsOf(variables),
    providers: providerSettingsOf(variables),
    signingKey: signingKeySettingsOf(variables),
    packs: packSettingsOf(variables),
    settings: { variables: process.env },
    hlsQuotaBytes: sizeInBytes(stored['quota.playlists'] ?? ''),
    maxFiles: numberOf('quota.files'),
    diskSpace: { keepFreeBytes: sizeInBytes(stored['quota.keep-free'] ?? '') },
    encryption: await systemEncryption(),
    desktop: {
      chooseSavePath: mainProcess.chooseSavePath,
      chooseFolder: mainProcess.chooseFolder,
      showInFolder: mainProcess.showInFolder,
      notify: mainProcess.notify,
      showTexts: mainProcess.showTexts,
    },
    onBug: logError,
    onNotice: logError,
  })
  const server = await openPublicServer(app, home, logError, {
    port: variables['GRIOT_PORT'] || undefined,
    ratePerMinute: numberOf('network.rate-limit'),
    textLimit: numberOf('network.text-limit'),
    logLevel: variables['GRIOT_LOG_LEVEL'] || undefined,
  })
  if (server) {
    app.servedAt(server.url)
    mainProcess.showApi(server.url)
    // Without a port there is no API that a key could open.
    await app.access.makeFirst().catch(logError)
  }
  keepRecent(app)
  return { app, server }
}

/** Number of projects that the menu bar offers. */
const MAX_RECENT = 10

/** Keeps the projects of the menu bar those that were opened last. */
function keepRecent(app: App): void {
  const { handlers } = app.connect((event) => {
    if (event === 'projects.changed') tell()
  })
  const tell = (): void => {
    handlers['projects.list']({})
      .then((all) => {
        const present = all.filter(
          ({ isMissing, archivedAt, deletedAt }) => !isMissing && !archivedAt && !deletedAt,
        )
        mainProcess.showRecent(
          present.slice(0, MAX_RECENT).map(({ id, title }) => ({ id, title: titleWords(title) })),
        )
      })
      .catch(logError)
  }
  tell()
}

/** A stored setting that counts something; undefined: its default. */
function numberOf(id: SettingId): number | undefined {
  const text = stored[id]
  return text === undefined ? undefined : Number(text)
}

/** Encryption by the system's keyring; without one, the signing key is a file that only its owner may read. */
async function systemEncryption(): Promise<KeyEncryption | undefined> {
  const found = await mainProcess.encryption()
  if (!found)
    logError(
      'This system has no keyring that Griot can use: the signing key is stored unencrypted in the data folder, readable by its owner only.',
    )
  return found
}

async function close(): Promise<void> {
  const started = await backend
  await started?.server?.close()
  await started?.app.close()
}
