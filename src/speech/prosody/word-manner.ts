import type { Timing } from '#shared/audio.ts'
import type { PitchTarget, ProsodyPlan, Sentence, Word, WordManner } from '#speech/utterance.ts'
import { phoneSeconds } from './durations.ts'

/** Slowest and fastest pace of a word that has to last a given time. */
const RATE_LIMITS = { least: 0.4, most: 2.5 } as const
/** Farthest from the voice's own pitch that a word is taken, in semitones. */
const MOST_SEMITONES = 24

/** The words with a pitch that is given in Hz as a shift of the voice's own, `voiceHz`. */
export function withPitchInHz(words: readonly Word[], voiceHz: number): readonly Word[] {
  return words.map((word) => {
    const { pitchHz, pitchChangeHz = 0 } = word.manner ?? {}
    if (pitchHz === undefined && pitchChangeHz === 0) return word
    const hz = (pitchHz ?? voiceHz) + pitchChangeHz
    const pitchSemitones = limited((word.pitchSemitones ?? 0) + semitonesBetween(voiceHz, hz))
    return { ...word, pitchSemitones }
  })
}

/** Whether a word of a sentence is to last a given time. */
export function hasDurations({ words }: Sentence): boolean {
  return words.some(({ manner }) => manner?.seconds !== undefined)
}

/**
 * The sentence with the pace at which its words last as long as they are to, given how long they would last by `plan`,
 * or by the engine that times phones itself: `heard`, one for each word.
 */
export function withDurations(
  sentence: Sentence,
  plan: ProsodyPlan,
  heard: readonly Timing[] | undefined,
): Sentence {
  const timed = sentence.words.map(({ manner }) => manner?.seconds)
  const lengths = heard?.map(({ start, end }) => end - start) ?? secondsOfWords(sentence, plan)
  let wanted = 0
  let spoken = 0
  for (const [index, seconds] of timed.entries()) {
    if (seconds === undefined) continue
    wanted += seconds
    spoken += lengths[index] ?? 0
    // The pauses between them are a part of their time.
    if (timed[index + 1] !== undefined) wanted -= plan.pauses[index] ?? 0
  }
  const least = spoken / RATE_LIMITS.most
  const factor = spoken / Math.max(least, wanted)
  const words = sentence.words.map((word, index) => {
    if (timed[index] === undefined) return word
    const rate = (word.rate ?? 1) * factor
    return { ...word, rate: Math.min(RATE_LIMITS.most, Math.max(RATE_LIMITS.least, rate)) }
  })
  return { ...sentence, words }
}

/** The plan with the range and the contours that its words ask for. */
export function withMelodyOf(sentence: Sentence, plan: ProsodyPlan, voiceHz: number): ProsodyPlan {
  const isAsked = sentence.words.some(
    ({ manner }) => manner?.contour !== undefined || manner?.melodyRange !== undefined,
  )
  if (!isAsked) return plan
  const places = sentence.words.flatMap((word) =>
    word.syllables.map((_, at) => ({ word, at, count: word.syllables.length })),
  )
  const targets = plan.targets?.map((target): PitchTarget => {
    const place = places[target.syllable]
    if (!place) return target
    const { word, at, count } = place
    const own = word.pitchSemitones ?? 0
    const ranged = (target.semitones - own) * (word.manner?.melodyRange ?? 1) + own
    const moved = contourAt(word.manner, (at + target.part) / count, voiceHz)
    return { ...target, semitones: limited(ranged + moved) }
  })
  const shifts = plan.shifts.map(([start, end], index): ProsodyPlan['shifts'][number] => {
    const { manner } = sentence.words[index] ?? {}
    return [start + contourAt(manner, 0, voiceHz), end + contourAt(manner, 1, voiceHz)]
  })
  const ranges = plan.ranges.map(
    (range, index) => range * (sentence.words[index]?.manner?.melodyRange ?? 1),
  )
  return { ...plan, targets, shifts, ranges }
}

/** Semitones that the contour of a word adds at a part of it, between its points on a straight line. */
function contourAt(manner: WordManner | undefined, part: number, voiceHz: number): number {
  const { contour } = manner ?? {}
  if (!contour) return 0
  const { points, from, to } = contour
  const place = from + part * (to - from)
  const heights = points.map((point) => ({
    part: point.part,
    semitones:
      'semitones' in point ? point.semitones : semitonesBetween(voiceHz, voiceHz + point.changeHz),
  }))
  const next = heights.find((point) => point.part >= place)
  const last = heights.findLast((point) => point.part <= place)
  if (!next || !last) return (next ?? last)?.semitones ?? 0
  const span = next.part - last.part
  if (span === 0) return next.semitones
  return last.semitones + ((place - last.part) / span) * (next.semitones - last.semitones)
}

function secondsOfWords({ words }: Sentence, plan: ProsodyPlan): readonly number[] {
  let at = 0
  return words.map(({ syllables, language }, index) => {
    const phones = syllables.flatMap((syllable) => syllable.phones)
    const start = at
    at += phones.length
    if (plan.durations) return sumOf(plan.durations.slice(start, at))
    const stretch = plan.stretches[index] ?? 1
    return sumOf(phones.map(({ ipa }) => stretch * phoneSeconds(ipa, language)))
  })
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function semitonesBetween(from: number, to: number): number {
  return to <= 0 ? -MOST_SEMITONES : 12 * Math.log2(to / from)
}

function limited(semitones: number): number {
  return Math.min(MOST_SEMITONES, Math.max(-MOST_SEMITONES, semitones))
}
