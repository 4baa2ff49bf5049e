import { type WarpingPath, warpingPath } from './dynamic-time-warping.ts'

/** Frames of speech of one recording; see eval/audio/speech-frames.ts. */
export interface Speech {
  readonly cepstra: readonly (readonly number[])[]
  readonly f0: readonly number[]
  readonly seconds: number
  readonly speechSeconds: number
}

/** How near a synthesis is to a recording of the same text. */
export interface Likeness {
  /** Mel-cepstral distortion in dB (Kubichek 1993), without c0. */
  readonly mcd: number
  /** The same without each recording's own mean cepstrum, that is without microphone and colour. */
  readonly mcdCentred: number
  /** Root mean square difference of the pitch in semitones, over frames that are voiced in both. */
  readonly f0Rmse: number
  /** The same without each recording's own mean. */
  readonly f0RmseCentred: number
  /** Pearson correlation of the pitch in semitones. */
  readonly f0Correlation: number
  /** Per cent of the frames on the path that are voiced in only one. */
  readonly voicingErrors: number
  /** Length of the synthesis over that of the recording. */
  readonly duration: number
  /** The same without pauses. */
  readonly speechDuration: number
}

/** Compares a synthesis with a recording of the same text, along the path of dynamic time warping. */
export function compareSpeech(synthesis: Speech, recording: Speech): Likeness {
  const [ours, theirs] = [centred(synthesis.cepstra), centred(recording.cepstra)]
  const path = warpingPath(ours, theirs)
  const rawPath = warpingPath(synthesis.cepstra, recording.cepstra)
  const isVoiced = path.map(([i, j]) => [synthesis.f0[i]! > 0, recording.f0[j]! > 0] as const)
  const pitches = path
    .filter((_, at) => isVoiced[at]![0] && isVoiced[at]![1])
    .map(([i, j]) => [semitones(synthesis.f0[i]!), semitones(recording.f0[j]!)] as const)
  return {
    mcd: melCepstralDistortion(synthesis.cepstra, recording.cepstra, rawPath),
    mcdCentred: melCepstralDistortion(ours, theirs, path),
    ...comparePitch(pitches),
    voicingErrors: (100 * isVoiced.filter(([a, b]) => a !== b).length) / path.length,
    duration: synthesis.seconds / recording.seconds,
    speechDuration: synthesis.speechSeconds / recording.speechSeconds,
  }
}

/**
 * Mel-cepstral distortion along a path in dB: 10 / ln 10 · √(2 Σ Δ²), mean over its pairs (Kubichek 1993, "Mel-cepstral distance
 * measure for objective speech quality assessment").
 */
export function melCepstralDistortion(
  first: readonly (readonly number[])[],
  second: readonly (readonly number[])[],
  path: WarpingPath,
): number {
  const sum = path.reduce((total, [i, j]) => {
    const squares = first[i]!.reduce((own, value, d) => own + (value - second[j]![d]!) ** 2, 0)
    return total + Math.sqrt(2 * squares)
  }, 0)
  return ((10 / Math.LN10) * sum) / path.length
}

function comparePitch(pairs: readonly (readonly [number, number])[]) {
  const mean = (of: (pair: readonly [number, number]) => number): number =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length
  const [own, other] = [mean(([a]) => a), mean(([, b]) => b)]
  const covariance = mean(([a, b]) => (a - own) * (b - other))
  const variances = mean(([a]) => (a - own) ** 2) * mean(([, b]) => (b - other) ** 2)
  return {
    f0Rmse: Math.sqrt(mean(([a, b]) => (a - b) ** 2)),
    f0RmseCentred: Math.sqrt(mean(([a, b]) => (a - own - b + other) ** 2)),
    f0Correlation: covariance / Math.sqrt(variances),
  }
}

const semitones = (hz: number): number => 12 * Math.log2(hz)

function centred(frames: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const mean = (frames[0] ?? []).map(
    (_, d) => frames.reduce((sum, frame) => sum + frame[d]!, 0) / frames.length,
  )
  return frames.map((frame) => frame.map((value, d) => value - mean[d]!))
}

/** The mean of figures and half the width of its 95 % interval (normal approximation); what is no number is left out. */
export function meanWithInterval(figures: readonly number[]): readonly [number, number] {
  const known = figures.filter(Number.isFinite)
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return [mean, 1.96 * Math.sqrt(squares / Math.max(1, known.length - 1) / known.length)]
}
