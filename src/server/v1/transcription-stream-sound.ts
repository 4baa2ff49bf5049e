import { AppError } from '#shared/errors.ts'
import { resample } from '#speech/dsp/resample.ts'

/** Samples a second of what comes out. */
const RATE = 16_000
/** Sound that a client may send ahead of what is used, in seconds. */
const MOST_AHEAD_SECONDS = 60
/** Blocks that are resampled overlap by this many samples of the input, so that there is no seam. */
const OVERLAP = 240

/** Sound of one connection on its way to the recogniser. */
export interface IncomingSound extends AsyncIterable<Float32Array> {
  /** Takes PCM: signed 16 bit, little-endian, mono. Throws AppError('request/too-large') where too much is waiting. */
  add(pcm: Buffer): void
  end(): void
  /** Whether some of it was not used yet. */
  readonly isWaiting: boolean
  /** Whether more should not be read from the connection now. */
  readonly isFull: boolean
  /** Calls `listener` whenever some of it was used. */
  onUsed(listener: () => void): void
}

/** `rate`: samples a second of what comes in, 16,000 or 24,000. */
export function createIncomingSound(rate: number, signal: AbortSignal): IncomingSound {
  const waiting: Float32Array[] = []
  let samplesWaiting = 0
  let odd: Buffer = Buffer.alloc(0)
  let isEnded = false
  let wake = (): void => undefined
  let used = (): void => undefined
  signal.addEventListener('abort', () => wake(), { once: true })
  const most = MOST_AHEAD_SECONDS * rate
  const toRate = resampler(rate)
  async function* read(): AsyncGenerator<Float32Array> {
    while (true) {
      signal.throwIfAborted()
      const block = waiting.shift()
      if (block) {
        samplesWaiting -= block.length
        used()
        const samples = toRate(block)
        if (samples.length > 0) yield samples
      } else if (isEnded) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return {
    add(pcm) {
      if (samplesWaiting > 2 * most)
        throw new AppError(
          'request/too-large',
          `More than ${2 * MOST_AHEAD_SECONDS} s of sound are waiting. Send it no faster than it is spoken.`,
        )
      const bytes = odd.length > 0 ? Buffer.concat([odd, pcm]) : pcm
      const count = Math.floor(bytes.length / 2)
      odd = Buffer.from(bytes.subarray(count * 2))
      if (count === 0) return
      waiting.push(
        Float32Array.from({ length: count }, (_, at) => bytes.readInt16LE(at * 2) / 32_768),
      )
      samplesWaiting += count
      wake()
    },
    end() {
      isEnded = true
      wake()
    },
    get isWaiting() {
      return samplesWaiting > 0
    },
    get isFull() {
      return samplesWaiting > most
    },
    onUsed(listener) {
      used = listener
    },
    [Symbol.asyncIterator]: read,
  }
}

/**
 * Changes the rate block by block as if the blocks were one. Each is computed with what stood before it, and its last
 * `OVERLAP / 2` samples, whose neighbours are still to come, are left to the next one.
 */
function resampler(rate: number): (block: Float32Array) => Float32Array {
  if (rate === RATE) return (block) => block
  let kept: Float32Array = new Float32Array(OVERLAP)
  return (block) => {
    const input = new Float32Array(kept.length + block.length)
    input.set(kept)
    input.set(block, kept.length)
    // Whole periods of both rates: three samples become two.
    const fresh = Math.floor((input.length - OVERLAP) / 3) * 3
    kept = input.slice(fresh)
    const skipped = (OVERLAP / 2 / rate) * RATE
    return resample(input, rate, RATE).slice(skipped, skipped + (fresh * RATE) / rate)
  }
}
