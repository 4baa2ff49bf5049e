import { AppError } from '#shared/errors.ts'
import type { Engine, EngineVoice, Session } from '#speech/engines/engine.ts'
import type { SpeechModels, SpeechPack } from '#speech/models/speech-pack.ts'
import { packVoiceId } from './pack-voices.ts'
import { renderUtterance } from './render.ts'
import { createVoiceLevel, type VoiceLevel } from './voice-level.ts'
import { wordReader } from './word-symbols.ts'

/** The voices of one pack, in this process; their model is elsewhere. */
export function createPackEngine(
  pack: SpeechPack,
  voices: readonly EngineVoice[],
  models: SpeechModels,
): Engine {
  const levels = new Map<string, VoiceLevel>()
  const levelOf = (voice: string, rate: number): VoiceLevel => {
    const level = levels.get(voice) ?? createVoiceLevel(rate)
    levels.set(voice, level)
    return level
  }
  return {
    async open(ref, signal): Promise<Session> {
      const voice =
        ref.kind === 'system'
          ? pack.voices.find((one) => packVoiceId(pack, one) === ref.id)
          : undefined
      const info = voices.find(({ id }) => voice && id === packVoiceId(pack, voice))
      if (!voice || !info)
        throw new AppError('voice/not-found', `The pack ${pack.name} has no such voice.`)
      signal.throwIfAborted()
      const facts = await models.describe(pack.id, signal)
      const open = {
        ...{ facts, gender: voice.gender, read: wordReader(pack, voice, facts) },
        level: levelOf(voice.id, facts.sampleRate),
        synthesise: (symbols: readonly string[], speed: number, stop: AbortSignal) =>
          models.synthesise(pack.id, { symbols, speed, voice: voice.id }, stop),
      }
      return {
        ...{ info, sampleRate: facts.sampleRate, dialects: info.dialects },
        ...{ rate: 1, rangeSemitones: 6 },
        render: (utterance, stop) => renderUtterance(open, utterance, stop),
      }
    },
    // The model process ends by itself when it is not used.
    close: async () => undefined,
  }
}
