import type { Call, Method, On } from '#shared/api.ts'
import type { Bridge } from '#shared/bridge.ts'
import { AppError } from '#shared/errors.ts'
import {
  checkSession,
  followOtherTabs,
  isTheEngine,
  protocolsOf,
  signInByAddress,
  useSession,
} from './session.ts'
import { type Connection, openSocket, type Road } from './socket.ts'

declare global {
  interface Window {
    /** Only in the desktop's window: error classes do not cross its bridge, so failures travel as data. */
    readonly griot?: Bridge
  }
}

let connection: Connection = { status: 'connecting' }
const watchers = new Set<() => void>()

const road = window.griot ? desktopRoad(window.griot) : browserRoad()

/** Ask the engine. Rejects with AppError for what a person can mend, ConnectionLost, or Error for a bug. */
export const call: Call = road.call

/** Hear what the engine says unasked; the answer ends the listening. */
export const on: On = road.on

/** Try to reach the engine now instead of after the pause. */
export const retryNow: () => void = road.retryNow

/** How the window stands with the engine now. */
export function currentConnection(): Connection {
  return connection
}

/** Be told whenever the connection changes; the answer ends it. */
export function watchConnection(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function connectionBecomes(next: Connection): void {
  connection = next
  for (const watcher of watchers) watcher()
}

function desktopRoad(bridge: Bridge): Road {
  connectionBecomes({ status: 'connected' })
  const ask = async (method: Method, input: unknown): Promise<unknown> => {
    const answer = await bridge.call(method, input)
    if (!('failure' in answer)) return answer.output
    const { code, message } = answer.failure
    throw code === 'bug' ? new Error(message) : new AppError(code, message)
  }
  // The bridge carries plain values; the engine's end has checked them against the contract.
  return { call: ask as Call, on: bridge.on as On, retryNow: () => undefined }
}

/** The engine over a socket, as soon as this browser is signed in and for as long as it is. */
function browserRoad(): Road {
  signInByAddress()
  followOtherTabs()
  const pass = {
    protocols: () => {
      const session = useSession.getState()
      return session.status === 'signed-in' ? protocolsOf(session.secret) : undefined
    },
    isTheEngine,
    wasRefused: () => void checkSession(),
  }
  const opened = openSocket(socketUrl(window.location), pass, connectionBecomes)
  useSession.subscribe(opened.retryNow)
  window.addEventListener('hashchange', signInByAddress)
  return opened
}

function socketUrl(page: Location): string {
  const url = new URL('/studio/socket', page.href)
  url.protocol = page.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}
