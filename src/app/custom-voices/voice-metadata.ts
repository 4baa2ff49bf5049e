import { z } from 'zod'
import { RECORDING_WARNINGS, type RecordingWarning } from '#shared/custom-voices.ts'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { traitsFormatOf } from '#speech/engines/registry.ts'
import type { CustomVoiceRecord } from '#storage/db/voices.ts'

const Language = z.enum(LANGUAGES.map(({ code }) => code))
const WARNING_NAMES = Object.keys(RECORDING_WARNINGS) as readonly RecordingWarning[]
const Digest = z.hex().length(64)
const About = z.object({
  /** The library that knew the voice. */
  identity: z.string(),
  id: z.string().regex(/^voice_[\da-f]{32}$/),
  account: z.string(),
  name: z.string(),
  language: Language.optional(),
  spokenLanguage: Language,
  warnings: z.array(z.enum(WARNING_NAMES)),
  misfit: z.string().exactOptional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Left out by the versions that had one engine. */
  engine: z.string().default('flite'),
  traits: z.unknown(),
  consent: z.object({
    account: z.string(),
    tokenName: z.string(),
    statement: z.string(),
    purpose: z.string(),
    givenAt: z.iso.datetime(),
    recordingSha256: Digest,
    transcriptSha256: Digest,
  }),
})

/** Metadata beside the recording of a voice, from which a library that lost the voice can enter it again. */
export function voiceMetadata(identity: string, { consent, ...voice }: CustomVoiceRecord): string {
  const { recordingSha256, transcriptSha256, ...agreed } = consent
  const digests = { recordingSha256: hex(recordingSha256), transcriptSha256: hex(transcriptSha256) }
  return JSON.stringify({ identity, ...voice, consent: { ...agreed, ...digests } })
}

/** Undefined where that is not what the text is. */
export function readVoiceMetadata(
  text: string,
): (CustomVoiceRecord & { identity: string }) | undefined {
  try {
    const { consent, language, ...voice } = About.parse(JSON.parse(text))
    const traits = traitsFormatOf(voice.engine).parse(voice.traits)
    const { recordingSha256, transcriptSha256, ...agreed } = consent
    const digests = {
      recordingSha256: Buffer.from(recordingSha256, 'hex'),
      transcriptSha256: Buffer.from(transcriptSha256, 'hex'),
    }
    return {
      ...{ ...voice, traits, language },
      consent: { ...agreed, ...digests, voiceDeletedAt: undefined },
    }
  } catch {
    return undefined
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
