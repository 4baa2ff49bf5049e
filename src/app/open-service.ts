import { join } from 'node:path'
import { NO_RESERVE, type Reserve } from '#storage/db/reserve.ts'
import type { Awaitable, RowDatabase } from '#storage/db/steps.ts'
import { createLiveProcess, type LiveProcess } from '#storage/live-process.ts'
import { openShared } from '#storage/open-shared.ts'
import type { PostgresDatabase } from '#storage/postgres/database.ts'
import type { ServiceNode } from '#storage/postgres/node.ts'

/** Where a program keeps its rows. */
export interface LibraryPlace {
  readonly home: string
  /** Address of the database of a service ("postgres://…"); undefined: the library of the data folder. */
  readonly database?: string | undefined
}

/** What a command needs to change rows beside servers that may be running. */
export interface CommandLibrary {
  readonly database: RowDatabase
  readonly reserve: Reserve
  readonly process: LiveProcess
  readonly now: () => Date
  close(): Awaitable<void>
}

/** The database of a service, with this program as one of its nodes. */
export interface Service {
  readonly database: PostgresDatabase
  readonly node: ServiceNode
  /** Counts a request of a token at all nodes: see rate-minutes.ts. */
  countRequest(tokenId: string, perMinute: number): Promise<number | undefined>
  close(): Promise<void>
}

/**
 * Folder of the bytes of a service on this computer, where it has no other store: below the data folder, as a library of the data folder itself
 * would take its files for strange ones.
 */
export function folderOfService(home: string): string {
  return join(home, 'service')
}

/** Folder of the bytes of a data folder or of a service on this computer. */
export function bytesFolderOf({ home, database }: LibraryPlace): string {
  return database === undefined ? home : folderOfService(home)
}

/** Few: a command asks one thing after the other. */
const CONNECTIONS_OF_COMMAND = 2

/** The library of a data folder, for a command. Throws AppError('storage/failed') and ('storage/busy'). */
function openLocal(home: string): CommandLibrary {
  const now = (): Date => new Date()
  return { ...openShared(home), process: createLiveProcess(process.pid), now }
}

/** The library of a data folder or of a service, for a command. Throws AppError. */
export async function openLibrary({
  home,
  database: address,
}: LibraryPlace): Promise<CommandLibrary> {
  if (address === undefined) return openLocal(home)
  // Only where it is asked for: it takes longer to load than the rest of a command.
  const { openPostgres } = await import('#storage/postgres/database.ts')
  const { lookAtNodes } = await import('#storage/postgres/node.ts')
  const database = await openPostgres(address, { connections: CONNECTIONS_OF_COMMAND })
  try {
    const nodes = await lookAtNodes(database)
    return { database, reserve: NO_RESERVE, process: nodes, now: nodes.now, close: database.close }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens the database of a service and joins its nodes. Throws AppError in one line. */
export async function openService(
  address: string,
  onBug: (error: unknown) => void,
): Promise<Service> {
  const { openPostgres } = await import('#storage/postgres/database.ts')
  const { joinNodes } = await import('#storage/postgres/node.ts')
  const { createRateMinutes } = await import('#storage/postgres/rate-minutes.ts')
  const database = await openPostgres(address)
  try {
    const node = await joinNodes(database, { onBug })
    return {
      ...{ database, node, countRequest: createRateMinutes(database) },
      async close() {
        await node.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
