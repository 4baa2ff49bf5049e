import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What train/tiny-packs/speech.py makes of a symbol: a tone that its number decides. */
const FIRST_HERTZ = 200
const KOKORO_STEP = 20
const VITS_STEP = 60
/** Every tone that a symbol may have. */
const TONES = Array.from({ length: 220 }, (_, n) => FIRST_HERTZ + KOKORO_STEP * n)

/** The tone of a symbol of a tiny pack, in Hz. */
export function hertzOf(pack: string, symbol: string): number {
  const id = numbersOf(pack)[symbol]
  if (id === undefined) throw new Error(`${pack} has no symbol "${symbol}".`)
  return FIRST_HERTZ + (pack === 'tiny-kokoro' ? KOKORO_STEP : VITS_STEP) * id
}

/** The symbols that a sound of a tiny pack says one after the other, silence left out. */
export function saidIn(samples: Float32Array, rate: number, pack: string): string {
  const symbols = new Map(
    Object.keys(numbersOf(pack))
      .filter((symbol) => /^[\p{L}\p{M}]$/u.test(symbol))
      .map((symbol) => [hertzOf(pack, symbol), symbol]),
  )
  const step = Math.round(rate / 80)
  const heard: string[] = []
  let before: string | undefined
  let told: string | undefined
  for (let at = 0; at + step <= samples.length; at += step) {
    const span = samples.subarray(at, at + step)
    const tone = span.some((sample) => Math.abs(sample) > 0.1)
      ? toneOf(span, rate, [...symbols.keys()])
      : 0
    const symbol = symbols.get(tone)
    // Where one symbol goes over into the next, a stretch may sound like a third.
    if (symbol !== undefined && symbol === before && symbol !== told) heard.push(symbol)
    if (symbol === before) told = symbol
    before = symbol
  }
  return heard.join('')
}

/** The strongest of `tones` in a sound, in Hz, by its Fourier sums. */
export function toneOf(samples: Float32Array, rate: number, tones = TONES): number {
  let [best, most] = [0, 0]
  for (const hertz of tones) {
    let [even, odd] = [0, 0]
    for (const [n, sample] of samples.entries()) {
      const window = Math.sin((Math.PI * n) / samples.length)
      even += window * sample * Math.cos((2 * Math.PI * hertz * n) / rate)
      odd += window * sample * Math.sin((2 * Math.PI * hertz * n) / rate)
    }
    const power = even * even + odd * odd
    if (power > most) [best, most] = [hertz, power]
  }
  return best
}

function numbersOf(pack: string): Record<string, number> {
  const folder = join(import.meta.dirname, 'packs-for-tests', pack)
  const json = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  if (pack === 'tiny-kokoro') return json('tokenizer.json').model.vocab
  if (pack.startsWith('tiny-mms')) return json('vocab.json')
  if (pack === 'tiny-coqui') {
    const { pad, punctuations, characters } = json('config.json').characters
    const list = [pad, ...punctuations, ...characters]
    return Object.fromEntries(list.map((symbol, id) => [symbol, id]))
  }
  const map: Record<string, [number]> = json('model.onnx.json').phoneme_id_map
  return Object.fromEntries(Object.entries(map).map(([symbol, [id]]) => [symbol, id]))
}
