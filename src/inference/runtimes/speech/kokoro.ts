import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type InstalledPack, ThreadSettings } from '#inference/pack.ts'
import type { Synthesiser } from '#inference/runtimes/runtime.ts'
import { type Alphabet, boundsOf, idsOf } from './ids.ts'
import { jsonIn } from './json-file.ts'
import { openSoundingModel } from './sounding-model.ts'

const Settings = ThreadSettings.extend({
  model: z.string(),
  tokenizer: z.string(),
  voices: z.array(z.object({ id: z.string(), file: z.string() })).min(1),
  sampleRate: z.int().min(8_000).max(48_000),
  durations: z.string().optional(),
})
const Tokenizer = z.object({ model: z.object({ vocab: z.record(z.string(), z.int().min(0)) }) })

/** Stands before the first symbol and after the last. */
const EDGE = '$'
/** The text encoder has 512 places, two of them for the edges. */
const MOST_SYMBOLS = 510
/** Numbers of a style, of which a voice has one for each length of text. */
const STYLE = 256
const SPEED = { min: 0.5, max: 2 } as const

/**
 * Loads Kokoro-82M (StyleTTS 2; Li et al. 2023) in the export of the onnx-community: `input_ids` [1, symbols + 2], `style`
 * [1, 256], `speed` [1] to `waveform` [1, samples]. The files in voices/ are float32, one style for each number of symbols.
 * Throws an Error in words where a file is not what it should be.
 */
export async function openKokoro(pack: InstalledPack, threads: number): Promise<Synthesiser> {
  const settings = Settings.parse(pack.settings)
  const { vocab } = (await jsonIn(pack, settings.tokenizer, Tokenizer)).model
  const edge = vocab[EDGE]
  if (edge === undefined) throw new Error(`${settings.tokenizer} has no symbol "${EDGE}".`)
  const symbols = Object.keys(vocab).filter((symbol) => symbol !== EDGE)
  const alphabet: Alphabet = {
    idOf: new Map(Object.entries(vocab).map(([symbol, id]) => [symbol, [id]])),
    ...{ before: [edge], after: [edge] },
  }
  const styles = new Map<string, Float32Array>()
  for (const { id, file } of settings.voices) styles.set(id, await stylesIn(pack, file))
  const model = await openSoundingModel({
    ...{ pack, file: settings.model, durations: settings.durations, idsInput: 'input_ids' },
    threads: settings.threads ?? threads,
  })
  const first = settings.voices[0]?.id ?? ''
  return {
    facts: {
      ...{ reads: 'phones', symbols, sampleRate: settings.sampleRate, takesSpeed: true },
      ...{ tellsDurations: model.tellsDurations, mostSymbols: MOST_SYMBOLS },
    },
    async synthesise(order, between) {
      const rows = styles.get(order.voice ?? first)
      if (!rows) throw new Error(`The pack ${pack.id} has no voice "${order.voice}".`)
      const placed = idsOf(order.symbols, alphabet)
      const row = Math.min(order.symbols.length, rows.length / STYLE - 1) * STYLE
      const speed = Math.min(SPEED.max, Math.max(SPEED.min, order.speed))
      await between()
      const { samples, durations } = await model.run({
        input_ids: { values: placed.ids, shape: [1, placed.ids.length] },
        style: { type: 'float32', values: rows.slice(row, row + STYLE), shape: [1, STYLE] },
        speed: { type: 'float32', values: Float32Array.of(speed), shape: [1] },
      })
      await between()
      return { samples, bounds: durations && boundsOf(durations, placed, alphabet) }
    },
  }
}

async function stylesIn(pack: InstalledPack, file: string): Promise<Float32Array> {
  const bytes = await readFile(join(pack.folder, ...file.split('/')))
  if (bytes.length === 0 || bytes.length % (4 * STYLE) !== 0)
    throw new Error(`The file ${file} of the pack ${pack.id} is not a voice of Kokoro.`)
  const values = new Float32Array(bytes.length / 4)
  for (let at = 0; at < values.length; at++) values[at] = bytes.readFloatLE(4 * at)
  return values
}
