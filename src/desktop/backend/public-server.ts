import { join } from 'node:path'
import type { App } from '#app/app.ts'
import { openServer, type Server } from '#server/server.ts'

const HOST = '127.0.0.1'
const USUAL_PORT = 7070
const ANY_FREE_PORT = 0
/** Shorter than the main process waits for the whole engine. */
const CLOSING_MS = 3_000

/**
 * The local API beside the desktop window: at `wanted`, else at the usual port, else (somebody has taken that one) at
 * any free one. Its requests are written to the `logs` of the data folder. Without a single port the window still works, so then there is none and `onBug` hears why.
 */
export async function openPublicServer(
  app: App,
  home: string,
  wanted: string | undefined,
  onBug: (error: unknown) => void,
): Promise<Server | undefined> {
  const first = wanted === undefined ? USUAL_PORT : Number(wanted)
  for (const port of [first, ANY_FREE_PORT]) {
    try {
      return await openServer(app, {
        host: HOST,
        port,
        onBug,
        limits: { closeTimeoutMs: CLOSING_MS },
        requestLog: { folder: join(home, 'logs'), level: 'info' },
      })
    } catch (error) {
      onBug(error)
    }
  }
  return undefined
}
