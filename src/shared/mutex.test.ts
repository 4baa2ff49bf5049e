import { describe, expect, test } from 'vitest'
import { type AbortSource, createKeyedMutex, createMutex } from './mutex.ts'

// Of the platform, for which this folder is not typed.
declare const AbortController: new () => {
  readonly signal: AbortSource
  abort(reason: unknown): void
}
declare const setTimeout: (run: () => void) => unknown

/** A task that notes when it begins and ends, and ends when it is told to. */
function heldTask(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const task = async (): Promise<string> => {
    log.push(`${name} begins`)
    try {
      return await promise
    } finally {
      log.push(`${name} ends`)
    }
  }
  return { task, finish: () => resolve(name) }
}

/** Waits until everything that can happen without another event has happened. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

describe('a mutex', () => {
  test('runs tasks one at a time, in the order in which they were given', async () => {
    const { runExclusive } = createMutex()
    const log: string[] = []
    const [a, b, c] = ['a', 'b', 'c'].map((name) => heldTask(log, name))
    const runs = [a, b, c].map((one) => runExclusive(() => one?.task()))
    c?.finish()
    b?.finish()
    await settle()
    expect(log).toEqual(['a begins'])
    a?.finish()
    expect(await Promise.all(runs)).toEqual(['a', 'b', 'c'])
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  test('goes on after a task that rejects or throws, and tells only its caller', async () => {
    const { runExclusive } = createMutex()
    const rejected = runExclusive(async () => Promise.reject(new Error('rejected')))
    const thrown = runExclusive(() => {
      throw new Error('thrown')
    })
    const good = runExclusive(() => 'good')
    await expect(rejected).rejects.toThrow('rejected')
    await expect(thrown).rejects.toThrow('thrown')
    expect(await good).toBe('good')
  })

  test('lets a task that waits leave at once, and never runs it', async () => {
    const { runExclusive } = createMutex()
    const log: string[] = []
    const first = heldTask(log, 'first')
    const leaving = new AbortController()
    const reason = new Error('left')
    const running = runExclusive(first.task)
    const waiting = runExclusive(() => log.push('never'), leaving.signal)
    const next = runExclusive(() => log.push('next'))
    leaving.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    expect(log).toEqual(['first begins'])
    first.finish()
    await Promise.all([running, next])
    expect(log).toEqual(['first begins', 'first ends', 'next'])
  })

  test('does not even begin a task whose signal is aborted already', async () => {
    const { runExclusive } = createMutex()
    const log: string[] = []
    const reason = new Error('left before')
    const gone = new AbortController()
    gone.abort(reason)
    await expect(runExclusive(() => log.push('never'), gone.signal)).rejects.toBe(reason)
    await settle()
    expect(log).toEqual([])
  })

  test('leaves a task that has begun to its own signal', async () => {
    const { runExclusive } = createMutex()
    const late = new AbortController()
    const task = heldTask([], 'task')
    const running = runExclusive(task.task, late.signal)
    await settle()
    late.abort(new Error('late'))
    task.finish()
    expect(await running).toBe('task')
  })
})

describe('a keyed mutex', () => {
  test('serialises the tasks of one key and runs those of others at the same time', async () => {
    const { runExclusive } = createKeyedMutex<string>()
    const log: string[] = []
    const [a1, a2, b] = ['a1', 'a2', 'b'].map((name) => heldTask(log, name))
    const runs = [
      runExclusive('a', () => a1?.task()),
      runExclusive('a', () => a2?.task()),
      runExclusive('b', () => b?.task()),
    ]
    a2?.finish()
    b?.finish()
    await settle()
    expect(log).toEqual(['a1 begins', 'b begins', 'b ends'])
    a1?.finish()
    await Promise.all(runs)
    expect(log.slice(3)).toEqual(['a1 ends', 'a2 begins', 'a2 ends'])
  })

  test('keeps nothing of a key whose tasks are over, failed or left', async () => {
    const mutex = createKeyedMutex<string>()
    const leaving = new AbortController()
    const task = heldTask([], 'task')
    const running = mutex.runExclusive('a', task.task)
    const left = mutex.runExclusive('a', () => 'never', leaving.signal)
    const failed = mutex.runExclusive('b', () => Promise.reject(new Error('failed')))
    expect(mutex.size).toBe(2)
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    await expect(failed).rejects.toThrow('failed')
    expect(mutex.size).toBe(1)
    task.finish()
    await running
    expect(mutex.size).toBe(0)
  })

  test('keeps the order of a key after the only task that waited has left', async () => {
    const { runExclusive } = createKeyedMutex<string>()
    const log: string[] = []
    const leaving = new AbortController()
    const first = heldTask(log, 'first')
    const running = runExclusive('a', first.task)
    const left = runExclusive('a', () => log.push('never'), leaving.signal)
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    const next = runExclusive('a', () => log.push('next'))
    await settle()
    first.finish()
    await Promise.all([running, next])
    expect(log).toEqual(['first begins', 'first ends', 'next'])
  })
})
