import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { createClonerBy } from '#speech/cloning/clone.ts'
import type { Engine, Session, VoiceRef } from '#speech/engines/engine.ts'
import { modelsBeside, readModelFile, readModelJson } from '#speech/models/catalog.ts'
import { openAcousticModel } from './acoustic-model.ts'
import { BandExtensionModel } from './band-extension.ts'
import { byPitch, neuralCloning, type RecordedSpeakers } from './cloning.ts'
import { createSentenceRenderer, type SynthesisParts } from './renderer.ts'
import type { Mixture } from './traits.ts'
import { loadFargan } from './vocoder/fargan.ts'
import { checkVocoderPackage } from './vocoder/opus-weights.ts'
import { dialectsOf, NEURAL_VOICES, type NeuralVoice, recordedVoice } from './voices.ts'

/** The neural engine in this process. Its models are loaded when the first voice is opened. */
export function createNeuralEngine(resources: string): Engine {
  let loaded: Promise<SynthesisParts> | undefined
  const load = (): Promise<SynthesisParts> => {
    loaded ??= loadModels(modelsBeside(resources)).catch((cause: unknown) => {
      loaded = undefined
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new AppError('speech/failed', why)
    })
    return loaded
  }
  return {
    async open(ref, signal) {
      const voice = voiceOf(ref)
      signal.throwIfAborted()
      const parts = await load()
      signal.throwIfAborted()
      if (ref.kind === 'system') return sessionOf(voice, dialectsOf(voice), parts)
      const mixture = knownMixture(voice.mixture, voice.f0Hz, parts.model.speakers)
      return sessionOf({ ...voice, mixture }, [], parts)
    },
    createCloner: (speaker, judge) =>
      createClonerBy(
        neuralCloning(async () => (await load()).model.speakers),
        speaker,
        judge,
      ),
    async close() {
      loaded = undefined
    },
  }
}

async function loadModels(models: string): Promise<SynthesisParts> {
  const [model, bandExtension] = await Promise.all([
    openAcousticModel(models),
    readModelJson(models, 'native-speech', 'band-extension.json', BandExtensionModel),
  ])
  return { model, vocoder: loadFargan(vocoderFile()), bandExtension }
}

/** The file of the package that has the weights of the vocoder. */
function vocoderFile(): string {
  const entry = createRequire(import.meta.url).resolve('@wasm-audio-decoders/opus-ml')
  return join(dirname(entry), 'src/EmscriptenWasm.js')
}

/** Rejects with an Error that names a file of the engine that is missing or is not as it should be. */
export async function checkNeuralEngine(resources: string): Promise<void> {
  const models = modelsBeside(resources)
  for (const name of ['voices.json', 'decode.onnx', 'band-extension.json'])
    await readModelFile(models, 'native-speech', name)
  await checkVocoderPackage(vocoderFile())
}

function voiceOf(ref: VoiceRef): NeuralVoice {
  if (ref.kind === 'custom') return recordedVoice(ref.info, ref.traits)
  const voice = NEURAL_VOICES.find(({ info }) => info.id === ref.id)
  if (voice) return voice
  throw new AppError('voice/not-found', `The neural engine has no voice "${ref.id.slice(0, 80)}".`)
}

/**
 * The recorded speakers of a mixture that the model has: another version may have been trained on others. Where it has
 * none of them, the one nearest in pitch.
 */
function knownMixture(mixture: Mixture, f0Hz: number, speakers: RecordedSpeakers): Mixture {
  const known = mixture.filter(([name]) => speakers.has(name))
  if (known.length > 0) return known
  return byPitch(f0Hz, speakers)
    .slice(0, 1)
    .map(([name]) => [name, 1])
}

function sessionOf(
  voice: NeuralVoice,
  dialects: readonly string[],
  parts: SynthesisParts,
): Session {
  const renderer = createSentenceRenderer(voice, parts)
  const { info, rate, rangeSemitones } = voice
  return {
    ...{ info, rate, rangeSemitones, dialects, pitchHz: voice.f0Hz, sampleRate: SAMPLE_RATE },
    lengthOf: async ({ sentence, plan }) => renderer.lengthOf(sentence, plan),
    render: async ({ sentence, plan }, signal) => renderer.render(sentence, plan, signal),
  }
}
