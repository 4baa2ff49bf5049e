import { openServer, type Server, type ServerOptions } from './server.ts'
import { openToneApp, type ToneApp, type ToneAppOptions } from './tone-app.test-support.ts'

export interface ToneServer {
  readonly tone: ToneApp
  readonly server: Server
  /** Ends the server, then the engine, and takes its folder away. */
  close(): Promise<void>
}

export interface ToneServerOptions extends Partial<ServerOptions> {
  readonly engine?: ToneAppOptions
}

/** The tone engine served on a free port of this machine. */
export async function openToneServer(options: ToneServerOptions = {}): Promise<ToneServer> {
  const { engine, ...serverOptions } = options
  const tone = openToneApp(engine)
  const server = await serveTone(tone, serverOptions)
  return {
    ...{ tone, server },
    async close() {
      await server.close()
      await tone.close()
    },
  }
}

/** A server, or one more, of an engine that is open already; whoever opens it closes it. Bugs come to `tone.bugs`. */
export function serveTone(tone: ToneApp, options: Partial<ServerOptions> = {}): Promise<Server> {
  const onBug = (error: unknown, requestId: string): void => {
    tone.bugs.push({ error, requestId })
  }
  return openServer(tone.app, { host: '127.0.0.1', port: 0, onBug, ...options })
}
