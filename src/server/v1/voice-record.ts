import { z } from 'zod'
import { warningText } from '#shared/custom-voices.ts'
import type { VoiceInfo, VoicePack } from '#shared/voices.ts'
import type { StoredVoice } from '#storage/db/voices.ts'

/** A voice as the API shows it. */
export const VoiceResource = z
  .object({
    voice_id: z.string().meta({ examples: ['lina'] }),
    kind: z.enum(['system', 'custom']),
    status: z.enum(['ready', 'deleted']),
    name: z.string(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    language: z.string().nullable().describe('The voice’s own language, if known.'),
    warnings: z
      .array(z.object({ type: z.string(), msg: z.string() }))
      .optional()
      .describe('Only for custom voices: what was noticed in the recording, and what to do.'),
    gender: z.enum(['female', 'male']).optional().describe('Only for system voices.'),
    languages: z
      .array(z.string())
      .optional()
      .describe('The languages that the voice speaks. Left out: all of them.'),
    pack: z
      .object({
        id: z.string(),
        name: z.string(),
        licence: z.string().describe('SPDX identifier.'),
        commercial_use: z.boolean().describe('Whether its licence allows commercial use.'),
      })
      .optional()
      .describe('The installed pack of models that the voice comes from.'),
  })
  .meta({ id: 'Voice' })
export type VoiceResource = z.infer<typeof VoiceResource>

/** Date of the first release of the system voices. */
const SYSTEM_SINCE = '2026-01-01T00:00:00.000Z'

/** The record of a voice that comes with the program. */
export function systemRecord(voice: VoiceInfo): VoiceResource {
  const { id, name, language, gender, languages, pack } = voice
  return {
    voice_id: id,
    kind: 'system',
    status: 'ready',
    name,
    created_at: SYSTEM_SINCE,
    updated_at: SYSTEM_SINCE,
    language,
    gender,
    ...(languages ? { languages: [...languages] } : {}),
    ...(pack ? { pack: packRecord(pack) } : {}),
  }
}

function packRecord({ id, name, licence, commercialUse }: VoicePack): VoiceResource['pack'] {
  return { id, name, licence, commercial_use: commercialUse }
}

/** The record of a voice that somebody has made. */
export function customRecord(voice: StoredVoice): VoiceResource {
  return {
    voice_id: voice.id,
    kind: 'custom',
    status: 'ready',
    name: voice.name,
    created_at: voice.createdAt,
    updated_at: voice.updatedAt,
    language: voice.language ?? null,
    warnings: voice.warnings.map((type) => ({ type, msg: warningText(type, voice.misfit) })),
  }
}
