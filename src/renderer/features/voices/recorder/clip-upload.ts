import { ConnectionLostError } from '#renderer/socket.ts'
import { CLIP_LIMITS } from '#shared/clips.ts'

/** Takes bytes of a clip at their place; taking the same ones again changes nothing. */
export type AppendBytes = (position: number, bytes: Uint8Array) => Promise<unknown>

/** Sends what is recorded to the engine, in order, each part until it is taken. */
export interface ClipUpload {
  /** More of the recording. Never waits: what cannot be sent yet is kept. */
  add(bytes: Uint8Array): void
  /** Resolves once everything was taken; rejects with why the engine refused a part. */
  finish(): Promise<void>
  /** Bytes that the engine has not taken yet. */
  waitingBytes(): number
}

/** Asks again for as long as only the connection breaks. Rejects with any other failure. */
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
 * One part is under way at a time; what comes meanwhile goes along with the next one, so that a slow engine gets fewer
 * and larger parts. A part whose connection broke is sent again. `onRefused` is told once of any other failure, which
 * ends the sending.
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

/** As much from the front as goes into one part, and what is left of the pieces once it is taken. */
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
