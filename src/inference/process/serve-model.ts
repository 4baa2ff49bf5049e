import { setImmediate as nextTurn } from 'node:timers/promises'
import { failureOf } from '#inference/failure-of.ts'
import type { FromModel, JobMessage, ToModel, TranscriptionOptions } from '#inference/messages.ts'
import type { InstalledPack } from '#inference/pack.ts'
import type { BetweenSteps, OpenPack, Recogniser } from '#inference/runtimes/runtime.ts'
import { createSoundInbox, type SoundInbox } from '#inference/sound-inbox.ts'
import { openVoiceDetector } from '#inference/voice-activity/silero.ts'
import { createMutex } from '#shared/mutex.ts'
import { wordsOfText } from '#shared/words/fold-word.ts'
import type { SpeechModelFacts, SynthesisOrder } from '#speech/models/speech-model.ts'
import type { HostPort } from '#speech/worker/host-link.ts'
import { transcribeStream } from './transcribe-stream.ts'
import { type HeardPiece, weighDifferences } from './weigh-differences.ts'

/** Pieces of speech whose scores are kept: more than an hour. */
const MOST_SCORED = 200

type JobOrder = Extract<ToModel, { kind: 'transcribe' | 'translate' | 'describe' | 'synthesise' }>

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
  const run = async (message: JobOrder, state: Job): Promise<void> => {
    const { signal } = state.stop
    const between: BetweenSteps = async () => {
      await nextTurn()
      signal.throwIfAborted()
    }
    const inTurn: InTurn = (work) => oneAtATime.runExclusive(work, signal)
    if (!opened) throw new Error('A job came before the pack.')
    for await (const result of resultsOf(await opened, message, { ...state, between, inTurn }))
      link.send({ ...result, job: message.job })
  }
  const start = async (message: JobOrder): Promise<void> => {
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

/** Runs a calculation when those before it are done. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>
interface Work extends Job {
  readonly between: BetweenSteps
  readonly inTurn: InTurn
}
/** A message about a job that does not say yet which. */
type Result = WithoutJob<JobMessage>
type WithoutJob<M> = M extends { readonly job: number } ? Omit<M, 'job'> : never

function resultsOf(pack: OpenPack, message: JobOrder, work: Work): AsyncGenerator<Result> {
  switch (message.kind) {
    case 'transcribe':
      return written(pack, message.options, work)
    case 'translate':
      return translated(pack, message, work)
    default:
      return spoken(pack, message, work)
  }
}

function written(
  pack: OpenPack,
  options: TranscriptionOptions,
  { sound, between, inTurn }: Work,
): AsyncGenerator<Result> {
  if (pack.task !== 'transcription') throw new Error('This pack does not transcribe.')
  const { recogniser } = pack
  const hear: Recogniser['hear'] = (...order) => inTurn(() => recogniser.hear(...order))
  return transcribed({ ...recogniser, hear }, sound, options, between)
}

/** What is heard in a sound, as messages; at the end, where words are expected, the evidence. */
async function* transcribed(
  { hear, mostSeconds }: Recogniser,
  sound: SoundInbox,
  { language, specialWords = [], isLive = false, expected }: TranscriptionOptions,
  between: BetweenSteps,
): AsyncGenerator<Result> {
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

async function* translated(
  pack: OpenPack,
  { sentences, direction }: Extract<JobOrder, { kind: 'translate' }>,
  { between, inTurn }: Work,
): AsyncGenerator<Result> {
  if (pack.task !== 'translation') throw new Error('This pack does not translate.')
  const { translator } = pack
  for (const sentence of sentences)
    yield {
      kind: 'sentence',
      text: await inTurn(() => translator.translate(sentence, direction, between)),
    }
}

async function* spoken(
  pack: OpenPack,
  message: Extract<JobOrder, { kind: 'describe' | 'synthesise' }>,
  { between, inTurn }: Work,
): AsyncGenerator<Result> {
  if (pack.task !== 'speech') throw new Error('This pack does not speak.')
  const { synthesiser } = pack
  if (message.kind === 'describe') {
    yield { kind: 'facts', facts: synthesiser.facts }
    return
  }
  checkOrder(message.order, synthesiser.facts)
  yield {
    kind: 'speech',
    speech: await inTurn(() => synthesiser.synthesise(message.order, between)),
  }
}

function checkOrder({ symbols, speed }: SynthesisOrder, { mostSymbols }: SpeechModelFacts): void {
  if (symbols.length === 0 || symbols.length > mostSymbols)
    throw new Error(`a piece of ${symbols.length} symbols, where 1 to ${mostSymbols} are taken`)
  if (!(speed > 0)) throw new Error(`a speed of ${speed}`)
}
