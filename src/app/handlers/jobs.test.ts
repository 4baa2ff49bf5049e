import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { EmitEvent } from '#shared/api.ts'
import { AppError } from '#shared/errors.ts'
import { createJobs } from './jobs.ts'

const ID = '0b0e7a3c-3f0e-4c57-9f43-0d6d2b8f2b11'

function open() {
  const emitted: unknown[] = []
  const bugs: unknown[] = []
  const emit: EmitEvent = (event, data) => emitted.push({ event, ...data })
  return { jobs: createJobs(emit, (error) => bugs.push(error)), emitted, bugs, emit }
}

const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('a job that succeeds tells only its own success', async () => {
  const { jobs, emitted, emit } = open()
  jobs.start(ID, async () => emit('speech.done', { jobId: ID }))
  await nextTurn()
  expect(emitted).toEqual([{ event: 'speech.done', jobId: ID }])
})

test('a failure in words reaches the window as it is', async () => {
  const { jobs, emitted, bugs } = open()
  jobs.start(ID, async () => {
    throw new AppError('voice/not-found', 'No voice is called "x".')
  })
  await nextTurn()
  expect(emitted).toEqual([
    { event: 'job.failed', jobId: ID, code: 'voice/not-found', message: 'No voice is called "x".' },
  ])
  expect(bugs).toEqual([])
})

test('a bug is told to the log with its stack and to the window without', async () => {
  const { jobs, emitted, bugs } = open()
  jobs.start(ID, async () => {
    throw new TypeError('secret detail')
  })
  await nextTurn()
  expect(bugs).toHaveLength(1)
  expect(JSON.stringify(emitted)).not.toContain('secret')
})

test('a cancelled job says that it was stopped, once', async () => {
  const { jobs, emitted } = open()
  jobs.start(ID, untilStopped)
  jobs.cancel(ID)
  jobs.cancel(ID)
  await nextTurn()
  expect(emitted).toEqual([
    { event: 'job.failed', jobId: ID, code: 'speech/cancelled', message: 'Stopped.' },
  ])
})

test('an id that is running is refused, and free again when its job has ended', async () => {
  const { jobs } = open()
  jobs.start(ID, untilStopped)
  expect(() => jobs.start(ID, untilStopped)).toThrow('already running')
  jobs.cancel(ID)
  await nextTurn()
  expect(() => jobs.start(ID, async () => undefined)).not.toThrow()
})

test('a window that is gone is told nothing', async () => {
  const { jobs, emitted } = open()
  jobs.start(ID, untilStopped)
  jobs.close()
  await nextTurn()
  expect(emitted).toEqual([])
})
