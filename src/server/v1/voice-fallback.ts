import type { FastifyReply } from 'fastify'
import type { OnVoiceFallback } from '#app/speech-packs/voice-fallback.ts'
import { headerFlag } from '#server/http/header-flag.ts'

/** The header of a request that speaks, for the OpenAPI document. */
export const FALLBACK_REQUEST = {
  'X-Voice-Fallback': {
    description:
      'Whether a built-in voice may speak the whole text where the model of a voice of a pack fails before the first sound: true or false in any letter case. With false, the answer is then 503.',
    type: 'string',
    default: 'true',
  },
} as const

/** The header of an answer with sound, for the OpenAPI document. */
export const FALLBACK_ANSWER = {
  'X-Voice-Fallback':
    'The id of the built-in voice that speaks, only where the model of the voice that was asked for has failed.',
} as const

/**
 * What tells the caller, in a header, that another voice speaks; undefined where the caller would rather have the error. Throws
 * AppError('request/invalid') for other values.
 */
export function tellingFallback(reply: FastifyReply): OnVoiceFallback | undefined {
  if (!headerFlag(reply.request, 'X-Voice-Fallback')) return undefined
  return ({ voice }) => {
    reply.header('x-voice-fallback', voice)
  }
}
