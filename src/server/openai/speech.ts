import { requesterOf } from '#app/access/caller.ts'
import type { App } from '#app/app.ts'
import { saysNothing } from '#app/silence.ts'
import type { EncodingOptions } from '#media/render.ts'
import type { SignedAnswer } from '#provenance/provenance.ts'
import { refuse } from '#server/http/errors.ts'
import { type Api, callerOf, type Json } from '#server/http/operation.ts'
import { EVENT_STREAM, soundEvents } from '#server/http/server-sent-events.ts'
import { SPEECH_QUEUE_TIMEOUT, waitForSpeechSlot } from '#server/http/speech-queue.ts'
import { disconnectSignal, sendStream } from '#server/http/stream.ts'
import { asBodyField } from '#server/v1/find-voice.ts'
import { PROVENANCE_HEADERS, setProvenanceHeaders } from '#server/v1/provenance-headers.ts'
import { keepAudio, mayKeep } from '#server/v1/retention.ts'
import type { SpeechOptions } from '#server/v1/speech.ts'
import { tellUnspoken, UNSPOKEN_ANSWER } from '#server/v1/unspoken-words.ts'
import { FALLBACK_ANSWER, FALLBACK_REQUEST, tellingFallback } from '#server/v1/voice-fallback.ts'
import { SPEED } from '#shared/script.ts'
import { lateOpenAiFailure, OPENAI, OPENAI_FAILURES } from './failure.ts'
import { styleOf } from './instructions.ts'
import { isModel, unknownModel } from './models.ts'
import { SpeechEvent, speechEvents, usageOf } from './speech-events.ts'
import { audioSpeechRequest, PACE, RESPONSE_FORMATS } from './speech-request.ts'
import { findOpenAiVoice } from './voice-names.ts'

/** Length of the answer to a text without words, in seconds. */
export const SILENCE_SECONDS = 0.3

const AUDIO: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.values(RESPONSE_FORMATS).map(({ mediaType }) => [
    mediaType,
    { type: 'string', format: 'binary' },
  ]),
)

/** POST /v1/audio/speech: a text in, its sound out while it is still being generated, as OpenAI's API has it. */
export function addAudioSpeech(
  { add }: Api,
  app: App,
  textLimit: number,
  options: SpeechOptions,
): void {
  add(
    {
      method: 'POST',
      path: '/v1/audio/speech',
      id: 'createSpeech',
      tag: 'speech',
      summary: 'Speak a text, as OpenAI does',
      description:
        'For tools that are made for OpenAI’s API; fields that they send beyond these are ignored. A text that has nothing to say, such as "." or an emoji, is answered with 0.3 s of silence. The answer is sent while it is generated. A failure after the first byte closes the connection without the last chunk; among events it is the last one, with `error`. `usage` counts a word of the input as one token, and 50 ms of sound as another.',
      scope: 'speak',
      guests: true,
      invalidStatus: 400,
      idempotent: true,
      dialect: OPENAI,
      headers: {
        ...FALLBACK_REQUEST,
        'X-Data-Retention': {
          description:
            'Whether the audio of this request may be kept in your files: true or false in any letter case. It is kept only if your account keeps generated audio, which is off by default, and never for events.',
          type: 'string',
          default: 'true',
        },
      },
      body: audioSpeechRequest({ voices: app.voices(), textLimit }),
      responses: {
        ...OPENAI_FAILURES,
        200: {
          description: 'Audio in the format asked for, or events that carry it.',
          content: { ...AUDIO, 'text/event-stream': SpeechEvent },
          headers: {
            ...PROVENANCE_HEADERS,
            ...FALLBACK_ANSWER,
            ...UNSPOKEN_ANSWER,
            'X-Instructions-Used':
              'The words of `instructions` that were followed, by their names there, or `none`.',
          },
        },
        404: { description: 'There is no such model.' },
        429: SPEECH_QUEUE_TIMEOUT,
      },
    },
    async ({ body, request, reply }) => {
      const keeps = mayKeep(reply)
      const onFallback = tellingFallback(reply)
      if (!isModel(body.model)) return refuse(reply, 404, unknownModel(body.model))
      const caller = callerOf(request)
      const { voice, language } = await asBodyField(() =>
        findOpenAiVoice(app, caller, {
          ...{ voice: body.voice, text: body.input, language: body.language },
        }),
      )
      await tellUnspoken(reply, app, caller, { text: body.input, voice, language })
      const { format, mediaType, extension } = RESPONSE_FORMATS[body.response_format]
      const style = styleOf(body.instructions)
      const { speed, tempo } = paceOf(body.speed * style.pace)
      const { pitch, volume } = style
      const disconnected = disconnectSignal(reply)
      await waitForSpeechSlot(reply, options.speechQueue, caller, body.input, disconnected)
      let seconds = 0
      const output: EncodingOptions = {
        ...{ format, bitrate: '128k', tempo },
        onSound: (more) => {
          seconds += more
        },
      }
      const { account, tokenName: keyName } = caller
      const requester = requesterOf(caller)
      const by = { requestId: request.id, account, keyName, requester, isPrivate: !keeps }
      const order = { text: body.input, voice, speed, pitch, volume, language }
      const sound = await app
        .render(order, output, by, disconnected, onFallback)
        .then(begun)
        .catch((error) => silenceFor(error, body.input, app, output, disconnected))
      reply.header('x-instructions-used', style.words.join(', ') || 'none')
      reply.header('cache-control', 'no-store')
      setProvenanceHeaders(reply, sound, options.guestManifests)
      if (body.stream_format === 'sse') {
        const usage = () => usageOf(body.input, seconds)
        const describe = (error: unknown) =>
          lateOpenAiFailure(error, request, disconnected, options.onBug)
        reply.header('content-type', EVENT_STREAM)
        return sendStream(reply, soundEvents(sound.bytes, speechEvents(usage, describe)), options)
      }
      reply.header('content-type', mediaType)
      const kept = { extension, disconnected, onNotKept: options.onBug }
      const bytes = keeps ? keepAudio(app, reply, sound, kept) : sound.bytes
      return sendStream(reply, bytes, options)
    },
  )
}

/** The same answer once its first bytes are there, so that what cannot be spoken throws here. */
async function begun(sound: SignedAnswer): Promise<SignedAnswer> {
  const first = await sound.bytes.next()
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      if (first.done) return
      yield first.value
      yield* sound.bytes
    } finally {
      await sound.bytes.return(undefined)
    }
  }
  return { ...sound, bytes: bytes() }
}

/**
 * The answer to a piece of a text that has nothing to say, such as the emoji at its end: tools that cut a text send every piece. Throws
 * any other error.
 */
function silenceFor(
  error: unknown,
  text: string,
  app: App,
  output: EncodingOptions,
  signal: AbortSignal,
): SignedAnswer {
  if (!saysNothing(error, text)) throw error
  const bytes = app.silence(SILENCE_SECONDS, { ...output, tempo: 1 }, signal)
  return { bytes, placement: 'none', asFile: (sound) => sound }
}

/** Splits a pace into the voice's own speed and the factor by which its sound is then sped up. */
export function paceOf(asked: number): { readonly speed: number; readonly tempo: number } {
  const pace = Math.min(PACE.max, Math.max(PACE.min, asked))
  const speed = Math.min(SPEED.max, Math.max(SPEED.min, pace))
  return { speed, tempo: pace / speed }
}
