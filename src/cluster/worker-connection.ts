import { WebSocket } from 'ws'
import { CREDIT, type ToWorker } from '#speech/worker/messages.ts'
import type { RunningWorker } from '#speech/worker/supervisor.ts'
import { decodeMessage, encodeMessage } from './codec.ts'
import type { WorkerAddress } from './directory.ts'
import {
  endedJob,
  type FromWorkerNode,
  MAX_MESSAGE_BYTES,
  PROTOCOL,
  startsJob,
} from './protocol.ts'

/** A node's end of its socket to a worker. */
export interface WorkerConnection extends RunningWorker {
  /** Jobs of this node that it works on. */
  readonly jobs: number
  /** Jobs of all nodes, as it said last, and those that it has just been chosen for. */
  readonly load: number
  /** Results that this node waits for, and jobs that it has just been chosen for: unlike jobs whose listener is still at what came before, they keep it at work now. */
  readonly awaited: number
  /** Jobs that it takes at once. */
  readonly capacity: number
  /** Keeps a place for a job that is about to come, for a moment. */
  reserve(): void
  /** Whether it takes new jobs. */
  readonly isReady: boolean
}

/** A worker whose machine or network is gone closes no socket: its silence tells, in milliseconds. */
const PING_MS = 1_000
const SILENCE_MS = 4_000
const HANDSHAKE_MS = 3_000
/** A job that was cancelled before it came needs its place no more. */
const RESERVED_MS = 1_000
const MOST_RESERVED = 1_000

/**
 * Connects to a worker. `onChange` is called when it is ready, leaves, has more or less to do, and once when it is gone:
 * `gone` tells that and why.
 */
export function connectWorker(
  { url, secret }: WorkerAddress,
  onChange: () => void,
): WorkerConnection {
  const socket = new WebSocket(url, PROTOCOL, {
    headers: { authorization: `Bearer ${secret}` },
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  })
  const listeners = new Set<Parameters<RunningWorker['listen']>[0]>()
  /** Results that may come of each job: what it was allowed to send and has not sent yet. */
  const jobs = new Map<number, number>()
  const gone = new AbortController()
  let [isReady, isLeaving, load, capacity, heardAt] = [false, false, 0, 1, performance.now()]
  /** When places were kept. */
  let reserved: readonly number[] = []
  let killedBecause: string | undefined
  let failure: string | undefined
  const watch = setInterval(() => {
    if (performance.now() - heardAt > SILENCE_MS) end('it has been silent for too long')
    else if (socket.readyState === socket.OPEN) socket.ping()
  }, PING_MS)
  const end = (reason: string): void => {
    killedBecause ??= reason
    socket.terminate()
  }
  const allow = (job: number, results: number): void => {
    const before = jobs.get(job)
    if (before !== undefined) jobs.set(job, before + results)
  }
  const kept = (): number => {
    const since = performance.now() - RESERVED_MS
    return reserved.filter((at) => at > since).length
  }
  const receive = (message: FromWorkerNode): void => {
    const ended = endedJob(message)
    if (ended !== undefined) jobs.delete(ended)
    if (message.kind === 'chunk') allow(message.job, -1)
    if (message.kind === 'ready') isReady = true
    else if (message.kind === 'leaving') isLeaving = true
    else if (message.kind === 'load') [load, capacity] = [message.jobs, message.capacity]
    else for (const listener of listeners) listener(message)
    if (message.kind !== 'chunk') onChange()
  }
  const heard = (): void => {
    heardAt = performance.now()
  }
  socket.on('open', heard)
  socket.on('pong', heard)
  socket.on('ping', heard)
  socket.on('error', (error) => {
    failure = error.message
  })
  socket.on('message', (bytes: Buffer) => {
    heard()
    try {
      receive(decodeMessage(bytes) as FromWorkerNode)
    } catch {
      end('it sent something that is no message')
    }
  })
  socket.once('close', () => {
    clearInterval(watch)
    isReady = false
    gone.abort(new Error(killedBecause ?? failure ?? 'its connection was closed'))
    onChange()
  })
  return {
    send(message: ToWorker) {
      if (startsJob(message)) {
        jobs.set(message.job, message.kind === 'speak' ? CREDIT : 1)
        reserved = reserved.slice(1)
      }
      if (message.kind === 'pull') allow(message.job, 1)
      if (message.kind === 'cancel') jobs.delete(message.job)
      if (socket.readyState === socket.OPEN) socket.send(encodeMessage(message))
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    gone: gone.signal,
    kill: end,
    get jobs() {
      return jobs.size
    },
    get load() {
      return Math.max(load, jobs.size) + kept()
    },
    get awaited() {
      let results = kept()
      for (const allowed of jobs.values()) results += allowed
      return results
    },
    get capacity() {
      return capacity
    },
    reserve() {
      reserved = [...reserved.slice(-MOST_RESERVED), performance.now()]
    },
    get isReady() {
      return isReady && !isLeaving && !gone.signal.aborted
    },
  }
}
