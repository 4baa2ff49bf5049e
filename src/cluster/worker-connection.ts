import type { WebSocket } from 'ws'
import type { TranscriptionPack } from '#inference/pack-transcription.ts'
import { CREDIT, type FromWorker, type ToWorker } from '#speech/worker/messages.ts'
import type { RunningWorker } from '#speech/worker/supervisor.ts'
import { decodeMessage, encodeMessage } from './codec.ts'
import type { WorkerAddress } from './directory.ts'
import { openWorkerSocket } from './open-worker-socket.ts'
import { type FromWorkerNode, MAX_MESSAGE_BYTES, startsJob, type ToWorkerNode } from './protocol.ts'
import type { TranscriptionOrder, TranscriptionResult } from './transcription/messages.ts'

/** A node's end of its socket to a worker. */
export interface WorkerConnection extends RunningWorker {
  /** Jobs of this node that it works on, transcriptions among them. */
  readonly jobs: number
  /** Transcriptions of all nodes, as it said last, or of this one where they are more. */
  readonly transcriptions: number
  /** The packs with which it transcribes. */
  readonly packs: readonly TranscriptionPack[]
  order(message: TranscriptionOrder): void
  /** Calls `listener` with the results of a transcription, which counts as a job from now on; answers how to stop that. */
  listenTo(transcription: number, listener: (result: TranscriptionResult) => void): () => void
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
export function connectWorker(address: WorkerAddress, onChange: () => void): WorkerConnection {
  let socket: WebSocket | undefined
  const listeners = new Set<Parameters<RunningWorker['listen']>[0]>()
  /** Results that may come of each job: what it was allowed to send and has not sent yet. */
  const jobs = new Map<number, number>()
  const transcribing = new Map<number, (result: TranscriptionResult) => void>()
  const gone = new AbortController()
  let [packs, transcriptions]: [readonly TranscriptionPack[], number] = [[], 0]
  let [isReady, isLeaving, load, capacity, heardAt] = [false, false, 0, 1, performance.now()]
  /** When places were kept. */
  let reserved: readonly number[] = []
  let killedBecause: string | undefined
  let failure: string | undefined
  const watch = setInterval(() => {
    if (performance.now() - heardAt > SILENCE_MS) end('it has been silent for too long')
    else if (socket && socket.readyState === socket.OPEN) socket.ping()
  }, PING_MS)
  const isGone = (): void => {
    clearInterval(watch)
    isReady = false
    if (gone.signal.aborted) return
    gone.abort(new Error(killedBecause ?? failure ?? 'its connection was closed'))
    onChange()
  }
  const end = (reason: string): void => {
    killedBecause ??= reason
    if (socket) socket.terminate()
    else isGone()
  }
  const allow = (job: number, results: number): void => {
    const before = jobs.get(job)
    if (before !== undefined) jobs.set(job, before + results)
  }
  const kept = (): number => {
    const since = performance.now() - RESERVED_MS
    return reserved.filter((at) => at > since).length
  }
  const sendNow = (message: ToWorkerNode): void => {
    if (socket && socket.readyState === socket.OPEN) socket.send(encodeMessage(message))
  }
  const hear = (message: FromWorker): void => {
    for (const listener of listeners) listener(message)
  }
  const receive = (message: FromWorkerNode): void => {
    switch (message.kind) {
      case 'transcription':
        transcribing.get(message.message.job)?.(message.message)
        return
      case 'chunk':
        allow(message.job, -1)
        hear(message)
        return
      case 'ready':
        isReady = true
        break
      case 'leaving':
        isLeaving = true
        break
      case 'load':
        ;({ jobs: load, transcriptions, capacity } = message)
        break
      case 'packs':
        packs = message.packs
        break
      default:
        jobs.delete(message.job)
        hear(message)
    }
    onChange()
  }
  const heard = (): void => {
    heardAt = performance.now()
  }
  const follow = (opening: WebSocket): void => {
    socket = opening
    heard()
    opening.on('open', heard)
    opening.on('pong', heard)
    opening.on('ping', heard)
    opening.on('error', (error) => {
      failure ??= error.message
    })
    opening.on('message', (bytes: Buffer) => {
      heard()
      try {
        receive(decodeMessage(bytes) as FromWorkerNode)
      } catch {
        end('it sent something that is no message')
      }
    })
    opening.once('close', isGone)
    // It was ended while the worker was asked for its challenge.
    if (gone.signal.aborted) opening.terminate()
  }
  const options = { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false }
  openWorkerSocket(address, { ...options, timeoutMs: HANDSHAKE_MS }).then(
    follow,
    (error: Error) => {
      failure = error.message
      isGone()
    },
  )
  return {
    send(message: ToWorker) {
      if (startsJob(message)) {
        jobs.set(message.job, message.kind === 'speak' ? CREDIT : 1)
        reserved = reserved.slice(1)
      }
      if (message.kind === 'pull') allow(message.job, 1)
      if (message.kind === 'cancel') jobs.delete(message.job)
      sendNow(message)
    },
    order: (message) => sendNow({ kind: 'transcription', message }),
    listenTo(transcription, listener) {
      transcribing.set(transcription, listener)
      return () => {
        transcribing.delete(transcription)
        onChange()
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    gone: gone.signal,
    kill: end,
    get jobs() {
      return jobs.size + transcribing.size
    },
    get transcriptions() {
      return Math.max(transcriptions, transcribing.size)
    },
    get packs() {
      return packs
    },
    get load() {
      return Math.max(load, jobs.size + transcribing.size) + kept()
    },
    get awaited() {
      let results = kept() + transcribing.size
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
