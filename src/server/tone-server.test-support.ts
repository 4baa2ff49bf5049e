import { openServer, type Server, type ServerOptions } from './server.ts'
import { openToneApp, type ToneApp, type ToneAppOptions } from './tone-app.test-support.ts'

export interface ToneServer {
  readonly tone: ToneApp
  readonly server: Server
  /** Ends the server, then the app, and takes its folder away. */
  close(): Promise<void>
}

export interface ToneServerOptions extends Partial<ServerOptions> {
  readonly app?: ToneAppOptions
}

/** The tone app served on a free port of this machine. */
export async function openToneServer(options: ToneServerOptions = {}): Promise<ToneServer> {
  const { app, ...serverOptions } = options
  const tone = openToneApp(app)
  const server = await serveTone(tone, serverOptions)
  return {
    ...{ tone, server },
    async close() {
      await server.close()
      await tone.close()
    },
  }
}

/** A server, or one more, of an app that is open already; whoever opens it closes it. Bugs come to `tone.bugs`. */
export function serveTone(tone: ToneApp, options: Partial<ServerOptions> = {}): Promise<Server> {
  const onBug = (error: unknown, requestId: string): void => {
    tone.bugs.push({ error, requestId })
  }
  return openServer(tone.app, { host: '127.0.0.1', port: 0, onBug, ...options })
}
