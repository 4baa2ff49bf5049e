import { ConnectionLostError } from '#renderer/socket.ts'
import { CLIP_LIMITS } from '#shared/clips.ts'

/** Writes bytes of a clip at a position. Writing the same bytes again changes nothing. */
export type AppendBytes = (position: number, bytes: Uint8Array) => Promise<unknown>

/** Uploads a recording in order, repeating each part until it is accepted. */
export interface ClipUpload {
  /** Adds audio. Never waits: what cannot be sent yet is queued. */
  add(bytes: Uint8Array): void
  /** Resolves when everything was accepted; rejects if the backend refused a part. */
  finish(): Promise<void>
  /** Bytes that the backend has not accepted yet. */
  waitingBytes(): number
}

/** Repeats a request while it fails because of a lost connection. Rejects with any other error. */
export async function retryOnConnectionLoss<Result>(
  request: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) throw error
    }
  }
}

/**
 * Creates an upload that sends one part at a time. Chunks that arrive meanwhile are sent together, so that a slow
 * backend gets fewer, larger parts. A part is sent again if the connection was lost. `onError` is called once with any
 * other error, which ends the upload.
 */
export function createClipUpload(
  append: AppendBytes,
  onError: (error: unknown) => void,
): ClipUpload {
  let waiting: Uint8Array[] = []
  let position = 0
  let failure: { readonly error: unknown } | undefined
  let running: Promise<void> | undefined

  const run = async (): Promise<void> => {
    try {
      while (waiting.length > 0) {
        const part = nextPart(waiting)
        await retryOnConnectionLoss(() => append(position, part.bytes))
        position += part.bytes.length
        waiting = part.untaken(waiting)
      }
    } catch (error) {
      failure = { error }
      onError(error)
    } finally {
      running = undefined
    }
  }

  return {
    add(bytes) {
      if (failure || bytes.length === 0) return
      waiting.push(bytes)
      running ??= run()
    },
    async finish() {
      while (running !== undefined) await running
      if (failure) throw failure.error
    },
    waitingBytes: () => waiting.reduce((sum, { length }) => sum + length, 0),
  }
}

/** Takes as many chunks as fit into one part, and a function that returns the remaining chunks. */
function nextPart(chunks: readonly Uint8Array[]): {
  readonly bytes: Uint8Array
  readonly untaken: (now: readonly Uint8Array[]) => Uint8Array[]
} {
  let count = 0
  let length = 0
  for (const chunk of chunks) {
    if (count > 0 && length + chunk.length > CLIP_LIMITS.partBytes) break
    count += 1
    length += chunk.length
  }
  const bytes = new Uint8Array(Math.min(length, CLIP_LIMITS.partBytes))
  let at = 0
  for (const chunk of chunks.slice(0, count)) {
    bytes.set(chunk.subarray(0, bytes.length - at), at)
    at += chunk.length
  }
  const rest = length > bytes.length ? chunks[count - 1]?.subarray(bytes.length) : undefined
  return { bytes, untaken: (now) => [...(rest ? [rest] : []), ...now.slice(count)] }
}
