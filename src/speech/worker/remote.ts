import type { SpokenChunk } from '#shared/audio.ts'
import type { Cloner, Inspector } from './clone.ts'
import type { Piece } from './messages.ts'
import type { MarkRestorer, Resume, Speaker, SpeakOrder } from './speaker.ts'
import type { Supervisor } from './supervisor.ts'
import { type Host, type Order, repeated, unexpected } from './synth-jobs.ts'

export interface RemoteOptions {
  /** A process that has work and says nothing for this long is ended, in milliseconds. */
  readonly silenceMs?: number
  readonly onBug: (error: Error) => void
}

/** One sentence takes well under a second; a minute of silence is a process that hangs. */
const SILENCE_MS = 60_000

/** `open`: samples of the sentence in work that were heard. */
interface Reached extends Resume {
  readonly open: number
}

/**
 * A speaker in another process, which restores marks, judges recordings and makes voices there too. When that process
 * dies, the work is repeated once: a line from the chunk it had reached, a text to be marked or a recording from its start.
 */
export function createRemoteSpeaker(
  supervisor: Supervisor,
  options: RemoteOptions,
): Speaker & MarkRestorer & Cloner & Inspector {
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
  }
}

async function* speak(
  host: Host,
  request: SpeakOrder,
  signal: AbortSignal,
  resume: Resume = { sentences: 0, chunks: 0, samples: 0 },
): AsyncGenerator<SpokenChunk> {
  let reached: Reached = { ...resume, open: 0 }
  const order: Order = (job) => ({ kind: 'speak', job, request, resume: reached })
  for await (const piece of repeated(host, order, signal)) {
    if (piece.kind !== 'chunk') throw unexpected(piece)
    reached = after(reached, piece.chunk)
    yield piece.chunk
  }
}

/** The one piece of kind `kind` that an order is answered with. */
async function only<K extends Piece['kind']>(
  host: Host,
  kind: K,
  order: Order,
  signal: AbortSignal,
): Promise<Extract<Piece, { readonly kind: K }>> {
  for await (const piece of repeated(host, order, signal)) if (isOf(piece, kind)) return piece
  throw new Error(`The speech process never answered "${kind}".`)
}

function isOf<K extends Piece['kind']>(
  piece: Piece,
  kind: K,
): piece is Extract<Piece, { readonly kind: K }> {
  return piece.kind === kind
}

/** Sound of the sentence in work is counted when the sentence is finished, because it is made anew. */
function after(reached: Reached, chunk: SpokenChunk): Reached {
  // Only says that work goes on.
  if (chunk.samples.length === 0) return reached
  const { sentences, chunks, samples, open } = reached
  const sound = open + chunk.samples.length
  if (chunk.done > sentences)
    return { sentences: chunk.done, chunks: 0, samples: samples + sound, open: 0 }
  return { sentences, chunks: chunks + 1, samples, open: sound }
}
