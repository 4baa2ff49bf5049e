import { z } from 'zod'
import { type InstalledPack, ThreadSettings } from '#inference/pack.ts'
import type { Synthesiser } from '#inference/runtimes/runtime.ts'
import type { TensorInput } from '#speech/models/onnx.ts'
import { coquiForm } from './coqui-form.ts'
import { boundsOf, idsOf } from './ids.ts'
import { mmsForm } from './mms-form.ts'
import { piperForm } from './piper-form.ts'
import { openSoundingModel } from './sounding-model.ts'
import type { VitsForm } from './vits-form.ts'

const Settings = ThreadSettings.extend({
  family: z.enum(['piper', 'mms', 'coqui']),
  model: z.string(),
  config: z.string(),
  vocabulary: z.string().optional(),
  durations: z.string().optional(),
})

/** The encoder compares every symbol with every other: longer pieces would take memory without end. */
const MOST_SYMBOLS = 600
const SPEED = { min: 0.5, max: 2 } as const

/**
 * Loads a voice of VITS (Kim et al. 2021) in one of the forms in which it is exported: that of Piper, of MMS (transformers)
 * or of Coqui. Throws an Error in words where a file is not what it should be.
 */
export async function openVits(pack: InstalledPack, threads: number): Promise<Synthesiser> {
  const settings = Settings.parse(pack.settings)
  const form = await formOf(pack, settings)
  const { alphabet, idsInput, sampleRate, reads } = form
  const model = await openSoundingModel({
    ...{ pack, idsInput, file: settings.model, durations: settings.durations },
    threads: settings.threads ?? threads,
  })
  return {
    facts: {
      ...{ reads, sampleRate, symbols: [...form.symbols], mostSymbols: MOST_SYMBOLS },
      ...{ tellsDurations: model.tellsDurations, takesSpeed: form.takesSpeed },
    },
    async synthesise({ symbols, voice, speed }, between) {
      const placed = idsOf(symbols, alphabet)
      const wanted = form.inputs(placed.ids, {
        voice,
        speed: Math.min(SPEED.max, Math.max(SPEED.min, speed)),
      })
      await between()
      const { samples, durations } = await model.run(known(wanted, model.inputNames, pack.id))
      await between()
      return { samples, bounds: durations && boundsOf(durations, placed, alphabet) }
    },
  }
}

function formOf(pack: InstalledPack, settings: z.infer<typeof Settings>): Promise<VitsForm> {
  if (settings.family === 'piper') return piperForm(pack, settings.config)
  if (settings.family === 'coqui') return coquiForm(pack, settings.config)
  return mmsForm(pack, settings.config, settings.vocabulary ?? 'vocab.json')
}

/** The inputs that the model has: one with a single speaker asks for none. */
function known(
  inputs: Readonly<Record<string, TensorInput>>,
  names: readonly string[],
  pack: string,
): Record<string, TensorInput> {
  const missing = names.find((name) => !(name in inputs))
  if (missing !== undefined)
    throw new Error(`The model of the pack ${pack} asks for "${missing}", which is not known here.`)
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => names.includes(name)))
}
