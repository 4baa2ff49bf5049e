import { readBack } from '#app/read-back/read-back.ts'
import { sentencesOf } from '#app/services/transcribe/sentences.ts'
import type { OnText, Transcript } from '#app/services/transcribe/transcriber.ts'
import type { TranscriptionJob, TranscriptionService } from '#app/services/transcription-service.ts'
import { wavHeader } from '#media/wav.ts'
import type { Data, EmitEvent, Handlers, Parsed } from '#shared/api.ts'
import { AppError } from '#shared/errors.ts'
import { languageOf } from '#shared/languages/languages.ts'
import type { Reading } from '#shared/reading.ts'
import { SOUND_LIMITS } from '#shared/transcription.ts'
import type { LanguageIdentifier } from '#speech/text/detect/languages.ts'
import type { Clips } from '#storage/clips/clips.ts'
import { cutPcm } from '#storage/clips/cut.ts'
import type { Jobs } from './jobs.ts'
import { createSentSound, type SentSound, tooLarge } from './sent-sound.ts'

type TranscriptionMethod = Extract<keyof Handlers, `transcribe.${string}`>
type Order = Parsed<'transcribe.start'>

export interface TranscriptionParts {
  readonly transcripts: Pick<TranscriptionService, 'open'>
  readonly clips: Pick<Clips, 'sound'>
  readonly languages: Pick<LanguageIdentifier, 'identify' | 'identifySpoken'>
}

/** A recording on its way from the window. */
interface Arriving {
  readonly sound: SentSound
  readonly start: (order: Order) => void
}

/** Handlers about writing down recordings, for one window with its jobs. */
export function transcriptionHandlers(
  parts: TranscriptionParts,
  jobs: Jobs,
  emit: EmitEvent,
): Pick<Handlers, TranscriptionMethod> {
  const arriving = new Map<string, Arriving>()
  const write = async (job: TranscriptionJob, order: Order, signal: AbortSignal): Promise<void> => {
    const { jobId } = order
    const onText: OnText = (text, seconds) => emit('transcribe.progress', { jobId, text, seconds })
    const { transcript, reading } = await written(job, order, parts, signal, onText)
    emit('transcribe.done', { jobId, ...(await toldOf(transcript, reading, parts)) })
  }
  return {
    'transcribe.begin': async ({ jobId, sizeBytes }) => {
      if (sizeBytes > SOUND_LIMITS.bytes) throw tooLarge(sizeBytes, SOUND_LIMITS.bytes)
      const job = await parts.transcripts.open()
      const sound = createSentSound(SOUND_LIMITS.bytes)
      const ordered = Promise.withResolvers<Order>()
      const work = async (signal: AbortSignal): Promise<void> => {
        const stop = (): void => {
          sound.fail(signal.reason)
          ordered.reject(signal.reason)
        }
        signal.addEventListener('abort', stop, { once: true })
        try {
          const [, order] = await Promise.all([job.take(sound), ordered.promise])
          await write(job, order, signal)
        } catch (error) {
          sound.fail(error)
          throw error
        } finally {
          signal.removeEventListener('abort', stop)
          arriving.delete(jobId)
          await job.close()
        }
      }
      try {
        jobs.start(jobId, work)
      } catch (error) {
        await job.close()
        throw error
      }
      arriving.set(jobId, { sound, start: ordered.resolve })
      return {}
    },
    'transcribe.append': async ({ jobId, position, bytes }) => {
      await arrivingOf(jobId).sound.append(position, bytes)
      return {}
    },
    'transcribe.start': async (order) => {
      const { jobId, source } = order
      if (source.kind === 'sent') {
        const { sound, start } = arrivingOf(jobId)
        sound.end()
        start(order)
        return {}
      }
      const job = await parts.transcripts.open()
      jobs.start(jobId, async (signal) => {
        try {
          await job.take(clipSound(parts.clips, source, signal))
          await write(job, order, signal)
        } finally {
          await job.close()
        }
      })
      return {}
    },
  }

  function arrivingOf(jobId: string): Arriving {
    const known = arriving.get(jobId)
    if (known) return known
    throw new AppError('request/invalid', 'This recording is not being written down any more.')
  }
}

async function* clipSound(
  clips: Pick<Clips, 'sound'>,
  { clipId, cut }: Extract<Order['source'], { kind: 'clip' }>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const pcm = cutPcm(await clips.sound(clipId, cut.cleaned, signal), cut)
  yield wavHeader(pcm.length)
  yield pcm
}

async function written(
  job: TranscriptionJob,
  { language, expected }: Order,
  { languages }: TranscriptionParts,
  signal: AbortSignal,
  onText: OnText,
): Promise<{ readonly transcript: Transcript; readonly reading?: Reading }> {
  const options = { language, specialWords: [], timestamp: 'sentence' } as const
  if (expected === undefined) return { transcript: await job.transcribe(options, signal, onText) }
  const order = { ...options, text: expected }
  return readBack(job.transcribe, order, languages.identify, signal, onText)
}

/** A transcript as windows are told it: every sentence with its language, as far as that is sure. */
async function toldOf(
  { text, segments = [], words, language: heard, provider }: Transcript,
  reading: Reading | undefined,
  { languages }: TranscriptionParts,
): Promise<Omit<Data<'transcribe.done'>, 'jobId'>> {
  const language = heard === undefined ? await languages.identify(text) : languageOf(heard)
  const sentences = await Promise.all(
    (words ? sentencesOf(words) : segments).map(async ({ text: said, start, end }) => ({
      ...{ text: said, start, end },
      language: (await languages.identifySpoken(said)) ?? language,
    })),
  )
  return { text, sentences, language, provider, reading }
}
