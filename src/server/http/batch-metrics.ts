import { Gauge, type Registry } from 'prom-client'
import type { Batches } from '#batches/batches.ts'

/** The rows are asked at most once in so many milliseconds, however many ask for the measures. */
const FRESH_MS = 5_000

type Backlog = Awaited<ReturnType<Batches['backlog']>>

/**
 * Measures the chunks of all batches by their state, and how long the oldest batch has waited. Every node of a service tells the same:
 * take the largest, not the sum. While the database is away they are missing.
 */
export function measureBatches(
  registers: Registry[],
  batches: Pick<Batches, 'backlog'>,
  clock: () => number = () => performance.now(),
): void {
  let asked: { readonly at: number; readonly answer: Promise<Backlog | undefined> } | undefined
  const backlog = (): Promise<Backlog | undefined> => {
    if (!asked || clock() - asked.at >= FRESH_MS)
      asked = { at: clock(), answer: batches.backlog().catch(() => undefined) }
    return asked.answer
  }
  new Gauge({
    name: 'griot_batch_chunks',
    help: 'Chunks of lines of batches: those that wait for a worker, are being spoken, wait in a paused batch, or are dead letters.',
    labelNames: ['state'],
    registers,
    async collect() {
      const found = await backlog()
      this.reset()
      for (const [state, count] of Object.entries(found?.chunks ?? {})) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'griot_batch_oldest_wait_seconds',
    help: 'How long ago the oldest batch of which something still waits was begun; 0 where nothing waits.',
    registers,
    async collect() {
      const found = await backlog()
      if (found) this.set(found.oldestWaitSeconds)
      else this.remove()
    },
  })
}
