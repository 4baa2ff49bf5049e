import type { EngineDefinition } from '#speech/engines/engine.ts'
import type { SpeechModels, SpeechPack } from '#speech/models/speech-pack.ts'
import { createPackEngine } from './pack-engine.ts'
import { packEngineId, voicesOfPack } from './pack-voices.ts'

/**
 * The engine of an installed pack. Its model runs where `models` says; what comes before and after it (texts, dictionaries,
 * marks, timings, pauses, pace) is ours.
 */
export function packEngine(pack: SpeechPack, models: SpeechModels): EngineDefinition {
  const voices = voicesOfPack(pack)
  return {
    id: packEngineId(pack.id),
    label: labelOf(pack),
    pack,
    capabilities: {
      input: 'phones',
      languages: pack.languages,
      controls: new Set(['rate', 'pauses']),
      // The model has the timing and melody of its recordings, and takes none of ours.
      ownProsody: new Set(pack.languages),
      timings: 'estimated',
      // Noise goes into the models.
      deterministic: false,
      streams: false,
      // While a model works in its own process, others are laid out.
      parallel: 4,
      leavesMachine: false,
    },
    voices: () => voices,
    create: () => createPackEngine(pack, voices, models),
  }
}

/** What a signed file says of it: "Kokoro 82M v1.0 (pack kokoro-82m, revision a70f0e45c1cc)". */
function labelOf({ id, name, revision }: SpeechPack): string {
  const known = revision === undefined ? 'revision unknown' : `revision ${revision.slice(0, 12)}`
  return `${name} (pack ${id}, ${known})`
}
