import { z } from 'zod'
import type { Caller } from '#app/access/caller.ts'
import type { LineProblem, LineSpeech, SourceLine } from '#batches/line.ts'
import { readTextLines } from '#batches/text-lines.ts'
import { type FailureDetail, InvalidRequest, readInput } from '#server/http/errors.ts'
import { styleOf } from '#server/openai/instructions.ts'
import { isModel, unknownModel } from '#server/openai/models.ts'
import { paceOf, SILENCE_SECONDS } from '#server/openai/speech.ts'
import { audioSpeechRequest, RESPONSE_FORMATS } from '#server/openai/speech-request.ts'
import { findOpenAiVoice } from '#server/openai/voice-names.ts'
import { AppError } from '#shared/errors.ts'
import { languageOf } from '#shared/languages/languages.ts'
import { findVoice, findVoiceAndLanguage } from './find-voice.ts'
import { speechRequest } from './speech-request.ts'

/** Operations whose bodies lines may have. */
export const BATCH_ENDPOINTS = ['/v1/speech', '/v1/audio/speech'] as const
export type BatchEndpoint = (typeof BATCH_ENDPOINTS)[number]

/** Reads one line of a batch, which has been parsed as JSON. */
export type ReadLine = (line: number, value: unknown) => Promise<SourceLine>

type VoicesOfApp = Parameters<typeof findVoiceAndLanguage>[0]

const Envelope = z.object(
  {
    method: z.literal('POST', { error: 'method must be "POST".' }),
    url: z.string({ error: 'url is missing: write the path of the operation.' }),
    body: z.unknown(),
  },
  {
    error:
      'A line is a JSON object, such as {"custom_id": "1", "method": "POST", "url": "/v1/speech", "body": {"text": "Good morning.", "voice": "lina"}}.',
  },
)
const Named = z.object({
  custom_id: z.string({ error: 'custom_id must be a string with at least one character.' }).min(1),
})

/** Reads the lines of a caller's batch for one operation. What is wrong with a line stands in the line. */
export function lineReader(
  app: VoicesOfApp,
  caller: Caller,
  { endpoint, textLimit }: { readonly endpoint: BatchEndpoint; readonly textLimit: number },
): ReadLine {
  const own = speechRequest({ voices: app.voices(), textLimit })
  const openAi = audioSpeechRequest({ voices: app.voices(), textLimit })
  const known = rememberVoices(app, caller)
  const readOwn = async (body: unknown): Promise<LineSpeech> => {
    const { request, format, bitrate, sampleRate } = readInput(own, body, 'body')
    if (format === 'm3u8')
      throw new AppError(
        'request/invalid',
        'A batch makes files: m3u8 is a stream. Use aac or mp3.',
      )
    const { voice, language } = await known(request.voice, request.text, request.language)
    const { text, speed, numbers } = request
    return {
      ...{ text, voice, speed, format, bitrate, sampleRate },
      ...(language === undefined ? {} : { language }),
      ...(numbers === undefined ? {} : { numbers }),
    }
  }
  const readOpenAi = async (body: unknown): Promise<LineSpeech> => {
    const { model, input: text, ...rest } = readInput(openAi, body, 'body')
    if (!isModel(model)) throw new AppError('request/invalid', wordsOf(unknownModel(model)))
    const { voice, language } = await findOpenAiVoice(app, caller, {
      ...{ text, voice: rest.voice, language: rest.language },
    })
    const { format } = RESPONSE_FORMATS[rest.response_format]
    const { pace, pitch, volume } = styleOf(rest.instructions)
    return {
      ...{ text, voice, format, bitrate: '128k', ...paceOf(rest.speed * pace), pitch, volume },
      ...(language === undefined ? {} : { language }),
      silenceSeconds: SILENCE_SECONDS,
    }
  }
  return async (line, value) => {
    const name = Named.safeParse(value)
    const customId = name.data?.custom_id
    try {
      const { url, body } = readInput(Envelope, value, 'body')
      if (url !== endpoint)
        throw new AppError('request/invalid', `url must be "${endpoint}", as the batch says.`)
      const speech = await (endpoint === '/v1/speech' ? readOwn(body) : readOpenAi(body))
      if (customId === undefined) readInput(Named, value, 'body')
      return { line, customId, speech }
    } catch (error) {
      return { line, customId, problem: problemOf(error) }
    }
  }
}

/** The lines of a file in JSONL, as they come. */
export async function* readJsonLines(
  bytes: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
  read: ReadLine,
): AsyncGenerator<SourceLine> {
  for await (const { line, ...rest } of readTextLines(bytes, maxLineBytes)) {
    if (rest.problem) yield { line, customId: undefined, problem: rest.problem }
    else yield await readJson(line, rest.text, read)
  }
}

async function readJson(line: number, text: string, read: ReadLine): Promise<SourceLine> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const message = 'This is no JSON. Write one JSON object a line, without line breaks in it.'
    return { line, customId: undefined, problem: { code: 'invalid_json', message } }
  }
  return read(line, value)
}

function problemOf(error: unknown): LineProblem {
  if (error instanceof InvalidRequest) return { code: 'invalid_request', message: error.message }
  if (error instanceof AppError) {
    const code = error.code === 'request/invalid' ? 'invalid_request' : error.code
    return { code, message: error.message }
  }
  throw error
}

const MOST_REMEMBERED = 1_000

/** Voices by their names: the lines of a batch mostly have the same few. */
function rememberVoices(app: VoicesOfApp, caller: Caller) {
  const voices = new Map<string, Promise<string>>()
  return async (
    asked: string,
    text: string,
    tag: string | undefined,
  ): Promise<{ readonly voice: string; readonly language: string | undefined }> => {
    const language = tag === undefined ? undefined : languageOf(tag)
    if (language === undefined) return findVoiceAndLanguage(app, caller, asked, text)
    const name = `${language} ${asked}`
    const found = voices.get(name) ?? findVoice(app, caller, asked, language)
    if (voices.size < MOST_REMEMBERED) voices.set(name, found)
    return { voice: await found, language }
  }
}

const wordsOf = (detail: FailureDetail): string =>
  typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join(' ')
