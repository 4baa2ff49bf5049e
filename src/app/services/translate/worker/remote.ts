import { AppError } from '#shared/errors.ts'
import type { WorkerLink } from '#speech/worker/link.ts'
import type { BuiltInTranslator, TranslatedSentence } from '#translation/translator.ts'
import type { FromTranslator, ToTranslator } from './messages.ts'

export interface TranslatorProcessOptions {
  /** Starts the translation process. */
  readonly start: () => WorkerLink
  readonly onBug: (error: Error) => void
  /** Time without work after which the process ends and gives its memory back, in milliseconds. */
  readonly idleMs?: number
  /** Time that loading may take, and that one sentence may take, in milliseconds. */
  readonly startMs?: number
  readonly sentenceMs?: number
  /** Time after a failed start during which no other one is tried, in milliseconds. */
  readonly backOffMs?: number
}

/** The built-in translator in a process of its own, which starts with the first text. */
export interface TranslatorProcess {
  /** The translator; throws AppError where it cannot be had. Repeats a sentence once where the process dies over it. */
  open(signal: AbortSignal): Promise<BuiltInTranslator>
  close(): void
}

type Answer = Extract<FromTranslator, { readonly job: number }>
interface Running extends Pick<BuiltInTranslator, 'directions' | 'licence'> {
  ask(message: ToTranslator): Promise<Answer>
}

const IDLE_MS = 300_000
const START_MS = 60_000
const SENTENCE_MS = 30_000
const BACK_OFF_MS = 10_000
const DAMAGED = 'The models of the built-in translator are missing or damaged. Install Griot again.'

/** Runs the built-in translator in a process that is started when it is needed, and again when it has died. */
export function createTranslatorProcess(options: TranslatorProcessOptions): TranslatorProcess {
  const { idleMs = IDLE_MS, startMs = START_MS, sentenceMs = SENTENCE_MS } = options
  const { backOffMs = BACK_OFF_MS, onBug } = options
  let running: Promise<Running> | undefined
  let current: WorkerLink | undefined
  let refused: { readonly error: AppError; readonly until: number } | undefined
  let isClosed = false
  let lastJob = 0
  let atWork = 0
  let idle: NodeJS.Timeout | undefined

  const end = (): void => {
    const link = current
    running = undefined
    current = undefined
    link?.kill()
  }
  const launch = (): Promise<Running> => {
    const { promise, resolve, reject } = Promise.withResolvers<Running>()
    const jobs = new Map<number, PromiseWithResolvers<Answer>>()
    let link: WorkerLink
    let silence: NodeJS.Timeout | undefined
    /** While there is work, the process must be heard of within the time for a sentence. */
    const watchSilence = (): void => {
      clearTimeout(silence)
      if (jobs.size > 0) silence = setTimeout(() => link.kill(), sentenceMs)
    }
    let isOver = false
    const fail = (error: AppError): void => {
      isOver = true
      clearTimeout(late)
      clearTimeout(silence)
      reject(error)
      for (const { reject: refuse } of jobs.values()) refuse(error)
      jobs.clear()
      if (current === link) end()
    }
    const refuse = (error: AppError): void => {
      // A process that was ended because it cannot work tells of its end too: why it cannot work is what counts.
      if (isOver) return
      refused = { error, until: performance.now() + backOffMs }
      fail(error)
    }
    const late = setTimeout(() => {
      refuse(stopped(`it was not ready after ${startMs / 1000} s`))
      link.kill()
    }, startMs)
    try {
      link = options.start()
    } catch (error) {
      clearTimeout(late)
      throw stopped(error instanceof Error ? error.message : String(error))
    }
    current = link
    let isReady = false
    link.onExit((reason) => (isReady ? fail : refuse)(stopped(reason)))
    link.onMessage((raw) => {
      // Only our own process holds the other end.
      const message = raw as FromTranslator
      if (message.kind === 'unavailable') {
        const { code } = message
        // Callers of the API read this too: which file it is belongs into the log.
        if (code === 'bug') onBug(new Error(message.message))
        refuse(
          code === 'bug'
            ? new AppError('translate/unavailable', DAMAGED)
            : new AppError(code, message.message),
        )
      } else if (message.kind === 'ready') {
        isReady = true
        clearTimeout(late)
        resolve({
          directions: message.directions,
          licence: message.licence,
          ask: (order) => {
            const answer = Promise.withResolvers<Answer>()
            jobs.set(order.job, answer)
            if (jobs.size === 1) watchSilence()
            link.send(order)
            return answer.promise
          },
        })
      } else {
        jobs.get(message.job)?.resolve(message)
        jobs.delete(message.job)
        watchSilence()
      }
    })
    return promise
  }
  const get = async (signal: AbortSignal): Promise<Running> => {
    signal.throwIfAborted()
    if (isClosed) throw stopped('Griot is closing')
    if (refused && performance.now() < refused.until) throw refused.error
    if (!running) {
      running = launch()
      running.catch(() => undefined)
    }
    return unlessAborted(running, signal)
  }
  const ask = async (
    message: Omit<Extract<ToTranslator, { readonly kind: 'translate' }>, 'job'>,
    signal: AbortSignal,
  ): Promise<TranslatedSentence> => {
    const process = await get(signal)
    const job = ++lastJob
    const link = current
    try {
      const answer = await unlessAborted(process.ask({ ...message, job }), signal)
      if (answer.kind === 'translated') {
        const { kind: _, job: __, ...translated } = answer
        return translated
      }
      if (answer.code !== 'bug') throw new AppError(answer.code, answer.message)
      onBug(new Error(answer.message))
      throw new AppError(
        'translate/failed',
        'A fault in the built-in translator has stopped this sentence. Change it and report it: the log has the details.',
      )
    } finally {
      if (signal.aborted) link?.send({ kind: 'cancel', job } satisfies ToTranslator)
    }
  }
  const working = async <T>(work: () => Promise<T>): Promise<T> => {
    clearTimeout(idle)
    atWork++
    try {
      return await work()
    } finally {
      atWork--
      if (atWork === 0 && !isClosed) {
        idle = setTimeout(end, idleMs)
        idle.unref()
      }
    }
  }
  return {
    open: async (signal) => {
      const { directions, licence } = await working(() => get(signal))
      return {
        directions,
        licence,
        translate: (sentence, direction, stop) =>
          working(async () => {
            const order = { kind: 'translate', sentence, direction } as const
            try {
              return await ask(order, stop)
            } catch (error) {
              // Only a process that is gone is asked again: what the translator itself says is its answer.
              if (!(error instanceof ProcessGone) || isClosed) throw error
              return await ask(order, stop)
            }
          }),
      }
    },
    close() {
      isClosed = true
      clearTimeout(idle)
      end()
    },
  }
}

/** The process has ended before it could answer. */
class ProcessGone extends AppError {}

function stopped(why: string): ProcessGone {
  return new ProcessGone(
    'translate/failed',
    `The built-in translator has stopped (${why}). Try again in a moment.`,
  )
}

/** The promise, or the signal's reason if that comes first. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop))
}
