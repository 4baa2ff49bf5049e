import { availableParallelism, totalmem } from 'node:os'
import type { FastifyReply } from 'fastify'
import type { Caller } from '#app/access/caller.ts'
import {
  type AcquireRequest,
  createFairSemaphore,
  type Requester,
} from '#app/access/fair-semaphore.ts'
import { OWNER } from '#shared/access.ts'
import { TooManyRequests } from '#shared/errors.ts'

/** Limits on texts spoken at once. Each text has a voice at work and, where its format needs one, an encoder process. */
export interface SpeechLimits {
  readonly inAll: number
  readonly ofAccount: number
  /** Limit of one API key, or of all JWTs of an account. */
  readonly ofToken: number
  readonly ofGuest: number
  /** Maximum time in the queue, in milliseconds. */
  readonly waitMs: number
}

/** An ffmpeg that encodes speech holds 10.5 MB (measured with 80 of them); an eighth of the memory is for encoders. */
const ENCODER_BYTES = 12 * 1024 * 1024
const MEMORY_SHARE = 1 / 8
const PER_CORE = 64

export const SPEECH_LIMITS: SpeechLimits = {
  inAll: Math.max(
    8,
    Math.min(
      128,
      PER_CORE * availableParallelism(),
      Math.floor((totalmem() * MEMORY_SHARE) / ENCODER_BYTES),
    ),
  ),
  ofAccount: 64,
  ofToken: 64,
  ofGuest: 8,
  waitMs: 30_000,
}

/** Length from which a text counts as long, in characters; long texts leave some slots to others. */
const LONG_TEXT = 2_000
const LONG_SHARE = 7 / 8
/** Share of the slots that guests, and all callers but the owner, may hold where others want some as well. */
const GUEST_SHARE = 1 / 2
const OTHERS_SHARE = 3 / 4
/** Maximum of waiting texts of one token; more are refused at once. */
const MAX_WAITING = { guest: 32, others: 256 } as const
const RETRY_S = 5

/** OpenAPI description of a 429 from an operation that speaks. */
export const SPEECH_QUEUE_TIMEOUT = {
  description:
    'Too many texts are being spoken, with this token, for its account or in all, and this one was not reached within 30 s; or there were too many requests or connections with this token, or wrong tokens from this address.',
  headers: { 'Retry-After': 'Seconds to wait before the next attempt: 1 to 60.' },
} as const

interface SpeechRequester extends Requester {
  readonly isGuest: boolean
  readonly isLong: boolean
}

/** How much a queue has to do now. */
export interface SpeechQueueState {
  /** Texts that are being spoken. */
  readonly speaking: number
  readonly waiting: number
  /** How long the first of those that wait has waited, in milliseconds; 0 where none waits. */
  readonly oldestWaitMs: number
}

/** Queue of texts to be spoken. */
export interface SpeechQueue {
  state(): SpeechQueueState
  /**
   * Waits until this caller's text may be spoken; returns a function to call when it is done. Throws TooManyRequests,
   * and the reason of `signal`.
   */
  acquire(
    caller: Pick<Caller, 'account' | 'kind' | 'tokenId'>,
    text: string,
    signal: AbortSignal,
  ): Promise<() => void>
}

/**
 * A queue with limits in all, of each account and of each token, served round robin. Guests leave slots to the keys of
 * their account, other accounts to the owner, long texts to short ones.
 */
export function createSpeechQueue(limits: SpeechLimits): SpeechQueue {
  const semaphore = createFairSemaphore<SpeechRequester>()
  // In the order in which they came.
  const waitingSince = new Map<AbortController, number>()
  return {
    state() {
      const [oldest] = waitingSince.values()
      return {
        speaking: semaphore.holders.length,
        waiting: semaphore.waiting.length,
        oldestWaitMs: oldest === undefined ? 0 : performance.now() - oldest,
      }
    },
    async acquire({ account, kind, tokenId }, text, signal) {
      const isGuest = kind === 'guest'
      const by = { account, token: tokenId, isGuest, isLong: text.length > LONG_TEXT }
      const isOwn = ({ token }: SpeechRequester): boolean => token === tokenId
      const most = isGuest ? MAX_WAITING.guest : MAX_WAITING.others
      if (semaphore.waiting.filter(isOwn).length >= most)
        throw new TooManyRequests(
          `${most} texts of this token are already waiting to be spoken. Send fewer at once, and try again after the time in Retry-After.`,
          RETRY_S,
        )
      const tooLong = new AbortController()
      waitingSince.set(tooLong, performance.now())
      const timer = setTimeout(() => {
        const own = semaphore.holders.filter(isOwn).length
        tooLong.abort(tooMany(semaphore.holders.length, own, limits))
      }, limits.waitMs)
      try {
        const claim: AcquireRequest<SpeechRequester> = {
          by,
          fits: (taken) => fits(by, taken, limits),
        }
        return await semaphore.acquire(claim, AbortSignal.any([signal, tooLong.signal]))
      } finally {
        clearTimeout(timer)
        waitingSince.delete(tooLong)
      }
    },
  }
}

/** Waits for a slot to speak `text`, and releases it when the answer has ended. Throws as `acquire` does. */
export async function waitForSpeechSlot(
  reply: FastifyReply,
  semaphore: SpeechQueue,
  caller: Caller,
  text: string,
  disconnected: AbortSignal,
): Promise<void> {
  const done = await semaphore.acquire(caller, text, disconnected)
  if (reply.raw.closed) done()
  else reply.raw.once('close', done)
}

function fits(
  by: SpeechRequester,
  taken: readonly SpeechRequester[],
  limits: SpeechLimits,
): boolean {
  const ofAccount = taken.filter(({ account }) => account === by.account)
  const own = taken.filter(({ token }) => token === by.token)
  const isOwner = by.account === OWNER && !by.isGuest
  const guests = (group: readonly SpeechRequester[]) =>
    group.filter(({ isGuest }) => isGuest).length
  const rooms = [
    leavesRoom(by, taken, limits.inAll),
    leavesRoom(by, ofAccount, limits.ofAccount),
    leavesRoom(by, own, by.isGuest ? limits.ofGuest : limits.ofToken),
    isOwner || taken.length < share(limits.inAll, OTHERS_SHARE),
    !by.isGuest || guests(taken) < share(limits.inAll, GUEST_SHARE),
    !by.isGuest || guests(ofAccount) < share(limits.ofAccount, GUEST_SHARE),
  ]
  return rooms.every((hasRoom) => hasRoom)
}

function leavesRoom(
  { isLong }: SpeechRequester,
  taken: readonly SpeechRequester[],
  most: number,
): boolean {
  const long = taken.filter((other) => other.isLong).length
  return taken.length < most && (!isLong || long < share(most, LONG_SHARE))
}

const share = (most: number, part: number): number => Math.max(1, Math.floor(most * part))

function tooMany(inAll: number, own: number, { waitMs }: SpeechLimits): TooManyRequests {
  const seconds = Math.round(waitMs / 1_000)
  return new TooManyRequests(
    `Griot is speaking ${inAll} texts, ${own} of them with this token, and this one was not reached within ${seconds} s. Try again after the time in Retry-After, with fewer at once.`,
    RETRY_S,
  )
}
