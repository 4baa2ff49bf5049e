import type { Call, Method, On } from '#shared/api.ts'
import type { Bridge } from '#shared/bridge.ts'
import { AppError } from '#shared/errors.ts'
import {
  checkSession,
  isKnownServer,
  signInFromUrl,
  socketProtocols,
  syncSessionAcrossTabs,
  useSession,
} from './session.ts'
import { type Connection, createSocketTransport, type Transport } from './socket.ts'

declare global {
  interface Window {
    /** Only in the desktop's window: error classes do not cross its bridge, so failures travel as data. */
    readonly griot?: Bridge
  }
}

let connection: Connection = { status: 'connecting' }
const listeners = new Set<() => void>()

const transport = window.griot ? createDesktopTransport(window.griot) : createBrowserTransport()

/** Ask the engine. Rejects with AppError for what a person can mend, ConnectionLost, or Error for a bug. */
export const call: Call = transport.call

/** Hear what the engine says unasked; the answer ends the listening. */
export const on: On = transport.on

/** Try to reach the engine now instead of after the pause. */
export const retryNow: () => void = transport.retryNow

/** How the window stands with the engine now. */
export function getConnection(): Connection {
  return connection
}

/** Be told whenever the connection changes; the answer ends it. */
export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setConnection(next: Connection): void {
  connection = next
  for (const listener of listeners) listener()
}

function createDesktopTransport(bridge: Bridge): Transport {
  setConnection({ status: 'connected' })
  const callBridge = async (method: Method, input: unknown): Promise<unknown> => {
    const result = await bridge.call(method, input)
    if (!('failure' in result)) return result.output
    const { code, message } = result.failure
    throw code === 'bug' ? new Error(message) : new AppError(code, message)
  }
  // The bridge carries plain values; the engine's end has checked them against the contract.
  return { call: callBridge as Call, on: bridge.on as On, retryNow: () => undefined }
}

/** The engine over a socket, as soon as this browser is signed in and for as long as it is. */
function createBrowserTransport(): Transport {
  signInFromUrl()
  syncSessionAcrossTabs()
  const authentication = {
    protocols: () => {
      const session = useSession.getState()
      return session.status === 'signed-in' ? socketProtocols(session.secret) : undefined
    },
    verifyServer: isKnownServer,
    onClosed: () => void checkSession(),
  }
  const socketTransport = createSocketTransport(
    socketUrl(window.location),
    authentication,
    setConnection,
  )
  useSession.subscribe(socketTransport.retryNow)
  window.addEventListener('hashchange', signInFromUrl)
  return socketTransport
}

function socketUrl(page: Location): string {
  const url = new URL('/studio/socket', page.href)
  url.protocol = page.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}
