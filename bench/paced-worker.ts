/**
 * Workers of a service whose engines are paced (paced-engine.ts): all else is that of `griot worker`. Arguments: the file of a recording, how many
 * workers share this process (as each stands for a machine of its own, what their processes cost is not theirs), and "batches" where one also
 * speaks lines of batches.
 */
import { join } from 'node:path'
import type { App } from '#app/app.ts'
import { clusterSettingsOf } from '#cli/cluster-options.ts'
import { readEnvironment } from '#cli/environment.ts'
import { weighBuffersWithHeap } from '#cli/external-memory.ts'
import { openRedis } from '#cluster/redis.ts'
import { announceWorker } from '#cluster/redis-directory.ts'
import { serveWorker } from '#cluster/worker-server.ts'
import { createSpeechWorkers, type SpeechWorkers } from '#speech/worker/workers.ts'
import { pacedLink } from './paced-engine.ts'
import { readRecording } from './paced-recording.ts'

weighBuffersWithHeap()
const [path = '', count = '1', batches] = process.argv.slice(2)
/** Texts that one worker takes at once, as `griot worker` with one set of processes. */
const STREAMS = 32
const environment = readEnvironment(join(import.meta.dirname, '../src/cli'), true, process.env)
const { redis: url, secret } = clusterSettingsOf('A worker', undefined, environment)
const redis = await openRedis(url)
const recording = readRecording(path)
const onBug = (error: unknown): void => console.error(error)
const openSpeech = (): SpeechWorkers =>
  createSpeechWorkers({ start: () => pacedLink(recording), onBug })
const first = openSpeech()
let app: App | undefined
if (batches !== undefined) {
  // Loaded where they are needed alone: sixteen workers are to start soon.
  const [{ openApp }, { startBatchWorker }, { appOptionsOf }] = await Promise.all([
    import('#app/open.ts'),
    import('#batches/queue-worker.ts'),
    import('#cli/app-options.ts'),
  ])
  app = await openApp({
    ...appOptionsOf({}, environment),
    openSpeech: () => first,
    startBatchRunner: (tools) => startBatchWorker({ ...tools, redis }),
  })
}
const openWorker = async (speech: SpeechWorkers): Promise<() => Promise<void>> => {
  const server = await serveWorker({
    ...{ speech, capacity: STREAMS, host: '127.0.0.1', port: 0, secret, onBug },
    metrics: async () => '',
  })
  const worker = announceWorker(redis, {
    url: `ws://127.0.0.1:${server.port}`,
    version: environment.version,
  })
  return async () => {
    await worker.withdraw()
    await server.close(1_000)
  }
}
const others = Array.from({ length: Number(count) - 1 }, openSpeech)
const ends = await Promise.all([first, ...others].map(openWorker))
process.once('SIGTERM', async () => {
  await Promise.all(ends.map((end) => end()))
  await app?.close()
  process.exit()
})
// Whoever has started it has ended.
process.stdin.once('end', () => process.exit()).resume()
console.log('Worker')
