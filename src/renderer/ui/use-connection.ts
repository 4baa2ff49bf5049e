import { useSyncExternalStore } from 'react'
import { getConnection, subscribeConnection } from '#renderer/client.ts'
import type { Connection } from '#renderer/socket.ts'

/** State of the connection, updated on every change. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribeConnection, getConnection)
}
