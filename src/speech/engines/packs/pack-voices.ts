import type { LanguageCode } from '#shared/languages/languages.ts'
import type { EngineVoice } from '#speech/engines/engine.ts'
import { sampleOf } from '#speech/languages/samples.ts'
import type { PackVoice, SpeechPack } from '#speech/models/speech-pack.ts'

/** The id of the engine that speaks with a pack. */
export function packEngineId(pack: string): string {
  return `pack-${pack}`
}

/**
 * The id of a voice of a pack: that of the pack, and of the voice where there are several.
 * @example `'kokoro-82m.af_heart'`, `'mms-tts-yor'`
 */
export function packVoiceId({ id, voices }: SpeechPack, voice: PackVoice): string {
  return voices.length === 1 ? id : `${id}.${voice.id}`.toLowerCase()
}

/** The id of the pack in the id of a voice. */
export function packIdIn(voice: string): string {
  return voice.trim().toLowerCase().split('.')[0] ?? ''
}

/** The voices of a pack as others see them, with its name and licence. */
export function voicesOfPack(pack: SpeechPack): readonly EngineVoice[] {
  const { id, name, licence, languages } = pack
  const [language] = languages
  return pack.voices.map((voice): EngineVoice => {
    const own = voice.name ?? nameOf(voice.id)
    const isOnly = pack.voices.length === 1
    return {
      ...{ id: packVoiceId(pack, voice), engine: packEngineId(id), dialects: [] },
      name: isOnly ? name : `${own} (${name})`,
      ...{ language, gender: voice.gender, languages },
      character: characterOf(pack, voice),
      sample: sampleOf(isOnly ? 'Griot' : own, language),
      pack: { id, name, licence: licence.id, commercialUse: licence.commercialUse },
    }
  })
}

/** Kokoro's names begin with the accent and the gender: "af_heart". */
function nameOf(id: string): string {
  const name = id.replace(/^[a-z]{2}_/, '').replaceAll(/[_-]+/g, ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const ACCENTS: Readonly<Record<string, string>> = {
  ...{ 'en-US': 'American English', 'en-GB': 'British English', 'en-NG': 'Nigerian English' },
}

function characterOf({ name, licence, languages }: SpeechPack, { accent }: PackVoice): string {
  const manner = accent === undefined ? undefined : (ACCENTS[accent] ?? accent)
  const only = languages.map((code: LanguageCode) => code).join(', ')
  const limits = licence.commercialUse ? '' : `, not for commercial use (${licence.id})`
  return `${manner ?? `Speaks ${only} alone`}, of the pack ${name}${limits}`
}
