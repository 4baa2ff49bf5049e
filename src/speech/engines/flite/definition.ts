import type { EngineDefinition, EngineVoice } from '#speech/engines/engine.ts'
import { genderOf } from '#speech/recordings/gender.ts'
import { StoredTraits } from './clone/traits.ts'
import { createFliteEngine } from './flite-engine.ts'
import { fliteLettersToSound } from './letters-to-sound.ts'
import { dialectsOf, FLITE_ID } from './profile.ts'
import { SYSTEM_VOICES } from './system-voices.ts'

const VOICES: readonly EngineVoice[] = SYSTEM_VOICES.map((profile) => ({
  ...{ ...profile.info, engine: FLITE_ID, dialects: dialectsOf(profile) },
}))

/** flite's three base voices, from which 28 voices are made and those of recordings. */
export const FLITE: EngineDefinition = {
  id: FLITE_ID,
  label: 'Griot flite 2.3',
  capabilities: {
    input: 'phones',
    languages: 'all',
    controls: new Set(['rate', 'pitch', 'tone', 'durations', 'pauses']),
    ownProsody: new Set(['en']),
    timings: 'exact',
    deterministic: true,
    streams: false,
    // The synthesis blocks its process.
    parallel: 1,
    leavesMachine: false,
  },
  voices: () => VOICES,
  traits: {
    parse: (value) => StoredTraits.parse(value),
    genderOf: (traits) => genderOf(StoredTraits.parse(traits).f0Hz),
    prosody: 'rules',
  },
  lettersToSound: fliteLettersToSound,
  create: createFliteEngine,
}
