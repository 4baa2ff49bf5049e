import { setTimeout as wait } from 'node:timers/promises'
import type { StoredChunk } from '#storage/db/batch-chunks.ts'
import { type FinishTools, finishBatch } from './finish.ts'
import type { BatchRunner } from './runner.ts'
import { leaseOf, workOn } from './work.ts'

export interface EmbeddedOptions extends FinishTools {
  /** Chunks in work at the same time. Left out: 2. */
  readonly concurrency?: number | undefined
  /** How often it looks for what other programs have ordered, and for what may be tried again. Left out: 2 s. */
  readonly pollMs?: number | undefined
  /** Whether the process of a lease may still be at work (storage/live-process.ts). */
  readonly isAlive: (owner: string) => boolean
}

const CONCURRENCY = 2
const POLL_MS = 2_000
/** Attempts to assemble one result before the batch is given up. */
const FINISHES = 5

/**
 * A runner inside one program: it takes chunks from the rows itself, from the accounts in turn, so that none waits for all lines of
 * another. Several programs on one library share the work. What has been begun before is spoken alone. What a program that has died had begun is begun again at once.
 */
export function createEmbeddedRunner(options: EmbeddedOptions): BatchRunner {
  const { rows, concurrency = CONCURRENCY, pollMs = POLL_MS, onBug } = options
  const closing = new AbortController()
  const { signal } = closing
  const inWork = new Map<StoredChunk, { readonly account: string; readonly done: Promise<void> }>()
  /** When each account was served last, as the number of the turn. */
  const served = new Map<string, number>()
  const failures = new Map<string, number>()
  const finishing = new Set<string>()
  let turn = 0
  let bell = new AbortController()

  const claimNext = async (): Promise<{ account: string; chunk: StoredChunk } | undefined> => {
    const busy = [...inWork.values()]
    const load = (account: string): number => busy.filter((work) => work.account === account).length
    const accounts = [...(await rows.accountsWithWork())].sort(
      (a, b) => load(a) - load(b) || (served.get(a) ?? 0) - (served.get(b) ?? 0),
    )
    for (const account of accounts) {
      const next = await rows.nextOf(account, options.now())
      // It may have ended a program: nobody else is to suffer from it a second time.
      if (next && next.attempts > 0 && inWork.size > 0) return undefined
      const isAlone = next !== undefined && next.attempts > 0
      const lease = { ...leaseOf(options), isAlone }
      const chunk = next && (await rows.retryWhileBusy(() => rows.claim(next, lease), signal))
      if (!chunk) continue
      served.set(account, ++turn)
      return { account, chunk }
    }
    return undefined
  }
  const begin = ({ account, chunk }: { account: string; chunk: StoredChunk }): void => {
    const done = workOn(chunk, options, signal)
      .then(() => finishIfDone(chunk.batchId))
      .catch(onBug)
      .finally(() => {
        inWork.delete(chunk)
        bell.abort()
      })
    inWork.set(chunk, { account, done })
  }
  const finishIfDone = async (batchId: string): Promise<void> => {
    if (signal.aborted) return
    const waiting = await rows.chunks(batchId, { after: 0, limit: 1, status: 'waiting' })
    const isCancelled = (await rows.find(batchId))?.status === 'cancelling'
    if (waiting.length === 0 || isCancelled) await finish(batchId)
  }
  const finish = async (batchId: string): Promise<void> => {
    if (finishing.has(batchId)) return
    finishing.add(batchId)
    try {
      await finishBatch(batchId, options, signal)
      failures.delete(batchId)
    } catch (error) {
      if (signal.aborted) return
      onBug(error)
      const count = (failures.get(batchId) ?? 0) + 1
      failures.set(batchId, count)
      if (count < FINISHES) return
      const words = `The result could not be assembled: ${error instanceof Error ? error.message : error} Resume the batch to try again.`
      await rows.move(batchId, { from: ['finalizing'], to: 'failed', error: words })
      failures.delete(batchId)
    } finally {
      finishing.delete(batchId)
    }
  }
  const fill = async (): Promise<void> => {
    const isAlone = (): boolean => [...inWork.keys()].some(({ attempts }) => attempts > 1)
    while (inWork.size < concurrency && !isAlone() && !signal.aborted) {
      const next = await claimNext()
      if (!next) return
      begin(next)
    }
  }
  const look = async (): Promise<void> => {
    for (const owner of await rows.owners())
      if (owner !== options.owner && !options.isAlive(owner)) await rows.freeLeases(owner)
    for (const { id } of await rows.inStatus(['in_progress', 'finalizing', 'cancelling']))
      await finishIfDone(id)
  }
  const run = async (): Promise<void> => {
    let lookAt = 0
    while (!signal.aborted) {
      bell = new AbortController()
      try {
        if (performance.now() >= lookAt) {
          await look()
          lookAt = performance.now() + pollMs
        }
        await fill()
      } catch (error) {
        if (!signal.aborted) onBug(error)
      }
      const either = AbortSignal.any([bell.signal, signal])
      await wait(pollMs, undefined, { signal: either, ref: false }).catch(() => undefined)
    }
    await Promise.all([...inWork.values()].map(({ done }) => done))
  }
  const running = run()
  return {
    wake: () => bell.abort(),
    async close() {
      closing.abort()
      bell.abort()
      await running
    },
  }
}
