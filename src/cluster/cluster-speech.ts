import { registeredEngines, systemVoice } from '#speech/engines/registry.ts'
import { createRemoteSpeaker, type RemoteOptions } from '#speech/worker/remote.ts'
import type { SpeechWorkers } from '#speech/worker/workers.ts'
import type { WorkerPool } from './worker-pool.ts'

/**
 * Longest silence of a worker with work, in milliseconds. Its own speech processes are watched there and started again after a
 * minute, so that this is longer.
 */
const SILENCE_MS = 90_000

/**
 * Speech by the workers of a service instead of by processes of this computer. A worker that dies is replaced by another one in
 * the middle of a text: speech goes on at the sample that was heard last. Closing it closes the pool.
 */
export function createClusterSpeech(
  pool: WorkerPool,
  { onBug }: Pick<RemoteOptions, 'onBug'>,
): SpeechWorkers {
  const remote = createRemoteSpeaker(pool, { silenceMs: SILENCE_MS, onBug })
  const { restoreMarks, normalise, readWords, detectWords, clone, inspect, clean } = remote
  return {
    ...{ restoreMarks, normalise, readWords, detectWords, clone, inspect, clean },
    speak(order, signal, resume) {
      const engine = order.custom?.engine ?? systemVoice(order.voice)?.engine
      const pack = registeredEngines().find(({ id }) => id === engine)?.pack
      return remote.speak({ ...order, pack }, signal, resume)
    },
    get state() {
      return pool.state
    },
    get step() {
      return pool.step
    },
    get waits() {
      return pool.waits
    },
    async ready(signal) {
      await pool.ready(signal)
    },
    close: pool.close,
  }
}
