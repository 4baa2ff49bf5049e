import { join } from 'node:path'
import type { App } from '#app/app.ts'
import { LOG_LEVELS } from '#server/http/request-log.ts'
import { openServer, type Server } from '#server/server.ts'

const HOST = '127.0.0.1'
const DEFAULT_PORT = 7070
const ANY_FREE_PORT = 0
/** Shorter than the main process waits for the whole backend to close. */
const CLOSE_TIMEOUT_MS = 3_000

/** What the owner has set of the API beside the window; left out: the default. */
export interface PublicServerSettings {
  readonly port?: string | undefined
  /** Requests a minute for each token. */
  readonly ratePerMinute?: number | undefined
  /** Characters in one text. */
  readonly textLimit?: number | undefined
  readonly logLevel?: string | undefined
}

/**
 * Opens the local API beside the desktop window at the port of the settings, or at the default one; if that port is taken, at
 * any free one. Logs its requests in the `logs` folder of the data folder. The window works without a port too, so undefined
 * is returned if none can be opened, and `onBug` receives the reason.
 */
export async function openPublicServer(
  app: App,
  home: string,
  onBug: (error: unknown) => void,
  { port: preferred, ratePerMinute, textLimit, logLevel }: PublicServerSettings,
): Promise<Server | undefined> {
  const first = preferred === undefined ? DEFAULT_PORT : Number(preferred)
  const level = LOG_LEVELS.find((name) => name === logLevel?.toLowerCase()) ?? 'info'
  for (const port of [first, ANY_FREE_PORT]) {
    try {
      return await openServer(app, {
        host: HOST,
        port,
        onBug,
        limits: { closeTimeoutMs: CLOSE_TIMEOUT_MS },
        requestLog: { folder: join(home, 'logs'), level },
        ratePerMinute,
        ...(textLimit === undefined ? {} : { textLimit }),
      })
    } catch (error) {
      onBug(error)
    }
  }
  return undefined
}
