import { jwtSettingsOf } from '#app/access/jwt-settings.ts'
import { openApp } from '#app/open.ts'
import { providerSettingsOf } from '#app/services/providers.ts'
import { signingKeySettingsOf } from '#provenance/c2pa/key-settings.ts'
import type { KeyEncryption } from '#provenance/c2pa/key-store.ts'
import { AppError } from '#shared/errors.ts'
import { homeFolder } from '#storage/home.ts'
import { openLog } from './log.ts'
import { openParent } from './parent.ts'
import { openPublicServer } from './public-server.ts'
import { serveWindow } from './serve-window.ts'

// The core inside Electron's utility process.
const [resources = '', version = ''] = process.argv.slice(2)
const home = homeFolder(process.env)
const report = openLog(home, (text) => process.stderr.write(text))
process.on('uncaughtExceptionMonitor', report)

const parent = openParent(process.parentPort, {
  onWindow(port) {
    opened.then((engine) => engine && serveWindow(engine.app, port, report)).catch(report)
  },
  onClose() {
    close().then(
      () => process.exit(0),
      (error) => {
        report(error)
        process.exit(1)
      },
    )
  },
})

const opened = open().catch((error) => {
  report(error)
  parent.fail(error instanceof AppError ? error.message : `The engine could not start: ${error}`)
  return undefined
})

async function open() {
  const key = process.env['GRIOT_API_KEY']
  const app = await openApp({
    home,
    resources,
    version,
    startWorker: parent.startWorker,
    ffmpegPath: process.env['FFMPEG_PATH'],
    searchPath: process.env['PATH'],
    extraKeys: key ? [key] : [],
    jwt: jwtSettingsOf(process.env),
    providers: providerSettingsOf(process.env),
    signingKey: signingKeySettingsOf(process.env),
    encryption: await keyEncryption(),
    desktop: { chooseSavePath: parent.chooseSavePath },
    onBug: report,
    onNotice: report,
  })
  const server = await openPublicServer(app, home, process.env['GRIOT_PORT'], report)
  if (server) {
    app.servedAt(server.url)
    // Where no port is to be had, there is nothing that a key would open.
    await app.access.makeFirst().catch(report)
  }
  return { app, server }
}

/** Where the system keeps no secrets, the key lies in a file that its owner alone may read. */
async function keyEncryption(): Promise<KeyEncryption | undefined> {
  const found = await parent.keyEncryption()
  if (!found)
    report(
      'This system has no keyring that Griot can use: the signing key lies unsealed in the data folder, readable by its owner alone.',
    )
  return found
}

async function close(): Promise<void> {
  const engine = await opened
  await engine?.server?.close()
  await engine?.app.close()
}
