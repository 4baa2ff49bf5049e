import type { FastifyReply } from 'fastify'
import type { App } from '#app/app.ts'
import type { SignedAnswer } from '#provenance/provenance.ts'
import { headerFlag } from '#server/http/header-flag.ts'
import { callerOf } from '#server/http/operation.ts'
import { AppError, isFull } from '#shared/errors.ts'
import { createBacklog } from '#storage/files/backlog.ts'

/** Maximum of sound that waits for the disk, in bytes. */
const MAX_WAITING_BYTES = 16_000_000

/** Whether the request allows its audio to be kept (X-Data-Retention). Throws AppError('request/invalid') for other values. */
export function mayKeep({ request }: FastifyReply): boolean {
  return headerFlag(request, 'X-Data-Retention')
}

/**
 * Passes the answer on and stores it among the files of the caller's account where that account keeps generated audio: as
 * a finished file, with its manifest at the standard place. Nothing is stored for a guest, nor where the caller
 * disconnects before the end. A failure to store goes to `onNotKept`, and the answer goes on.
 */
export async function* keepAudio(
  { access, files }: App,
  reply: FastifyReply,
  sound: SignedAnswer,
  { extension, disconnected, onNotKept }: KeepOptions,
): AsyncGenerator<Uint8Array> {
  const { account, kind, tokenName } = callerOf(reply.request)
  if (kind === 'guest' || !(await access.accountOf(account)).keepAudio) {
    yield* sound.bytes
    return
  }
  const backlog = createBacklog(MAX_WAITING_BYTES)
  const bytes = sound.asFile(backlog.bytes, disconnected)
  const named = { originalName: `${reply.request.id}.${extension}`, uploadedBy: tokenName, bytes }
  const notKept = (error: unknown): void => {
    // A full disk shows in the server's health; it is not reported again with each answer.
    if (!disconnected.aborted && !isFull(error)) onNotKept(error, reply.request.id)
  }
  let isWhole = false
  reply.raw.once('close', () => {
    if (isWhole && !disconnected.aborted) backlog.end()
    else backlog.fail(new AppError('speech/cancelled', 'The answer was not taken whole.'))
  })
  let started = false
  for await (const piece of sound.bytes) {
    // Not before there is something to keep.
    if (!started) files.add(account, named, disconnected).catch(notKept)
    started = true
    backlog.push(piece)
    yield piece
  }
  isWhole = true
}

interface KeepOptions {
  readonly extension: string
  /** Aborted where the caller leaves before the end. */
  readonly disconnected: AbortSignal
  readonly onNotKept: (error: unknown, requestId: string) => void
}
