import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type ServerProcess, startServerProcess } from './server-process.test-support.ts'

/** Redis, on this computer alone. */
export interface RedisServer {
  readonly url: string
  /** Ends it, as a power cut does with SIGKILL. */
  end(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again at the same address, with its data or without it. */
  startAgain(how: { readonly keepsData: boolean }): Promise<void>
  /** Ends it and removes its folder. */
  stop(): Promise<void>
}

/** Starts Redis with a folder of its own; `options` are added to its command line. */
export async function startRedis(options: readonly string[] = []): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-redis-'))
  const port = await freePort()
  const start = (): Promise<ServerProcess> =>
    startServerProcess({
      program: 'redis-server',
      args: [
        ...['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder],
        ...['--appendonly', 'yes', '--save', '', ...options],
      ],
      isReady: (output) => /Ready to accept connections/.test(output),
    })
  let server = await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    end: (signal) => server.stop(signal),
    async startAgain({ keepsData }) {
      if (!keepsData) rmSync(join(folder, 'appendonlydir'), { recursive: true, force: true })
      server = await start()
    },
    async stop() {
      await server.stop('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
