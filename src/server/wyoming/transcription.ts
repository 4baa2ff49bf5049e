import { Readable } from 'node:stream'
import { z } from 'zod'
import { wavHeader } from '#media/wav.ts'
import { AppError } from '#shared/errors.ts'
import { languageOf } from '#shared/languages/languages.ts'
import { SOUND_LIMITS } from '#shared/transcription.ts'
import type { Connection, WyomingProgram } from './session.ts'

const Format = z.object({
  rate: z.int().min(8_000).max(192_000),
  width: z.literal(2),
  channels: z.literal(1),
})
const Transcribe = z.object({ language: z.string().max(35).nullish() })

/** Sound that a client sends to be written down, from `transcribe` to `audio-stop`. */
export interface SentSound {
  /** `audio-start`. Throws AppError. */
  begin(data: unknown): void
  /** `audio-chunk`. Throws AppError. */
  append(payload: Uint8Array): void
  /** `audio-stop`: sends the `transcript`. Throws AppError. */
  end(): Promise<void>
}

/** `transcribe`. Throws AppError where nothing here writes down speech. */
export function receiveSound(
  { app, caller }: WyomingProgram,
  { send, gone }: Connection,
  data: unknown,
): SentSound {
  const { language: tag } = Transcribe.catch({}).parse(data)
  let rate: number | undefined
  const pieces: Uint8Array[] = []
  let size = 0
  return {
    begin(format) {
      const found = Format.safeParse(format)
      if (!found.success)
        throw new AppError(
          'transcribe/source',
          'Send samples of 16 bit (width 2) in one channel, at 8000 Hz or more.',
        )
      rate = found.data.rate
      pieces.length = 0
      size = 0
    },
    append(payload) {
      if (rate === undefined) throw noStart()
      size += payload.length
      if (size > SOUND_LIMITS.bytes)
        throw new AppError(
          'file/too-large',
          `The recording is larger than the ${SOUND_LIMITS.bytes.toLocaleString('en')} bytes that are written down.`,
        )
      pieces.push(payload)
    },
    async end() {
      if (rate === undefined) throw noStart()
      const wav = [wavHeader(size, 0, rate), ...pieces]
      const language = languageOf(tag ?? '')
      const job = await app.transcripts.open(caller)
      try {
        await job.take(Readable.from(wav))
        const order = { language, specialWords: [], timestamp: 'none' } as const
        const made = await job.transcribe(order, gone)
        const heard = made.language ?? language
        await send({
          type: 'transcript',
          data: { text: made.text, ...(heard ? { language: heard } : {}) },
        })
      } finally {
        await job.close()
      }
    },
  }
}

function noStart(): AppError {
  return new AppError('request/invalid', 'Send "transcribe" and "audio-start" before sound.')
}
