import { requesterOf } from '#app/access/caller.ts'
import type { App } from '#app/app.ts'
import { type Api, callerOf, type Json } from '#server/http/operation.ts'
import { EVENT_STREAM, lateFailure, soundEvents } from '#server/http/server-sent-events.ts'
import { SPEECH_QUEUE_TIMEOUT, waitForSpeechSlot } from '#server/http/speech-queue.ts'
import { disconnectSignal, type StreamOptions, sendStream } from '#server/http/stream.ts'
import { FORMATS, kilobitsOf } from '#shared/formats.ts'
import { languageOf } from '#shared/languages/languages.ts'
import { asBodyField, findVoiceAndLanguage } from './find-voice.ts'
import type { GuestManifests } from './guest-manifests.ts'
import { sendPlaylist } from './hls.ts'
import { PROVENANCE_HEADERS, setProvenanceHeaders } from './provenance-headers.ts'
import { keepAudio, mayKeep } from './retention.ts'
import { TimedSpeechEvent, timedSpeechEvents } from './speech-events.ts'
import type { speechRequest } from './speech-request.ts'
import { collectTimings, keepTimings } from './speech-timings.ts'
import { tellUnspoken, UNSPOKEN_ANSWER } from './unspoken-words.ts'
import { FALLBACK_ANSWER, FALLBACK_REQUEST, tellingFallback } from './voice-fallback.ts'

const MEDIA_TYPES = [...new Set(Object.values(FORMATS).map(({ mediaType }) => mediaType))]
const AUDIO: Readonly<Record<string, Json>> = Object.fromEntries(
  MEDIA_TYPES.map((type) => [
    type,
    type === FORMATS.m3u8.mediaType ? { type: 'string' } : { type: 'string', format: 'binary' },
  ]),
)

/** Options of the operations that speak a whole text. */
export interface SpeechOptions extends StreamOptions {
  readonly guestManifests: GuestManifests
}

/** POST /v1/speech: a text in, its sound out while it is still being generated. */
export function addSpeech(
  { add }: Api,
  app: App,
  schema: ReturnType<typeof speechRequest>,
  options: SpeechOptions,
): void {
  add(
    {
      method: 'POST',
      path: '/v1/speech',
      id: 'generateSpeech',
      tag: 'speech',
      summary: 'Speak a text',
      description:
        'The answer is sent while it is generated. A failure after the first byte closes the connection without the last chunk. Raw formats (pcm_s16le, mulaw, alaw) are mono, without a header, at 24 kHz unless `sample_rate` says 8000. An m3u8 answer is an HLS playlist that grows; its segments, and the address in Content-Location, need no key and expire.',
      scope: 'speak',
      guests: true,
      invalidStatus: 400,
      idempotent: true,
      headers: {
        ...FALLBACK_REQUEST,
        'X-Data-Retention': {
          description:
            'Whether the audio of this request may be kept in your files: true or false in any letter case. It is kept only if your account keeps generated audio, which is off by default, and never for m3u8.',
          type: 'string',
          default: 'true',
        },
      },
      body: schema,
      responses: {
        200: {
          description: 'Audio in the format asked for.',
          content: { ...AUDIO, 'text/event-stream': TimedSpeechEvent },
          headers: {
            'Content-Disposition': 'inline; filename="<request id>.<extension>"',
            ...PROVENANCE_HEADERS,
            Link: `${PROVENANCE_HEADERS.Link} With \`timings\`: the address of the times, \`</v1/speech/<request id>/timings>; rel="timings"\`.`,
            ...FALLBACK_ANSWER,
            ...UNSPOKEN_ANSWER,
            'X-Audio-Bitrate':
              'With mp3, ogg_opus, webm_opus and m3u8: the bitrate of the sound, such as `128k`. For `192k`, mp3 has `160k` and m3u8 `144k`, their maximum at 24 kHz.',
            'Content-Location':
              'With m3u8: the address at which a player can fetch the same playlist until it expires.',
          },
        },
        413: {
          description:
            'The body is larger than 1,048,576 bytes; or, with m3u8, the playlists of the account have reached their limit until some expire: `detail` has both figures.',
        },
        429: SPEECH_QUEUE_TIMEOUT,
      },
    },
    async ({ body, request, reply }) => {
      const keeps = mayKeep(reply)
      const onFallback = tellingFallback(reply)
      const { format, bitrate, sampleRate } = body
      const caller = callerOf(request)
      const { account } = caller
      const { voice: asked, text } = body.request
      const told = languageOf(body.request.language ?? '')
      const found = await asBodyField(() => findVoiceAndLanguage(app, caller, asked, text, told))
      const speak = { ...body.request, ...found }
      const unspoken = await tellUnspoken(reply, app, caller, speak)
      const { mediaType, extension, compressed } = FORMATS[format]
      const asker = {
        keyName: caller.tokenName,
        isPrivate: !keeps,
        requester: requesterOf(caller),
      }
      const disconnected = disconnectSignal(reply)
      await waitForSpeechSlot(reply, options.speechQueue, caller, text, disconnected)
      reply.headers({
        'content-type': mediaType,
        'content-disposition': `inline; filename="${request.id}.${extension}"`,
        'cache-control': 'no-store',
      })
      if (compressed) reply.header('x-audio-bitrate', `${kilobitsOf(format, bitrate)}k`)
      if (format === 'm3u8') {
        reply.header('x-provenance', 'none')
        return sendPlaylist(
          reply,
          app,
          app.speak(speak, account, disconnected, onFallback, asker),
          bitrate,
          disconnected,
          options,
        )
      }
      const by = { requestId: request.id, account, ...asker }
      const output = { format, bitrate, sampleRate }
      const inEvents = body.streamFormat === 'sse'
      const keepsTimings = body.keepsTimings && keeps && caller.kind !== 'guest'
      const { add, take } = collectTimings(unspoken)
      const onTimings = inEvents || keepsTimings ? add : undefined
      const sound = await app.render(speak, output, by, disconnected, onFallback, onTimings)
      setProvenanceHeaders(reply, sound, options.guestManifests)
      const kept = { extension, disconnected, onNotKept: options.onBug }
      if (inEvents) {
        const describe = (error: unknown) =>
          lateFailure(error, request, disconnected, options.onBug)
        reply.header('content-type', EVENT_STREAM)
        const events = timedSpeechEvents(take, request.id, describe)
        return sendStream(reply, soundEvents(sound.bytes, events), options)
      }
      const bytes = keeps ? keepAudio(app, reply, sound, kept) : sound.bytes
      const answer = keepsTimings
        ? keepTimings(app, reply, bytes, { take, disconnected, onNotKept: options.onBug })
        : bytes
      return sendStream(reply, answer, options)
    },
  )
}
