import { join } from 'node:path'
import { type RunningNode, startNode, withClockOff } from '#cli/service.test-support.ts'
import { type PostgresServer, startPostgres } from '#testing/services/postgres.test-support.ts'

/** Two nodes on one database. */
export interface TwoNodes {
  readonly postgres: PostgresServer
  readonly nodes: readonly [RunningNode, RunningNode]
  /** The first key, which one of them has made. */
  readonly key: string
  close(): Promise<void>
}

/** Starts both at once, with clocks that are five minutes apart, on a database without any table. Their data lie in `folder`. */
export async function startTwoNodes(folder: string): Promise<TwoNodes> {
  const postgres = await startPostgres()
  try {
    const nodes = await Promise.all([
      startNode(join(folder, 'one'), postgres.url),
      startNode(join(folder, 'two'), postgres.url, withClockOff(-5)),
    ])
    const key = nodes.map(({ firstKey }) => firstKey ?? '').find((one) => one !== '') ?? ''
    return {
      ...{ postgres, nodes, key },
      async close() {
        await Promise.all(nodes.map((node) => node.end()))
        postgres.stop()
      },
    }
  } catch (error) {
    postgres.stop()
    throw error
  }
}

/** A request that sends `body`. */
export const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
