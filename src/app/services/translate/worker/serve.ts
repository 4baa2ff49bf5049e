import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import type { HostPort } from '#speech/worker/host-link.ts'
import type { BuiltInTranslator } from '#translation/translator.ts'
import type { FromTranslator, ToTranslator } from './messages.ts'

type Order = Extract<ToTranslator, { readonly kind: 'translate' }>

/** Translates what the host sends, one sentence after the other: the translator uses the whole processor. */
export async function serveTranslator(
  port: HostPort,
  open: () => Promise<BuiltInTranslator>,
): Promise<void> {
  const send = (message: FromTranslator): void => port.send(message)
  const waiting = new Map<number, { readonly order: Order; readonly stop: AbortController }>()
  let translator: BuiltInTranslator
  try {
    translator = await open()
  } catch (error) {
    send({ kind: 'unavailable', ...failureOf(error) })
    return
  }
  let isBusy = false
  const work = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    for (let next = first(waiting); next; next = first(waiting)) {
      const { order, stop } = next
      send(await answerTo(translator, order, stop.signal))
      waiting.delete(order.job)
      // Let cancels in between two sentences.
      await nextTurn()
    }
    isBusy = false
  }
  port.onMessage((raw) => {
    // Only the host holds the other end.
    const message = raw as ToTranslator
    if (message.kind === 'cancel') {
      waiting.get(message.job)?.stop.abort()
      return
    }
    waiting.set(message.job, { order: message, stop: new AbortController() })
    work().catch((error: unknown) => send({ kind: 'failed', job: -1, ...failureOf(error) }))
  })
  const { directions, licence } = translator
  send({ kind: 'ready', directions, licence })
}

function first<T>(waiting: ReadonlyMap<number, T>): T | undefined {
  return waiting.values().next().value
}

async function answerTo(
  translator: BuiltInTranslator,
  { job, sentence, direction }: Order,
  signal: AbortSignal,
): Promise<FromTranslator> {
  try {
    signal.throwIfAborted()
    return {
      ...{ kind: 'translated', job },
      ...(await translator.translate(sentence, direction, signal)),
    }
  } catch (error) {
    return { kind: 'failed', job, ...failureOf(error) }
  }
}

function failureOf(error: unknown): Pick<FromTranslator & { kind: 'failed' }, 'code' | 'message'> {
  if (error instanceof AppError) return { code: error.code, message: error.message }
  return { code: 'bug', message: String(error instanceof Error ? error.stack : error) }
}
