/** A stretch of time, in seconds. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

const FRAMES_PER_SECOND = 100
/** A frame below this level is silent: -50 dB of full scale, root mean square. */
const SILENT_BELOW = 10 ** (-50 / 20)

/** Silent stretches of at least `least` seconds between the first and the last sound; `samples` in the range -1 to 1 at `rate` Hz. */
export function silencesIn(samples: Float32Array, rate: number, least: number): readonly Stretch[] {
  const size = Math.round(rate / FRAMES_PER_SECOND)
  const count = Math.floor(samples.length / size)
  const silences: Stretch[] = []
  let lastHeard: number | undefined
  for (let frame = 0; frame < count; frame++) {
    if (levelOf(samples.subarray(frame * size, (frame + 1) * size)) < SILENT_BELOW) continue
    if (lastHeard !== undefined && (frame - lastHeard - 1) * size >= least * rate)
      silences.push({ start: ((lastHeard + 1) * size) / rate, end: (frame * size) / rate })
    lastHeard = frame
  }
  return silences
}

function levelOf(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}
