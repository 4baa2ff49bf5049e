import { deflateSync } from 'node:zlib'
import { z } from 'zod'
import { sentencesOf } from '#app/services/transcribe/sentences.ts'
import { subtitlesOf, toSrt, toVtt } from '#app/services/transcribe/subtitles.ts'
import type { Transcript, TranscriptSegment } from '#app/services/transcribe/transcriber.ts'
import { languageInfo, languageOf } from '#shared/languages/languages.ts'
import type { TranscriptFormat, TranscriptionFields } from './transcription-form.ts'

const Usage = z.object({ type: z.literal('duration'), seconds: z.number() })
const Segment = z.object({
  ...{ id: z.int(), seek: z.int(), start: z.number(), end: z.number(), text: z.string() },
  tokens: z.array(z.int()).meta({ description: 'Always empty.' }),
  temperature: z.number().meta({ description: 'Always 0.' }),
  avg_logprob: z.number().meta({
    description:
      'Mean natural logarithm of the probabilities of what was chosen; 0 where the server that transcribed does not say.',
  }),
  compression_ratio: z.number().meta({ description: 'How much smaller zlib makes the text.' }),
  no_speech_prob: z.number().meta({
    description:
      'Probability that there is no speech, as the voice detector says; 0 where the server that transcribed does not say.',
  }),
})
const Word = z.object({ word: z.string(), start: z.number(), end: z.number() })

export const TranscriptJson = z
  .object({ text: z.string(), usage: Usage.optional() })
  .meta({ id: 'AudioTranscript' })
export const TranscriptVerbose = z
  .object({
    task: z.enum(['transcribe', 'translate']),
    language: z.string().meta({ description: 'Its English name in small letters, or "unknown".' }),
    duration: z.number().meta({ description: 'In seconds; 0 where it is not known.' }),
    text: z.string(),
    segments: z.array(Segment).optional(),
    words: z.array(Word).optional(),
    usage: Usage.optional(),
  })
  .meta({ id: 'AudioTranscriptVerbose' })

/** Media types of the formats. */
export const TRANSCRIPT_TYPES: Readonly<Record<TranscriptFormat, string>> = {
  ...{ json: 'application/json', verbose_json: 'application/json' },
  ...{ text: 'text/plain', srt: 'application/x-subrip', vtt: 'text/vtt' },
}

/** What has to be ordered for a format: words have times of their own. */
export function timestampFor({
  response_format: format,
  granularities,
}: TranscriptionFields): 'none' | 'sentence' | 'word' {
  if (format === 'json' || format === 'text') return 'none'
  return format === 'verbose_json' && granularities.includes('word') ? 'word' : 'sentence'
}

/** The body of an answer. `task`: of a translation, the text is another one than what is said. */
export function transcriptBody(
  transcript: Transcript,
  fields: Pick<TranscriptionFields, 'response_format' | 'granularities'>,
  task: 'transcribe' | 'translate',
): string | object {
  const { text, segments = [], words = segments } = transcript
  switch (fields.response_format) {
    case 'text':
      return `${text}\n`
    case 'srt':
      return toSrt(subtitlesOf(words))
    case 'vtt':
      return toVtt(subtitlesOf(words))
    case 'verbose_json':
      return verbose(transcript, fields.granularities, task)
    default:
      return { text, ...usageOf(transcript) }
  }
}

function verbose(
  transcript: Transcript,
  granularities: TranscriptionFields['granularities'],
  task: 'transcribe' | 'translate',
): z.infer<typeof TranscriptVerbose> {
  const { text, segments = [], language, seconds } = transcript
  const hasWords = granularities.includes('word')
  const sentences = hasWords ? sentencesOf(segments) : segments
  const last = segments.at(-1)?.end ?? 0
  return {
    task,
    language: task === 'translate' ? 'english' : nameOf(language),
    duration: seconds ?? last,
    text,
    ...(hasWords && granularities.length === 1 ? {} : { segments: sentences.map(segmentOf) }),
    ...(hasWords
      ? { words: segments.map(({ text: word, start, end }) => ({ word, start, end })) }
      : {}),
    ...usageOf(transcript),
  }
}

/** What tools read of a segment. Who has written it down chose by certainty alone (temperature 0), and by its own tokens. */
function segmentOf(
  { text, start, end, certainty }: TranscriptSegment,
  id: number,
): z.infer<typeof Segment> {
  return {
    ...{ id, seek: 0, start, end, text, tokens: [], temperature: 0 },
    avg_logprob: certainty?.averageLogProbability ?? 0,
    compression_ratio: compressionRatio(text),
    no_speech_prob: certainty?.noSpeechProbability ?? 0,
  }
}

/** As OpenAI has it: how much smaller zlib makes the text; a model that repeats itself gives more than 2.4. */
function compressionRatio(text: string): number {
  const bytes = Buffer.from(text)
  return bytes.length / deflateSync(bytes).length
}

export function usageOf({ seconds }: Pick<Transcript, 'seconds'>): {
  readonly usage?: z.infer<typeof Usage>
} {
  return seconds === undefined ? {} : { usage: { type: 'duration', seconds } }
}

function nameOf(language: string | undefined): string {
  const code = language && languageOf(language)
  return code ? languageInfo(code).name.toLowerCase() : (language ?? 'unknown')
}
