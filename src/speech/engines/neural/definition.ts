import type { EngineDefinition, EngineVoice } from '#speech/engines/engine.ts'
import { genderOf } from '#speech/recordings/gender.ts'
import { checkNeuralEngine, createNeuralEngine } from './neural-engine.ts'
import { StoredTraits } from './traits.ts'
import { dialectsOf, NEURAL_ID, NEURAL_VOICES } from './voices.ts'

const VOICES: readonly EngineVoice[] = NEURAL_VOICES.map((voice) => ({
  ...{ ...voice.info, engine: NEURAL_ID, dialects: dialectsOf(voice) },
}))

/** Voices learned from native recordings: an acoustic model and a neural vocoder. */
export const NEURAL: EngineDefinition = {
  id: NEURAL_ID,
  label: 'Griot Neural 1',
  capabilities: {
    input: 'phones',
    languages: 'all',
    controls: new Set(['rate', 'pitch', 'tone', 'durations', 'pauses']),
    ownProsody: new Set(),
    timings: 'exact',
    deterministic: true,
    streams: true,
    // The vocoder blocks its process.
    parallel: 1,
    leavesMachine: false,
  },
  voices: () => VOICES,
  traits: {
    parse: (value) => StoredTraits.parse(value),
    genderOf: (traits) => genderOf(StoredTraits.parse(traits).f0Hz),
    prosody: 'learned',
  },
  check: checkNeuralEngine,
  create: createNeuralEngine,
}
