import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Evidence, FromModel, ToModel, TranscriptionOptions } from '#inference/messages.ts'
import type { InstalledPack } from '#inference/pack.ts'
import type { BetweenSteps, OpenPack, Recogniser } from '#inference/runtimes/runtime.ts'
import { openVoiceDetector } from '#inference/voice-activity/silero.ts'
import { AppError } from '#shared/errors.ts'
import { createMutex } from '#shared/mutex.ts'
import { wordsOfText } from '#shared/words/fold-word.ts'
import type { HostPort } from '#speech/worker/host-link.ts'
import { createSoundInbox, type SoundInbox } from './sound-inbox.ts'
import { type Found, transcribeStream } from './transcribe-stream.ts'
import { type HeardPiece, weighDifferences } from './weigh-differences.ts'

/** Pieces of speech whose scores are kept: more than an hour. */
const MOST_SCORED = 200

interface Job {
  readonly stop: AbortController
  readonly sound: SoundInbox
}

/**
 * Answers the messages of the host. Several jobs may be open, above all of people who are still speaking; one calculation
 * runs at a time, in the order of asking.
 */
export function serveModel(
  port: HostPort,
  open: (pack: InstalledPack, threads: number) => Promise<OpenPack>,
): void {
  const link = { send: (message: FromModel): void => port.send(message) }
  const jobs = new Map<number, Job>()
  const oneAtATime = createMutex()
  let opened: Promise<OpenPack> | undefined

  const refuse = (error: unknown): void => {
    link.send({ kind: 'refused', message: error instanceof Error ? error.message : String(error) })
  }
  const run = async (
    message: Extract<ToModel, { kind: 'transcribe' | 'translate' }>,
    { stop, sound }: Job,
  ): Promise<void> => {
    const { job } = message
    const between: BetweenSteps = async () => {
      await nextTurn()
      stop.signal.throwIfAborted()
    }
    if (!opened) throw new Error('A job came before the pack.')
    const pack = await opened
    if (message.kind === 'translate') {
      if (pack.task !== 'translation') throw new Error('This pack does not translate.')
      for (const sentence of message.sentences) {
        const text = await oneAtATime.runExclusive(
          () => pack.translator.translate(sentence, message.direction, between),
          stop.signal,
        )
        link.send({ kind: 'sentence', job, text })
      }
      return
    }
    if (pack.task !== 'transcription') throw new Error('This pack does not transcribe.')
    const { recogniser } = pack
    const hear: Recogniser['hear'] = (...order) =>
      oneAtATime.runExclusive(() => recogniser.hear(...order), stop.signal)
    const { options } = message
    const found = transcribed({ ...recogniser, hear }, sound, options, between)
    for await (const part of found) link.send({ ...part, job })
  }
  const start = async (
    message: Extract<ToModel, { kind: 'transcribe' | 'translate' }>,
  ): Promise<void> => {
    const { job } = message
    const stop = new AbortController()
    const state = {
      stop,
      sound: createSoundInbox((samples) => link.send({ kind: 'taken', job, samples }), stop.signal),
    }
    jobs.set(job, state)
    try {
      await run(message, state)
      link.send({ kind: 'done', job })
    } catch (error) {
      link.send(stop.signal.aborted ? { kind: 'cancelled', job } : failureOf(job, error))
    } finally {
      jobs.delete(job)
    }
  }
  port.onMessage((raw) => {
    // Only our own host holds the other end.
    const message = raw as ToModel
    switch (message.kind) {
      case 'open':
        opened = open(message.pack, message.threads)
        opened.then(() => link.send({ kind: 'ready' }), refuse)
        return
      case 'sound':
        jobs.get(message.job)?.sound.add(message.samples)
        return
      case 'sound-end':
        jobs.get(message.job)?.sound.end()
        return
      case 'cancel': {
        const job = jobs.get(message.job)
        if (job) job.stop.abort(new Error('cancelled'))
        else link.send({ kind: 'cancelled', job: message.job })
        return
      }
      default:
        start(message).catch(refuse)
    }
  })
}

/** What is heard in a sound, as messages; at the end, where words are expected, the evidence. */
async function* transcribed(
  { hear, mostSeconds }: Recogniser,
  sound: SoundInbox,
  { language, specialWords = [], isLive = false, expected }: TranscriptionOptions,
  between: BetweenSteps,
): AsyncGenerator<Pick<Found, 'kind' | 'piece'> | { kind: 'evidence'; evidence: Evidence }> {
  const options = { language, specialWords, compared: expected }
  const detector = await openVoiceDetector()
  const heard: HeardPiece[] = []
  const stream = transcribeStream(sound, {
    hear: (samples) => hear(samples, options, between),
    ...{ detector, mostSeconds, isLive },
  })
  for await (const { kind, piece, scoreOf } of stream) {
    await between()
    yield { kind, piece }
    if (!expected || kind !== 'piece') continue
    const words = wordsOfText(piece.text)
    heard.push({ words, scoreOf: heard.length < MOST_SCORED ? scoreOf : undefined })
  }
  if (expected) yield { kind: 'evidence', evidence: weighDifferences(expected, heard) }
}

function failureOf(job: number, error: unknown): FromModel {
  const known = error instanceof AppError
  const message = known ? error.message : String(error instanceof Error ? error.stack : error)
  return { kind: 'failed', job, code: known ? error.code : 'bug', message }
}
