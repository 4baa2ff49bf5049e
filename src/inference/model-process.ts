import { AppError } from '#shared/errors.ts'
import type {
  SpeechModelFacts,
  SynthesisedSpeech,
  SynthesisOrder,
} from '#speech/models/speech-model.ts'
import { createJob, type JobOptions } from './job.ts'
import type {
  Direction,
  Evidence,
  JobMessage,
  ToModel,
  TranscribedPiece,
  TranscriptionOptions,
} from './messages.ts'
import type { InstalledPack, PackSource } from './pack.ts'
import {
  createPackProcess,
  type OnQueued,
  type PackProcess,
  type PackProcessOptions,
} from './pack-process.ts'
import type { RunningProcess } from './running-process.ts'
import { checkDirection } from './runtimes/seq2seq/settings.ts'
import { transcribeOver } from './transcribe-over.ts'

/** Packs of neural models, each in a process of its own that starts with its first job. */
export interface ModelProcesses {
  /**
   * Writes down speech piece by piece. `sound`: blocks of 16 kHz mono, read no faster than they are used; with
   * `options.isLive`, `kind: 'partial'` tells what an unfinished piece says so far. With `options.expected`, it returns how sure the differences are. Throws AppError: what the store
   * throws at the pack, ('language/unsupported') before anything is loaded, ('model/failed'), ('model/busy'); what `sound`
   * throws; and the signal's reason.
   */
  transcribe(
    packId: string,
    sound: AsyncIterable<Float32Array>,
    options: TranscriptionOptions,
    signal: AbortSignal,
    onQueued?: OnQueued,
  ): AsyncGenerator<TranscribedPiece, Evidence | undefined>
  /** Translates sentence by sentence; throws as `transcribe`. */
  translate(
    packId: string,
    sentences: readonly string[],
    direction: Direction,
    signal: AbortSignal,
  ): AsyncGenerator<string>
  /** What the model of a speech pack reads and says; loads it. Throws as `transcribe`. */
  describe(packId: string, signal: AbortSignal): Promise<SpeechModelFacts>
  /**
   * Speaks a piece. Where the process dies over it, a fresh one is asked once more; then throws as `transcribe`.
   */
  synthesise(packId: string, order: SynthesisOrder, signal: AbortSignal): Promise<SynthesisedSpeech>
  /** Ends all processes. */
  close(): void
}

export interface ModelProcessesOptions extends PackProcessOptions {
  readonly store: PackSource
  /** See `JobOptions`; left out: two minutes, ten seconds. */
  readonly silenceMs?: number | undefined
  readonly graceMs?: number | undefined
}

/** V8's options of a model process: the weights lie outside its heap, but a tokeniser of 256,000 pieces takes 300 MB of it. */
export function modelProcessFlags(): readonly string[] {
  return ['--max-old-space-size=1024', '--max-semi-space-size=4']
}

/** Opens nothing until a job comes. */
export function openModelProcesses(options: ModelProcessesOptions): ModelProcesses {
  const processes = new Map<string, { readonly key: string; readonly process: PackProcess }>()
  const { silenceMs = 120_000, graceMs = 10_000 } = options
  const processOf = (pack: InstalledPack): PackProcess => {
    // Another revision of a pack is another one.
    const key = JSON.stringify(pack)
    const known = processes.get(pack.id)
    if (known?.key === key) return known.process
    known?.process.end('another version of it was installed.').catch(() => undefined)
    const process = createPackProcess(pack, options)
    processes.set(pack.id, { key, process })
    return process
  }
  const stopListening = options.store.onLeaving(async (id) => {
    const known = processes.get(id)
    processes.delete(id)
    await known?.process.end('it was removed.')
  })
  const jobOptions = (signal: AbortSignal): JobOptions => ({ signal, silenceMs, graceMs })
  return {
    async *transcribe(packId, sound, order, signal, onQueued) {
      const pack = await checked(packId, 'transcription')
      const { language } = order
      if (language && !pack.languages.includes(language))
        throw new AppError(
          'language/unsupported',
          `The pack ${packId} writes down ${pack.languages.join(', ')} and not "${language}".`,
        )
      return yield* streamed(
        processOf(pack),
        signal,
        (process) => transcribeOver(process, sound, order, jobOptions(signal)),
        onQueued,
      )
    },
    async *translate(packId, sentences, direction, signal) {
      const pack = await checked(packId, 'translation')
      checkDirection(pack, direction)
      yield* streamed(processOf(pack), signal, async function* (process) {
        const job = createJob(process, jobOptions(signal))
        process.send({ kind: 'translate', job: job.id, sentences, direction })
        for await (const message of job.messages())
          if (message.kind === 'sentence') yield message.text
      })
    },
    async describe(packId, signal) {
      const message = await answerOf(packId, (job) => ({ kind: 'describe', job }), signal)
      if (message.kind === 'facts') return message.facts
      throw new Error(`The model ${packId} did not say what it is.`)
    },
    async synthesise(packId, order, signal) {
      const message = await answerOf(packId, (job) => ({ kind: 'synthesise', job, order }), signal)
      if (message.kind === 'speech') return message.speech
      throw new Error(`The model ${packId} said nothing.`)
    },
    close() {
      stopListening()
      for (const { process } of processes.values())
        process.end('Griot is shutting down.').catch(() => undefined)
      processes.clear()
    },
  }

  /** The one answer of a speech pack, of a second process where the first one dies while it works. */
  async function answerOf(
    packId: string,
    messageOf: (job: number) => ToModel,
    signal: AbortSignal,
  ): Promise<JobMessage> {
    for (const mayRepeat of [true, false]) {
      const pack = await checked(packId, 'speech')
      const process = processOf(pack)
      let isRunning: RunningProcess | undefined
      try {
        return await process.use((running) => {
          isRunning = running
          return answerIn(running, messageOf, jobOptions(signal))
        }, signal)
      } catch (error) {
        signal.throwIfAborted()
        // It died while it worked, or before the work reached it; then a new one may not be started at once.
        const hasDied = isRunning ? isRunning.gone.aborted : codeOf(error) === 'model/failed'
        if (!mayRepeat || !hasDied) throw error
        await process.mayStart(signal)
      }
    }
    throw new Error('Nothing is asked a third time.')
  }

  async function checked(id: string, task: InstalledPack['task']): Promise<InstalledPack> {
    const pack = await options.store.folderOf(id)
    if (pack.task === task) return pack
    throw new AppError('model/failed', `The pack ${id} is made for ${pack.task}, not for ${task}.`)
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof AppError ? error.code : undefined
}

/** What `work` yields and returns while it has a place in the process. */
async function* streamed<T, Result>(
  pack: PackProcess,
  signal: AbortSignal,
  work: (process: RunningProcess) => AsyncGenerator<T, Result>,
  onQueued?: OnQueued,
): AsyncGenerator<T, Result> {
  const found = Promise.withResolvers<RunningProcess>()
  const finished = Promise.withResolvers<void>()
  // Nobody waits for it where the process cannot be had.
  finished.promise.catch(() => undefined)
  const used = pack.use(
    async (process) => {
      found.resolve(process)
      await finished.promise
    },
    signal,
    onQueued,
  )
  used.catch(found.reject)
  try {
    const result = yield* work(await found.promise)
    finished.resolve()
    return result
  } catch (error) {
    finished.reject(error)
    throw error
  } finally {
    finished.resolve()
    await used.catch(() => undefined)
  }
}

async function answerIn(
  process: RunningProcess,
  messageOf: (job: number) => ToModel,
  options: JobOptions,
): Promise<JobMessage> {
  const job = createJob(process, options)
  process.send(messageOf(job.id))
  let answer: JobMessage | undefined
  for await (const message of job.messages()) answer = message
  if (!answer) throw new Error('The model process answered nothing.')
  return answer
}
