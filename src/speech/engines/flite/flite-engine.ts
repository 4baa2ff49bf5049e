import { SAMPLE_RATE } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { createClonerBy } from '#speech/cloning/clone.ts'
import type { Engine, Session, VoiceRef } from '#speech/engines/engine.ts'
import { createSentenceRenderer } from './base-voice.ts'
import { FLITE_CLONING } from './clone/method.ts'
import { decodeTraits } from './clone/traits.ts'
import { type Flite, sharedFlite } from './flite.ts'
import { dialectsOf, type VoiceProfile } from './profile.ts'
import { cacheSynthesis } from './synthesis-cache.ts'
import { SYSTEM_VOICES } from './system-voices.ts'

/** flite in this process. Its module is loaded when the first voice is opened. */
export function createFliteEngine(): Engine {
  let open: ((voice: VoiceRef) => Session) | undefined
  return {
    async open(voice, signal) {
      const flite = await sharedFlite()
      signal.throwIfAborted()
      open ??= openVoices(flite)
      return open(voice)
    },
    createCloner: (speaker, judge) => createClonerBy(FLITE_CLONING, speaker, judge),
    async close() {
      open = undefined
    },
  }
}

function openVoices(flite: Flite): (voice: VoiceRef) => Session {
  const system = new Map(
    SYSTEM_VOICES.map((profile) => [profile.info.id, sessionOf(profile, flite)]),
  )
  // Cloning synthesizes the same words again and again with other traits.
  const cached = cacheSynthesis(flite)
  return (voice) => {
    if (voice.kind === 'custom')
      return sessionOf({ ...decodeTraits(voice.traits), info: voice.info }, cached)
    const session = system.get(voice.id)
    if (session) return session
    throw new AppError('voice/not-found', `flite has no voice "${voice.id.slice(0, 80)}".`)
  }
}

function sessionOf(profile: VoiceProfile, flite: Flite): Session {
  const voice = createSentenceRenderer(profile, flite)
  const { info, rate, rangeSemitones } = profile
  return {
    ...{
      info,
      rate,
      rangeSemitones,
      pitchHz: profile.f0Hz,
      dialects: dialectsOf(profile),
      sampleRate: SAMPLE_RATE,
    },
    lengthOf: async ({ sentence, plan }) => voice.lengthOf(sentence, plan),
    async render({ sentence, plan }, signal) {
      const { timings, length, blocks } = voice.render(sentence, plan)
      return { timings, length, blocks: untilAborted(blocks, signal) }
    },
  }
}

async function* untilAborted(
  blocks: Iterable<Float32Array>,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  for (const block of blocks) {
    signal.throwIfAborted()
    yield block
  }
}
