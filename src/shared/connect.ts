import type { Call, Event, Method, On } from './api.ts'
import { AppError } from './errors.ts'
import type { Answer, Ask, News, Wire } from './wire.ts'

/** The caller's end of a wire: a plain async function with the types of the contract, and a way to hear events. */
export function connect(wire: Wire): { call: Call; on: On; fail: (reason: Error) => void } {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<Event, Set<(data: unknown) => void>>()
  let nextId = 0
  wire.listen((message) => {
    if ('event' in (message as object)) {
      const { event, data } = message as News
      for (const listener of listeners.get(event) ?? []) listener(data)
      return
    }
    const { id, output, failure } = message as Answer
    const caller = waiting.get(id)
    waiting.delete(id)
    if (failure) caller?.reject(errorOf(failure))
    else caller?.resolve(output)
  })
  const call = async (method: Method, input: unknown): Promise<unknown> => {
    const id = nextId++
    const caller = Promise.withResolvers<unknown>()
    waiting.set(id, caller)
    wire.send({ id, method, input } satisfies Ask)
    return caller.promise
  }
  const on = (event: Event, listener: (data: never) => void): (() => void) => {
    const known = listeners.get(event) ?? new Set()
    listeners.set(event, known)
    known.add(listener as (data: unknown) => void)
    return () => known.delete(listener as (data: unknown) => void)
  }
  /** Reject everything still waiting: the wire is gone. */
  const fail = (reason: Error): void => {
    for (const caller of waiting.values()) caller.reject(reason)
    waiting.clear()
  }
  // The casts stand where untyped messages enter; `serve.ts` has checked the other end against the same table.
  return { call: call as Call, on: on as On, fail }
}

function errorOf({ code, message }: NonNullable<Answer['failure']>): Error {
  return code === 'bug' ? new Error(message) : new AppError(code, message)
}
