import { call, on } from '#renderer/client.ts'
import { runHostJob } from '#renderer/host-job.ts'
import { decodePcm16 } from '#renderer/ui/pcm.ts'

interface SynthesisRequest {
  readonly text: string
  readonly voice: string
  readonly language: string
}

/** Synthesizes a text as a whole: 24 kHz mono. Rejects as `runHostJob` does. */
export function synthesizeText(
  request: SynthesisRequest,
  signal: AbortSignal,
): Promise<Int16Array> {
  const parts: Int16Array[] = []
  return runHostJob<Int16Array>(
    {
      listen: (jobId, finish) => [
        on('speech.chunk', (chunk) => {
          if (chunk.jobId === jobId) parts.push(decodePcm16(chunk.pcm))
        }),
        on('speech.done', (end) => {
          if (end.jobId === jobId) finish(concatenate(parts))
        }),
      ],
      start: (jobId) => call('speech.start', { jobId, ...request }),
    },
    signal,
  )
}

function concatenate(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
