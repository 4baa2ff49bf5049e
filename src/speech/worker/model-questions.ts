import { AppError, type ErrorCode } from '#shared/errors.ts'
import type {
  SpeechModelFacts,
  SynthesisedSpeech,
  SynthesisOrder,
} from '#speech/models/speech-model.ts'
import type { SpeechModels } from '#speech/models/speech-pack.ts'
import type { HostPort } from './host-link.ts'
import type { WorkerLink } from './link.ts'

/**
 * Models of packs run in processes that the host has. A speech worker asks the host over its own link, beside the messages
 * about jobs.
 */
type Question =
  | { readonly kind: 'describe-model'; readonly question: number; readonly pack: string }
  | {
      readonly kind: 'ask-model'
      readonly question: number
      readonly pack: string
      readonly order: SynthesisOrder
    }
  | { readonly kind: 'stop-model'; readonly question: number }
type Answer = { readonly kind: 'model-answer'; readonly question: number } & (
  | { readonly facts: SpeechModelFacts }
  | { readonly speech: SynthesisedSpeech }
  | { readonly code: ErrorCode | 'bug'; readonly message: string }
)

const QUESTIONS: ReadonlySet<string> = new Set<Question['kind']>([
  ...(['describe-model', 'ask-model', 'stop-model'] as const),
])

/** A link to a worker whose questions about models are answered; its other messages are for whoever listens. */
export function answeringModels(link: WorkerLink, models: SpeechModels): WorkerLink {
  const asked = new Map<number, AbortController>()
  const answer = async (question: Exclude<Question, { kind: 'stop-model' }>): Promise<void> => {
    const stop = new AbortController()
    asked.set(question.question, stop)
    const answered = { kind: 'model-answer', question: question.question } as const
    let result: Answer
    try {
      result =
        question.kind === 'describe-model'
          ? { ...answered, facts: await models.describe(question.pack, stop.signal) }
          : {
              ...answered,
              speech: await models.synthesise(question.pack, question.order, stop.signal),
            }
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'bug'
      result = { ...answered, code, message: error instanceof Error ? error.message : `${error}` }
    }
    asked.delete(question.question)
    if (!stop.signal.aborted) link.send(result)
  }
  const stopAll = (): void => {
    for (const stop of asked.values()) stop.abort(new Error('The speech process is gone.'))
  }
  return {
    ...link,
    onMessage: (listener) =>
      link.onMessage((message) => {
        if (!isQuestion(message)) listener(message)
        else if (message.kind === 'stop-model')
          asked.get(message.question)?.abort(new Error('Nobody needs this any more.'))
        else answer(message).catch(() => undefined)
      }),
    onExit: (listener) =>
      link.onExit((reason) => {
        stopAll()
        listener(reason)
      }),
  }
}

/** The models of packs as a worker sees them, and the link without their answers. */
export function openModelQuestions(port: HostPort): {
  readonly models: SpeechModels
  readonly port: HostPort
} {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>()
  let last = 0
  const ask = async (
    questionOf: (question: number) => Question,
    signal: AbortSignal,
  ): Promise<Answer> => {
    signal.throwIfAborted()
    const question = ++last
    const answer = Promise.withResolvers<Answer>()
    waiting.set(question, answer)
    const stop = (): void => {
      port.send({ kind: 'stop-model', question } satisfies Question)
      answer.reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    port.send(questionOf(question))
    try {
      const result = await answer.promise
      if ('code' in result) throw errorOf(result)
      return result
    } finally {
      signal.removeEventListener('abort', stop)
      waiting.delete(question)
    }
  }
  return {
    models: {
      async describe(pack, signal) {
        const answer = await ask((question) => ({ kind: 'describe-model', question, pack }), signal)
        if ('facts' in answer) return answer.facts
        throw new Error('The host did not say what the model is.')
      },
      async synthesise(pack, order, signal) {
        const answer = await ask(
          (question) => ({ kind: 'ask-model', question, pack, order }),
          signal,
        )
        if ('speech' in answer) return answer.speech
        throw new Error('The host sent no speech.')
      },
    },
    port: {
      send: port.send,
      onMessage: (listener) =>
        port.onMessage((message) => {
          if (isAnswer(message)) waiting.get(message.question)?.resolve(message)
          else listener(message)
        }),
    },
  }
}

function kindOf(message: unknown): string {
  return typeof message === 'object' && message !== null && 'kind' in message
    ? String(message.kind)
    : ''
}

// Only our own processes hold both ends.
const isQuestion = (message: unknown): message is Question => QUESTIONS.has(kindOf(message))
const isAnswer = (message: unknown): message is Answer => kindOf(message) === 'model-answer'

function errorOf({ code, message }: Extract<Answer, { readonly code: unknown }>): Error {
  return code === 'bug' ? new Error(message) : new AppError(code, message)
}
