import { type VoiceDetector, WINDOW } from './silero.ts'

const RATE = 16_000
/** Thresholds and durations of Silero's own `get_speech_timestamps`, but for the pause, which separates whole phrases here. */
const BEGIN = 0.5
const END = 0.35
const PAUSE = 0.5 * RATE
const SHORTEST = 0.25 * RATE
/** Silence that is left on either side, so that no soft sound is cut off. */
const PADDING = 0.2 * RATE
/** In the last part of a piece that grows too long, the quietest place is looked for. */
const SEARCHED = 8 * RATE

/** A stretch of sound with speech in it. */
export interface SpeechPiece {
  /** Index of its first sample in the whole sound. */
  readonly first: number
  readonly samples: Float32Array
  /** Mean probability of speech from its first sound to its last, 0 to 1. */
  readonly speechProbability: number
}

/** Cuts sound that arrives bit by bit into pieces of speech. */
export interface PieceCutter {
  /** Takes more sound; answers the pieces that end in it. */
  add(samples: Float32Array): Promise<readonly SpeechPiece[]>
  /** The speech that has no end yet; undefined in silence. */
  readonly open: SpeechPiece | undefined
  /** No more sound comes: answers the last piece. */
  end(): Promise<SpeechPiece | undefined>
}

/**
 * Cuts at pauses of half a second, and where speech goes on for longer than `mostSeconds` at the place of the last eight seconds
 * that is least like speech. Silence is dropped as it passes, so that an hour takes no more memory than a minute.
 */
export function createPieceCutter(detector: VoiceDetector, mostSeconds: number): PieceCutter {
  const most = Math.floor(mostSeconds * RATE)
  // The sound from `start` on, and for each of its windows how likely it is speech.
  let buffer = new Float32Array(0)
  let start = 0
  let looked = 0
  let speechFrom: number | undefined
  let speechTo = 0
  let scores: number[] = []

  const drop = (until: number): void => {
    const count = Math.max(0, Math.min(until - start, buffer.length))
    buffer = buffer.slice(count)
    start += count
  }
  const between = (from: number, to: number): Float32Array =>
    buffer.slice(Math.max(0, from - start), Math.max(0, to - start))
  /** Of the windows that lie between two places; the last score is that of the window which ends at `looked`. */
  const meanScore = (from: number, to: number): number => {
    const newest = (place: number): number => scores.length - Math.ceil((looked - place) / WINDOW)
    const within = scores.slice(Math.max(0, newest(from)), Math.max(1, newest(to)))
    return within.reduce((sum, score) => sum + score, 0) / Math.max(1, within.length)
  }
  const take = (to: number): SpeechPiece | undefined => {
    if (speechFrom === undefined) return undefined
    const first = Math.max(start, speechFrom - PADDING)
    const last = Math.min(start + buffer.length, to)
    const isSpeech = Math.min(speechTo, last) - speechFrom >= SHORTEST
    const speechProbability = meanScore(speechFrom, Math.min(speechTo, last))
    return isSpeech ? { first, samples: between(first, last), speechProbability } : undefined
  }
  /** Where a piece that is too long is cut: after the window with the lowest score. */
  const cutPlace = (): number => {
    const count = Math.min(scores.length - 1, Math.floor(SEARCHED / WINDOW))
    const tail = scores.slice(-count)
    let lowest = tail.length - 1
    for (const [at, score] of tail.entries()) if (score < (tail[lowest] ?? 1)) lowest = at
    return looked - (tail.length - 1 - lowest) * WINDOW
  }
  const look = async (): Promise<SpeechPiece | undefined> => {
    const window = new Float32Array(WINDOW)
    window.set(between(looked, looked + WINDOW))
    const score = await detector.speechIn(window)
    const end = looked + WINDOW
    looked = end
    scores.push(score)
    if (score >= (speechFrom === undefined ? BEGIN : END)) {
      speechFrom ??= end - WINDOW
      speechTo = end
    }
    if (speechFrom === undefined) {
      drop(end - PADDING)
      scores = []
      return undefined
    }
    if (end - speechTo >= PAUSE) {
      const piece = take(speechTo + PADDING)
      speechFrom = undefined
      drop(speechTo + PADDING)
      scores = []
      return piece
    }
    if (end - Math.max(start, speechFrom - PADDING) < most) return undefined
    const cut = cutPlace()
    const piece = take(cut)
    drop(cut)
    speechFrom = cut
    scores = scores.slice(scores.length - (end - cut) / WINDOW)
    return piece
  }
  return {
    async add(samples) {
      const longer = new Float32Array(buffer.length + samples.length)
      longer.set(buffer)
      longer.set(samples, buffer.length)
      buffer = longer
      const pieces: SpeechPiece[] = []
      while (looked + WINDOW <= start + buffer.length) {
        const piece = await look()
        if (piece) pieces.push(piece)
      }
      return pieces
    },
    get open() {
      return take(looked)
    },
    async end() {
      // The last window is filled up with silence.
      const before = looked
      const piece = before < start + buffer.length ? await look() : undefined
      const last = piece ?? take(Math.min(start + buffer.length, speechTo + PADDING))
      speechFrom = undefined
      return last
    },
  }
}
