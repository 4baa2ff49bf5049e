import { openAsBlob } from 'node:fs'
import { z } from 'zod'
import { callService, type Service, serviceUrl, unusable } from '#app/services/service-client.ts'
import { AUDIO_FILES } from '#media/sniff.ts'
import { AppError } from '#shared/errors.ts'
import { LANGUAGES, languageOf } from '#shared/languages/languages.ts'
import type {
  SoundFile,
  Transcriber,
  TranscriptionRequest,
  TranscriptSegment,
} from './transcriber.ts'

/** Settings of the transcription service, as the person who runs Griot gives them. */
export interface TranscriberSettings {
  readonly url: string
  readonly key: string | undefined
  /** Name of the model at the service. */
  readonly model: string | undefined
  readonly timeoutMs?: number
}

/** Below the five minutes that Node waits for the head of an answer. */
const TIMEOUT_MS = 240_000
const USUAL_MODEL = 'whisper-1'

const Word = z.object({ word: z.string(), start: z.number(), end: z.number() })
const Stretch = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  words: z.array(Word).nullish(),
  avg_logprob: z.number().nullish().catch(null),
  no_speech_prob: z.number().nullish().catch(null),
})
const Answer = z.object({
  text: z.string(),
  language: z.string().nullish(),
  segments: z.array(Stretch).nullish(),
  words: z.array(Word).nullish(),
})
type Answer = z.infer<typeof Answer>

/**
 * A transcriber behind a server that answers POST /v1/audio/transcriptions as OpenAI does, with
 * `response_format=verbose_json`. Throws AppError('settings/invalid').
 */
export function createOpenAiTranscriber(settings: TranscriberSettings): Transcriber {
  const { url, key, model = USUAL_MODEL, timeoutMs = TIMEOUT_MS } = settings
  const service: Service = {
    work: 'transcription',
    url: serviceUrl(url, 'GRIOT_TRANSCRIBE_URL', '/v1/audio/transcriptions'),
    key,
    keySetting: 'GRIOT_TRANSCRIBE_KEY',
    timeoutMs,
    failed: 'transcribe/failed',
    unavailable: 'transcribe/unavailable',
  }
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  return {
    async transcribe(recording, options, signal) {
      const form = await formOf(recording, options, model)
      const read = Answer.safeParse(await callService(service, form, headers, signal))
      if (!read.success) throw unusable(service, read.error)
      const { text, language } = read.data
      return {
        text: text.trim(),
        segments: segmentsOf(read.data, options),
        language: codeOf(language ?? ''),
      }
    },
  }
}

async function formOf(
  { path, kind }: SoundFile,
  { language, specialWords, timestamp }: TranscriptionRequest,
  model: string,
): Promise<FormData> {
  const form = new FormData()
  form.set('file', await openAsBlob(path, { type: AUDIO_FILES[kind] }), `recording.${kind}`)
  form.set('model', model)
  form.set('response_format', 'verbose_json')
  if (language) form.set('language', language)
  if (specialWords.length > 0) form.set('prompt', specialWords.join(', '))
  form.set('timestamp_granularities[]', timestamp === 'word' ? 'word' : 'segment')
  return form
}

function segmentsOf(
  { text, segments, words }: Answer,
  { timestamp }: TranscriptionRequest,
): readonly TranscriptSegment[] | undefined {
  if (timestamp === 'none') return undefined
  const found =
    timestamp === 'sentence'
      ? segments?.map(withCertainty)
      : // Some servers give the words of each segment within it.
        (words ?? segments?.flatMap((segment) => segment.words ?? []))?.map(
          ({ word, start, end }) => ({ text: word, start, end }),
        )
  if (!found?.length && text.trim() !== '')
    throw new AppError(
      'transcribe/unavailable',
      `The transcription service returns no time for each ${timestamp}. Leave "timestamp" out, or ask for ${timestamp === 'word' ? '"sentence"' : '"word"'}.`,
    )
  return found?.map(({ text, ...rest }) => ({ ...rest, text: text.trim() })) ?? []
}

function withCertainty({
  text,
  start,
  end,
  avg_logprob: averageLogProbability,
  no_speech_prob: noSpeechProbability,
}: z.infer<typeof Stretch>): TranscriptSegment {
  const known = typeof averageLogProbability === 'number' && typeof noSpeechProbability === 'number'
  return {
    ...{ text, start, end },
    ...(known ? { certainty: { averageLogProbability, noSpeechProbability } } : {}),
  }
}

/** Servers name a language by its code or, as OpenAI does, by its English name. */
function codeOf(language: string): string | undefined {
  const name = language.trim().toLowerCase()
  const known = LANGUAGES.find((each) => each.name.toLowerCase() === name)?.code ?? languageOf(name)
  return known ?? (/^[a-z]{2,3}$/.test(name) ? name : undefined)
}
