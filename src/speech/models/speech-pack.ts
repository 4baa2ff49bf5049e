import { z } from 'zod'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { SpeechModelFacts, SynthesisedSpeech, SynthesisOrder } from './speech-model.ts'

/**
 * Models of speech from elsewhere, as an engine sees them: symbols go in, sound comes out. Whoever puts the program together
 * says where they run.
 */
export interface SpeechModels {
  /** Facts of the model of a pack; loads it. Throws AppError, and the signal's reason when it aborts. */
  describe(pack: string, signal: AbortSignal): Promise<SpeechModelFacts>
  /** One piece of speech. Throws as `describe`. */
  synthesise(pack: string, order: SynthesisOrder, signal: AbortSignal): Promise<SynthesisedSpeech>
}

/** A voice of a pack. */
export const PackVoice = z.object({
  /** As the model knows it. */
  id: z.string().regex(/^[a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?$/i),
  /** As people read it; left out: made of the id. */
  name: z.string().min(1).max(60).optional(),
  gender: z.enum(['female', 'male']),
  /** BCP 47: "en-GB". */
  accent: z.string().optional(),
})
export type PackVoice = z.infer<typeof PackVoice>

/** An installed pack that speaks, as far as an engine needs to know it. */
export interface SpeechPack {
  readonly id: string
  readonly name: string
  /** Commit of its repository; undefined where the catalog names none. */
  readonly revision: string | undefined
  readonly licence: { readonly id: string; readonly commercialUse: boolean }
  /** Languages that it speaks, at least one. */
  readonly languages: readonly [LanguageCode, ...LanguageCode[]]
  /** Kind of its model: "kokoro", "piper", "mms", "coqui". */
  readonly form: string
  /** Whether it reads its language in Latin letters, as uroman writes them. */
  readonly romanise: boolean
  /** At least one. */
  readonly voices: readonly PackVoice[]
}
