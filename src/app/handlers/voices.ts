import type { CustomVoices } from '#app/custom-voices/custom-voices.ts'
import { OWNER } from '#shared/access.ts'
import type { Handlers } from '#shared/api.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { sampleOf } from '#speech/languages/samples.ts'

/** Handler that lists the system voices, then the owner's own, the newest first. */
export function voiceHandlers(
  system: () => readonly VoiceInfo[],
  custom: Pick<CustomVoices, 'list'>,
): Pick<Handlers, 'voices.list'> {
  return {
    'voices.list': async () => [
      ...system().map((voice) => ({
        ...{ kind: 'system' as const, ...voice },
        languages: voice.languages && [...voice.languages],
      })),
      ...(await custom.list(OWNER)).map(({ id, name, spokenLanguage: language, ...voice }) => {
        // A name is no markup.
        const sample = sampleOf(name.replaceAll(/[[\]]/g, ''), language)
        const { createdAt, warnings } = voice
        return {
          ...{ kind: 'custom' as const, id, name, language, sample, createdAt },
          warnings: warnings.length,
        }
      }),
    ],
  }
}
