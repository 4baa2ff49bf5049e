import type { Call, Method, On } from '#shared/api.ts'
import type { Bridge } from '#shared/bridge.ts'
import { AppError } from '#shared/errors.ts'
import {
  checkSession,
  requestSocketProtocols,
  signInFromUrl,
  startSession,
  useSession,
} from './session.ts'
import { type Connection, createSocketTransport, type Transport } from './socket.ts'

declare global {
  interface Window {
    /**
     * Defined in the desktop's window only. Error classes do not survive the bridge, so failures are passed as data.
     */
    readonly griot?: Bridge
  }
}

let connection: Connection = { status: 'connecting' }
const listeners = new Set<() => void>()

const transport = window.griot ? createDesktopTransport(window.griot) : createBrowserTransport()

/**
 * Calls a method of the backend. Rejects with AppError for an error that the user can act on, ConnectionLostError, or
 * Error for a bug.
 */
export const call: Call = transport.call

/** Subscribes to an event of the backend. Returns the function that unsubscribes. */
export const on: On = transport.on

/** Retries the connection now instead of after the delay. */
export const retryNow: () => void = transport.retryNow

/** Current state of the connection to the backend. */
export function getConnection(): Connection {
  return connection
}

/** Calls the listener on every change of the connection. Returns the function that unsubscribes. */
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
  // The bridge carries plain values, which the backend has validated against the contract.
  return { call: callBridge as Call, on: bridge.on as On, retryNow: () => undefined }
}

/** Connects to the backend over a WebSocket while this browser is signed in. */
function createBrowserTransport(): Transport {
  void startSession()
  const authentication = {
    isSignedIn: () => useSession.getState().status === 'signed-in',
    requestProtocols: requestSocketProtocols,
    onClosed: () => void checkSession(),
  }
  const socketTransport = createSocketTransport(
    socketUrl(window.location),
    authentication,
    setConnection,
  )
  useSession.subscribe(socketTransport.retryNow)
  window.addEventListener('hashchange', () => void signInFromUrl())
  removeFormerProgram().catch(() => undefined)
  return socketTransport
}

/**
 * Removes what another program may have left in this browser for this address, while Griot did not run: service workers, and a
 * cached page.
 */
async function removeFormerProgram(): Promise<void> {
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  for (const worker of workers) await worker.unregister()
  await fetch('/', { cache: 'reload' })
}

function socketUrl(page: Location): string {
  const url = new URL('/studio/socket', page.href)
  url.protocol = page.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}
