import { expect, test, vi } from 'vitest'
import type { WorkerLink } from './link.ts'
import { createSupervisor } from './supervisor.ts'

/** A link whose other end the test plays. */
function openLink() {
  let message: (message: unknown) => void = () => undefined
  let exit: (reason: string) => void = () => undefined
  const sent: unknown[] = []
  const link: WorkerLink = {
    send: (out) => sent.push(out),
    onMessage: (listener) => {
      message = listener
    },
    onExit: (listener) => {
      exit = listener
    },
    kill: () => exit('signal SIGKILL'),
  }
  return { link, sent, say: (out: unknown) => message(out), die: (reason: string) => exit(reason) }
}

function open(backOffMs: readonly number[]) {
  const started: ReturnType<typeof openLink>[] = []
  const supervisor = createSupervisor({
    start: () => {
      const next = openLink()
      started.push(next)
      return next.link
    },
    backOffMs,
  })
  return { supervisor, started }
}

const forever = new AbortController().signal

test('it is starting until the process has spoken a word', async () => {
  const { supervisor, started } = open([0])
  expect(supervisor.state).toBe('starting')
  started[0]?.say({ kind: 'ready' })
  expect(supervisor.state).toBe('ready')
  await expect(supervisor.ready(forever)).resolves.toBeDefined()
})

test('a process that dies is replaced at once, and whoever used it learns why', async () => {
  const { supervisor, started } = open([0, 1_000])
  started[0]?.say({ kind: 'ready' })
  const synth = await supervisor.ready(forever)
  started[0]?.die('signal SIGKILL')
  expect(synth.gone.aborted).toBe(true)
  expect(String(synth.gone.reason)).toContain('SIGKILL')
  expect(started).toHaveLength(2)
  expect(supervisor.state).toBe('restarting')
  started[1]?.say({ kind: 'ready' })
  expect(await supervisor.ready(forever)).not.toBe(synth)
})

test('restarts wait longer each time, then it says that it failed, and the next request tries again', async () => {
  vi.useFakeTimers()
  const { supervisor, started } = open([0, 5_000])
  started[0]?.die('exit code 1')
  started[1]?.die('exit code 1')
  expect(started).toHaveLength(2)
  vi.advanceTimersByTime(4_999)
  expect(started).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(started).toHaveLength(3)
  vi.useRealTimers()
  const waiting = supervisor.ready(forever)
  started[2]?.die('exit code 1')
  await expect(waiting).rejects.toThrow('3 times in a row (exit code 1)')
  expect(supervisor.state).toBe('failed')
  const again = supervisor.ready(forever)
  started[3]?.say({ kind: 'ready' })
  await expect(again).resolves.toBeDefined()
  expect(supervisor.state).toBe('ready')
})

test('whoever waits for it can stop waiting', async () => {
  const { supervisor } = open([0])
  const stop = new AbortController()
  const waiting = supervisor.ready(stop.signal)
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})

test('closing ends the process and starts no other', () => {
  const { supervisor, started } = open([0, 0])
  started[0]?.say({ kind: 'ready' })
  supervisor.close()
  expect(started).toHaveLength(1)
})

test('a process that the system refuses to start counts as one that stopped', async () => {
  let isRefused = true
  const last = openLink()
  const supervisor = createSupervisor({
    start: () => {
      if (isRefused) throw new Error('spawn ENOMEM')
      return last.link
    },
    backOffMs: [0],
  })
  expect(supervisor.state).toBe('failed')
  expect(supervisor.step).toContain('ENOMEM')
  isRefused = false
  const next = supervisor.ready(forever)
  last.say({ kind: 'ready' })
  await expect(next).resolves.toBeDefined()
})

test('closing tells whoever still uses the process that it is gone, and gives it to nobody else', async () => {
  const { supervisor, started } = open([0])
  started[0]?.say({ kind: 'ready' })
  const synth = await supervisor.ready(forever)
  supervisor.close()
  expect(synth.gone.aborted).toBe(true)
  await expect(supervisor.ready(forever)).rejects.toThrow('closing')
  expect(started).toHaveLength(1)
})
