import { useSyncExternalStore } from 'react'
import { currentConnection, watchConnection } from '#renderer/call.ts'
import type { Connection } from '#renderer/socket.ts'

/** How the window stands with the engine, now and whenever it changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(watchConnection, currentConnection)
}
