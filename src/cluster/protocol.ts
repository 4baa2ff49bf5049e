import { z } from 'zod'
import type { TranscriptionPack } from '#inference/pack-transcription.ts'
import type { FromWorker, ToWorker } from '#speech/worker/messages.ts'
import {
  OrderShape,
  type TranscriptionOrder,
  type TranscriptionResult,
} from './transcription/messages.ts'

/**
 * Version of the messages between nodes and workers. A node uses workers of its own version alone, so that both can be replaced
 * one by one: the workers of a new version take the work of the new nodes.
 */
export const PROTOCOL = 'griot-worker-3'

/** Messages of a node to a worker: those of speech, and those of transcriptions, whose jobs have numbers of their own. */
export type ToWorkerNode =
  | ToWorker
  | { readonly kind: 'transcription'; readonly message: TranscriptionOrder }

/** Messages of a worker to a node: those of speech and transcriptions, and what the node must know to choose. */
export type FromWorkerNode =
  | FromWorker
  | { readonly kind: 'transcription'; readonly message: TranscriptionResult }
  /** Jobs in work, of all nodes, those of them that transcribe, and how many it takes. */
  | {
      readonly kind: 'load'
      readonly jobs: number
      readonly transcriptions: number
      readonly capacity: number
    }
  /** The packs with which it transcribes. */
  | { readonly kind: 'packs'; readonly packs: readonly TranscriptionPack[] }
  /** It ends as soon as its jobs are done, and takes no new ones. */
  | { readonly kind: 'leaving' }

/** The largest message, in bytes: a recording of some minutes, from which a voice is cloned. */
export const MAX_MESSAGE_BYTES = 64_000_000

/** What every message of a node has; the rest is for those who do the work. */
const SpeechMessage = z.object({
  kind: z.enum([
    ...(['speak', 'restore', 'read', 'normalise'] as const),
    ...(['clone', 'inspect', 'clean', 'pull', 'cancel'] as const satisfies ToWorker['kind'][]),
  ]),
  job: z.int().nonnegative(),
})

const NodeMessage = z.union([
  SpeechMessage,
  z.object({ kind: z.literal('transcription'), message: OrderShape }),
])

/** A decoded message of a node. Throws for anything else. */
export function readNodeMessage(message: unknown): ToWorkerNode {
  NodeMessage.parse(message)
  // Only a node that has proven that it knows the secret comes this far.
  return message as ToWorkerNode
}

/** Whether a message starts a job. */
export function startsJob(message: ToWorker): boolean {
  return message.kind !== 'pull' && message.kind !== 'cancel'
}

/** The job that ends with this message of a worker, if one does: speech goes on until "done", all else has one result. */
export function endedJob(message: FromWorkerNode): number | undefined {
  if (!('job' in message) || message.kind === 'chunk') return undefined
  return message.job
}
