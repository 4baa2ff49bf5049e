/**
 * A worker of a service whose engine is paced (paced-engine.ts): all else is that of `griot worker`. Arguments: the file of a recording,
 * and "batches" where it also speaks lines of batches.
 */
import { join } from 'node:path'
import type { App } from '#app/app.ts'
import { clusterSettingsOf } from '#cli/cluster-options.ts'
import { readEnvironment } from '#cli/environment.ts'
import { openRedis } from '#cluster/redis.ts'
import { announceWorker } from '#cluster/redis-directory.ts'
import { serveWorker } from '#cluster/worker-server.ts'
import { createSpeechWorkers } from '#speech/worker/workers.ts'
import { pacedLink } from './paced-engine.ts'
import { readRecording } from './paced-recording.ts'

const [path = '', batches] = process.argv.slice(2)
/** As `griot worker` with one set of processes. */
const STREAMS = 32
const environment = readEnvironment(join(import.meta.dirname, '../src/cli'), true, process.env)
const { redis: url, secret } = clusterSettingsOf('A worker', undefined, environment)
const redis = await openRedis(url)
const recording = readRecording(path)
const onBug = (error: unknown): void => console.error(error)
const speech = createSpeechWorkers({ start: () => pacedLink(recording), onBug })
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
    openSpeech: () => speech,
    startBatchRunner: (tools) => startBatchWorker({ ...tools, redis }),
  })
}
const server = await serveWorker({
  ...{ speech, capacity: STREAMS, host: '127.0.0.1', port: 0, secret, onBug },
  metrics: async () => '',
})
const worker = announceWorker(redis, {
  url: `ws://127.0.0.1:${server.port}`,
  version: environment.version,
})
process.once('SIGTERM', async () => {
  await worker.withdraw()
  await server.close(1_000)
  await app?.close()
  process.exit()
})
// Whoever has started it has ended.
process.stdin.once('end', () => process.exit()).resume()
console.log('Worker')
