import type { SpokenChunk } from '#shared/audio.ts'
import type { Cloner } from '#speech/engines/cloner.ts'
import type { Inspector } from '#speech/recordings/inspector.ts'
import type {
  MarkRestorer,
  Resume,
  Speaker,
  SpeakOrder,
  WordLanguages,
  WordReader,
} from '#speech/speaker.ts'
import { currentTrace } from '#telemetry/tracing.ts'
import { type JobHost, type JobRequest, runWithRetry, unexpected } from './jobs.ts'
import type { JobResult } from './messages.ts'
import type { Supervisor } from './supervisor.ts'

export interface RemoteOptions {
  /** Milliseconds of silence after which a process with work is killed. */
  readonly silenceMs?: number
  readonly onBug: (error: Error) => void
}

/** One sentence takes well under a second; a process that is silent for a minute hangs. */
const SILENCE_MS = 60_000

/**
 * Creates a speaker in another process, which restores marks, reads words, checks recordings and makes voices there too. When that
 * process dies, the work is repeated once: speech from the sample it had reached, marks and recordings from the start.
 */
export function createRemoteSpeaker(
  supervisor: Supervisor,
  options: RemoteOptions,
): Speaker & MarkRestorer & WordReader & WordLanguages & Cloner & Inspector {
  let lastJob = 0
  const newJob = (): number => ++lastJob
  const host = { supervisor, silenceMs: SILENCE_MS, ...options, newJob }
  return {
    speak: (request, signal, resume) => speak(host, request, signal, resume),
    clone: async (order, signal) =>
      (await only(host, 'cloned', (job) => ({ kind: 'clone', job, order }), signal)).voice,
    inspect: async (samples, signal) =>
      (await only(host, 'inspected', (job) => ({ kind: 'inspect', job, samples }), signal)).checks,
    clean: async (samples, signal) =>
      (await only(host, 'cleaned', (job) => ({ kind: 'clean', job, samples }), signal)).samples,
    restoreMarks: async (order, signal) =>
      (await only(host, 'restored', (job) => ({ kind: 'restore', job, order }), signal)).marked,
    normalise: async (order, signal) =>
      (await only(host, 'normalised', (job) => ({ kind: 'normalise', job, order }), signal)).text,
    readWords: async (order, signal) =>
      (await only(host, 'words', (job) => ({ kind: 'read', job, order }), signal)).words,
    detectWords: async (order, signal) =>
      (await only(host, 'detected', (job) => ({ kind: 'detect', job, order }), signal)).words,
  }
}

async function* speak(
  host: JobHost,
  request: SpeakOrder,
  signal: AbortSignal,
  resume: Resume = { sentences: 0, samples: 0, open: 0 },
): AsyncGenerator<SpokenChunk> {
  let reached = resume
  const trace = currentTrace()
  const order: JobRequest = (job) => ({
    ...{ kind: 'speak', job, request, resume: reached },
    ...(trace ? { trace } : {}),
  })
  for await (const result of runWithRetry(host, order, signal)) {
    if (result.kind !== 'chunk') throw unexpected(result)
    reached = after(reached, result.chunk)
    yield result.chunk
  }
}

/** The single result of kind `kind` of a job. */
async function only<K extends JobResult['kind']>(
  host: JobHost,
  kind: K,
  order: JobRequest,
  signal: AbortSignal,
): Promise<Extract<JobResult, { readonly kind: K }>> {
  for await (const result of runWithRetry(host, order, signal))
    if (isOf(result, kind)) return result
  throw new Error(`The speech process never answered "${kind}".`)
}

function isOf<K extends JobResult['kind']>(
  result: JobResult,
  kind: K,
): result is Extract<JobResult, { readonly kind: K }> {
  return result.kind === kind
}

/**
 * Progress after a chunk. Samples of the current sentence count only when it is finished, because a repetition starts
 * it again.
 */
function after(reached: Resume, chunk: SpokenChunk): Resume {
  // Only says that work goes on.
  if (chunk.samples.length === 0 && chunk.done === reached.sentences) return reached
  const { sentences, samples, open } = reached
  const sound = open + chunk.samples.length
  if (chunk.done > sentences) return { sentences: chunk.done, samples: samples + sound, open: 0 }
  return { ...reached, open: sound }
}
