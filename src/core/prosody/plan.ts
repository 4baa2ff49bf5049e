import type { Sentence } from '#core/utterance.ts'

/** How a voice paces itself: factors on the base's own durations and on the pauses below. */
export interface Pace {
  /** 1 speaks as the base does; 1.1 a tenth faster. */
  readonly rate: number
}

/** What a voice is told about one sentence besides its phones. */
export interface ProsodyPlan {
  /** Factor on every duration. */
  readonly durationStretch: number
  /** Silence after the sentence, in seconds. */
  readonly pauseSeconds: number
}

/** Silence after a sentence by its end, in seconds at normal speed. */
const PAUSES = { statement: 0.42, question: 0.46, exclamation: 0.42, clause: 0.14 } as const
const PARAGRAPH_PAUSE = 0.75
/** After the last sentence: enough that a player does not cut the final sound. */
const FINAL_PAUSE = 0.15

/** Plan durations and pauses: `speed` (0.7 to 1.2) and the voice's pace change the tempo and leave the pitch alone. */
export function planProsody(
  sentence: Sentence,
  pace: Pace,
  speed: number,
  isLast: boolean,
): ProsodyPlan {
  const tempo = speed * pace.rate
  const pause = sentence.endsParagraph ? PARAGRAPH_PAUSE : PAUSES[sentence.end]
  return {
    durationStretch: 1 / tempo,
    pauseSeconds: isLast ? FINAL_PAUSE : pause / tempo,
  }
}
