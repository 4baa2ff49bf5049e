import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODELS, openModel } from './onnx.ts'

/** Stress, length, tones and the mark of syllabic consonants. */
const LEFT_OUT = /\u02c8|\u02cc|\u02d0|[\u0300-\u0302\u0304\u030c\u0329]/g

/** Languages of the recogniser. */
export const RECOGNISED = ['yo', 'pcm', 'am'] as const
export type RecognisedLanguage = (typeof RECOGNISED)[number]

/** Hears the phones of a recording, at 16 kHz. */
export type PhoneRecogniser = (
  samples: Float32Array,
  language: RecognisedLanguage,
) => Promise<readonly string[]>

/** Loads the recogniser of eval/models. See eval/README.md for the data that it learned from. */
export async function openPhoneRecogniser(): Promise<PhoneRecogniser> {
  const model = await openModel('native-phones.onnx')
  const { phones } = Object(JSON.parse(readFileSync(join(MODELS, 'native-phones.json'), 'utf8')))
  return async (samples, language) => {
    const shape = [1, samples.length]
    const audio = { type: 'float32', values: samples, shape } as const
    const { [language]: output } = await model.run({ audio })
    if (!output) throw new Error(`The recogniser has no output for ${language}.`)
    const [, frames = 0, width = 0] = output.shape
    return bestPath(output.values, frames, width).map((symbol) => String(phones[symbol - 1]))
  }
}

/**
 * Greedy decoding of connectionist temporal classification (Graves et al. 2006): the best symbol of every frame, without
 * repetitions and blanks (0). `scores` in rows of `width`, one row for each frame.
 */
export function bestPath(
  scores: ArrayLike<number>,
  frames: number,
  width: number,
): readonly number[] {
  const symbols: number[] = []
  let last = 0
  for (let frame = 0; frame < frames; frame++) {
    let best = 0
    for (let symbol = 1; symbol < width; symbol++)
      if (scores[frame * width + symbol]! > scores[frame * width + best]!) best = symbol
    if (best !== last && best > 0) symbols.push(best)
    last = best
  }
  return symbols
}

/** The phones of Griot's IPA as the recogniser writes them: without stress, length and tone, Cʷ as C w. */
export function recogniserPhones(ipa: string): readonly string[] {
  return ipa.split(/[\s|]+/).flatMap((phone) => {
    const base = phone.replace(LEFT_OUT, '')
    if (base.endsWith('ʷ')) return [base.slice(0, -1), 'w']
    if (base === 'õ') return ['ɔ̃']
    return base === '' ? [] : [base]
  })
}
