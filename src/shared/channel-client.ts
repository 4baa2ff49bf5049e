import type { Call, Event, Method, On } from './api.ts'
import type { Channel, EventMessage, RequestMessage, ResponseMessage } from './channel.ts'
import { AppError } from './errors.ts'

/** Creates the calling end of a channel: `call` invokes a method of the contract, `on` subscribes to an event. */
export function createChannelClient(channel: Channel): {
  call: Call
  on: On
  fail: (reason: Error) => void
} {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<Event, Set<(data: unknown) => void>>()
  let nextId = 0
  channel.listen((message) => {
    if ('event' in (message as object)) {
      const { event, data } = message as EventMessage
      for (const listener of listeners.get(event) ?? []) listener(data)
      return
    }
    const { id, output, failure } = message as ResponseMessage
    const promise = pending.get(id)
    pending.delete(id)
    if (failure) promise?.reject(errorOf(failure))
    else promise?.resolve(output)
  })
  const call = async (method: Method, input: unknown): Promise<unknown> => {
    const id = nextId++
    const promise = Promise.withResolvers<unknown>()
    pending.set(id, promise)
    channel.send({ id, method, input } satisfies RequestMessage)
    return promise.promise
  }
  const on = (event: Event, listener: (data: never) => void): (() => void) => {
    const subscribers = listeners.get(event) ?? new Set()
    listeners.set(event, subscribers)
    subscribers.add(listener as (data: unknown) => void)
    return () => subscribers.delete(listener as (data: unknown) => void)
  }
  /** Rejects every pending call: the channel is closed. */
  const fail = (reason: Error): void => {
    for (const promise of pending.values()) promise.reject(reason)
    pending.clear()
  }
  // The casts are safe: `channel-server.ts` checks the other end against the same table.
  return { call: call as Call, on: on as On, fail }
}

function errorOf({ code, message }: NonNullable<ResponseMessage['failure']>): Error {
  return code === 'bug' ? new Error(message) : new AppError(code, message)
}
