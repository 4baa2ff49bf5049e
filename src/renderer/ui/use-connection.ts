import { useSyncExternalStore } from 'react'
import { getConnection, subscribeConnection } from '#renderer/client.ts'
import type { Connection } from '#renderer/socket.ts'

/** How the window stands with the engine, now and whenever it changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribeConnection, getConnection)
}
