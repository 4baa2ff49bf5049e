import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative, sep } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer as createViteServer, type Plugin, type ViteDevServer } from 'vite'
import type { DevHost } from './dev-host.ts'

const HOST = '127.0.0.1'
/** Paths that the host answers: sign-in, socket, downloads. */
const FOR_HOST = '^/studio/'
/** Editors write a file in several steps, and git many files. */
const SETTLE_MS = 150

/** Has a port for the page; 0 takes any free one. Throws in words where it is taken. */
export async function openPagePort(port: number): Promise<Server> {
  const http = createServer()
  http.listen(port, HOST)
  try {
    await once(http, 'listening')
    return http
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken) throw error
    throw new Error(
      `Port ${port} on ${HOST} is in use by another program, perhaps by another "npm run dev". Stop that one, or choose another port: npm run dev -- --page-port ${port + 1}`,
    )
  }
}

/** The studio's page from its sources. */
export interface DevPage {
  readonly url: string
  close(): Promise<void>
}

interface Options {
  readonly root: string
  /** Listening already, and answering nothing yet. */
  readonly http: Server
  readonly host: Pick<DevHost, 'welcome' | 'isServing'>
  /** Called when files have changed that the host is made of. */
  readonly onHostChanged: () => void
}

/**
 * Serves the studio's page from its sources, with what is edited put into the open page. What it asks of the host goes on
 * there with its Host and Origin as they are: both name this server, as they would name the host itself, so that the host
 * checks of this page what it checks of its own.
 */
export async function servePage(options: Options): Promise<DevPage> {
  const { root, http, host, onHostChanged } = options
  const vite = await createViteServer({
    configFile: false,
    root: join(root, 'src/renderer'),
    // Under this name, so that what is ready for the browser is not transformed again.
    cacheDir: join(root, 'out/dev/node_modules'),
    clearScreen: false,
    // The page has one address: no other path leads to it.
    appType: 'mpa',
    plugins: [waitFor(host), react()],
    server: {
      // A server of our own: Vite's would end the process on SIGTERM, before the host has ended.
      middlewareMode: { server: http },
      ws: { server: http },
      cors: false,
      // A checkout may use the packages of another one.
      fs: { allow: [join(root, 'src'), realpathSync(join(root, 'node_modules'))] },
      proxy: { [FOR_HOST]: { target: host.welcome.url, ws: true } },
    },
  })
  http.on('request', vite.middlewares)
  watchHost(vite, root, onHostChanged)
  // A TCP server has an address object; only pipes have a string.
  const { port } = http.address() as AddressInfo
  return { url: `http://${HOST}:${port}`, close: () => vite.close() }
}

/** While the host starts anew, what the page asks of it waits. */
function waitFor(host: Options['host']): Plugin {
  return {
    name: 'griot-wait-for-host',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!new RegExp(FOR_HOST).test(request.url ?? '')) return next()
        host.isServing().then((isServing) => {
          if (isServing) return next()
          const detail = 'The host is not running. The terminal of "npm run dev" says why.'
          response.writeHead(503, { 'content-type': 'application/json' })
          response.end(JSON.stringify({ detail }))
        }, next)
      })
    },
  }
}

function watchHost({ watcher }: ViteDevServer, root: string, onChanged: () => void): void {
  let timer: NodeJS.Timeout | undefined
  watcher.add([join(root, 'src'), join(root, 'resources')])
  watcher.on('all', (_event, path) => {
    if (!isOfHost(relative(root, path))) return
    clearTimeout(timer)
    timer = setTimeout(onChanged, SETTLE_MS)
  })
}

/** Whether a file, named from the root of the checkout, is one that the host is made of. */
function isOfHost(path: string): boolean {
  const [top, layer] = path.split(sep)
  if (top === 'resources') return true
  if (top !== 'src' || ['renderer', 'desktop', 'testing'].includes(layer ?? '')) return false
  return !/\.test(-support)?\.tsx?$/.test(path)
}
