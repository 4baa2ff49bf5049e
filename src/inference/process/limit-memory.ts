import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The signal by which a process that takes too much memory ends itself; nothing else sends it. */
export const OUT_OF_MEMORY = 'SIGUSR2'
const EVERY_MS = 250

/**
 * Runs in a thread of its own, because a calculation in native code blocks the main one for seconds. It touches no model.
 */
const WATCH = `
  const { workerData, parentPort } = require('node:worker_threads')
  const { limit, everyMs, signal } = workerData
  const check = () => {
    if (process.memoryUsage.rss() < limit) return
    try { process.kill(process.pid, signal) } catch { process.kill(process.pid, 'SIGKILL') }
  }
  setInterval(check, everyMs)
  check()
  parentPort.postMessage('watching')
`

/** Ends this process as soon as its resident memory is larger than `megabytes`. Resolves when it is watched. */
export async function limitMemory(megabytes: number): Promise<void> {
  const workerData = { limit: megabytes * 1024 * 1024, everyMs: EVERY_MS, signal: OUT_OF_MEMORY }
  const limits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }
  const watch = new Worker(WATCH, { eval: true, workerData, resourceLimits: limits })
  await once(watch, 'message')
  watch.unref()
}
