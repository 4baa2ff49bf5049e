import { setTimeout as wait } from 'node:timers/promises'
import type { SpokenChunk } from '#shared/audio.ts'
import type { Resume, Speaker, SpeakOrder } from '#speech/speaker.ts'
import type { WorkerLink } from '#speech/worker/link.ts'
import type { FromWorker, ToWorker } from '#speech/worker/messages.ts'
import { serveSpeaker } from '#speech/worker/serve.ts'
import { lengthOf, type Recording } from './paced-recording.ts'

/** How much of a sleep that ended late the next piece of work makes up for: the machine that it stands for would not have been late. */
const LATE_MS = 50

/**
 * A speech process in this process that takes the time of a core of its own: it sleeps as long as the real engine computed, one chunk
 * after the other as a real process does, and gives its real sound, one recorded sentence for each sentence of the text.
 */
export function pacedLink(recording: Recording): WorkerLink {
  const toHost = new Set<(message: unknown) => void>()
  let fromHost: (message: ToWorker) => void = () => undefined
  const send = (message: FromWorker): void => {
    setImmediate(() => {
      for (const listener of toHost) listener(message)
    })
  }
  const onMessage = (listener: (message: ToWorker) => void): void => {
    fromHost = listener
  }
  serveSpeaker({ send, onMessage }, pacedSpeaker(recording))
  send({ kind: 'ready' })
  return {
    send: (message) => setImmediate(() => fromHost(message as ToWorker)),
    onMessage: (listener) => toHost.add(listener),
    onExit: () => undefined,
    kill: () => toHost.clear(),
  }
}

function pacedSpeaker(recording: Recording): Parameters<typeof serveSpeaker>[1] {
  const core = openCore()
  async function* speak(
    { text }: SpeakOrder,
    signal: AbortSignal,
    resume?: Resume,
  ): AsyncGenerator<SpokenChunk> {
    const total = sentencesIn(text)
    let samplesToCome = total * lengthOf(recording)
    for (let sentence = 0; sentence < total; sentence++) {
      for (const [index, { samples, timings, milliseconds }] of recording.chunks.entries()) {
        samplesToCome -= samples.length
        if (sentence < (resume?.sentences ?? 0)) continue
        await core.work(milliseconds)
        signal.throwIfAborted()
        const done = index === recording.chunks.length - 1 ? sentence + 1 : sentence
        yield { samples, timings, done, total, samplesToCome }
      }
    }
  }
  return {
    speak: dropping(speak),
    restoreMarks: onlySpeaks,
    normalise: onlySpeaks,
    readWords: onlySpeaks,
    detectWords: onlySpeaks,
  }
}

/** Leaves out the samples of the open sentence that were heard before. */
function dropping(speak: Speaker['speak']): Speaker['speak'] {
  return async function* (order, signal, resume) {
    let open = resume?.open ?? 0
    for await (const chunk of speak(order, signal, resume)) {
      const samples = chunk.samples.subarray(Math.min(open, chunk.samples.length))
      open -= chunk.samples.length - samples.length
      yield { ...chunk, samples }
    }
  }
}

/** Time of one core, of which work takes one piece after the other. */
function openCore(): { work(milliseconds: number): Promise<void> } {
  let freeAt = 0
  let late = 0
  return {
    async work(milliseconds) {
      const begunAt = Math.max(freeAt, performance.now() - late)
      freeAt = begunAt + milliseconds
      const sleep = freeAt - performance.now()
      if (sleep > 0) await wait(sleep)
      late = Math.min(LATE_MS, performance.now() - freeAt)
    },
  }
}

const sentencesIn = (text: string): number => Math.max(1, text.match(/[.!?](\s|$)/g)?.length ?? 1)

async function onlySpeaks(): Promise<never> {
  throw new Error('The paced engine only speaks.')
}
