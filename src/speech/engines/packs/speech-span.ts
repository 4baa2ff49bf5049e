/** Length of a frame in which the level is taken, in seconds. */
const FRAME_SECONDS = 0.01
/** A frame this far below the loudest one is silence, as a factor (40 dB). */
const SILENT = 0.01
/** Silence that is left on either side, in seconds, so that no stop loses its burst. */
const MARGIN_SECONDS = 0.015

/** Where speech begins and ends in a sound, in samples. All of it where nothing stands out. */
export function speechSpan(
  samples: Float32Array,
  rate: number,
): { readonly start: number; readonly end: number } {
  const frame = Math.max(1, Math.round(FRAME_SECONDS * rate))
  const levels: number[] = []
  for (let at = 0; at < samples.length; at += frame) {
    let sum = 0
    for (const sample of samples.subarray(at, at + frame)) sum += sample * sample
    levels.push(Math.sqrt(sum / Math.min(frame, samples.length - at)))
  }
  const least = SILENT * levels.reduce((most, level) => Math.max(most, level), 0)
  const first = levels.findIndex((level) => level > least)
  if (first < 0) return { start: 0, end: samples.length }
  const last = levels.findLastIndex((level) => level > least)
  const margin = Math.round(MARGIN_SECONDS * rate)
  return {
    start: Math.max(0, first * frame - margin),
    end: Math.min(samples.length, (last + 1) * frame + margin),
  }
}
