import type { LanguageCode } from '#shared/languages/languages.ts'
import { isVowel } from '#speech/models/phone-lengths.ts'
import type { PitchTarget, ProsodyPlan, Sentence, Syllable, Tone, Word } from '#speech/utterance.ts'
import {
  BREAK_LENGTHENING,
  CONTOUR_LENGTHENING,
  FINAL_LENGTHENING,
  phoneSeconds,
} from './durations.ts'
import { type Intonation, intonationOf, withLifts, withRanges } from './intonation.ts'
import { stressMelody, toneMelody } from './melody.ts'
import type { PredictedProsody } from './prosody-model.ts'
import { withToneSteps } from './tone-steps.ts'

/** Rhythm and pitch parameters of a voice. */
export interface VoiceProsody {
  /** Speaking rate: 1 is average, 1.1 a tenth faster. */
  readonly rate: number
  /** Distance of the voice's high tone from its low one. */
  readonly rangeSemitones: number
  /** Languages whose intonation the engine makes itself. */
  readonly ownMelody: ReadonlySet<LanguageCode>
  /** Languages whose phones the engine times itself. */
  readonly ownTiming: ReadonlySet<LanguageCode>
}

/** Silence after a sentence by its end, in seconds at normal speed. */
const PAUSES = {
  statement: 0.42,
  question: 0.46,
  exclamation: 0.42,
  clause: 0.18,
  joint: 0,
} as const
const PARAGRAPH_PAUSE = 0.75
/** After the last sentence: enough that players do not cut the final sound. */
const FINAL_PAUSE = 0.15
const BREAK_PAUSE = 0.22
/** A shorter silence is not heard as a breath, though readers often make one; the sound before it takes a third of it to fade. */
const LEAST_REST = 0.24
const STRESS_LENGTHENING = 1.12

/**
 * Plans durations, pauses and pitch. `speed` (0.5 to 2) and the voice's rate change the tempo and leave the pitch
 * unchanged. `predicted`: timing and melody as native speakers have them, which are then brought to the voice's rate and
 * range, and whose tones are kept apart; left out, rules make both, and the sentence has its rests from `withRests`.
 * @example `planProsody(sentence, voice, 0.8, true).pauseSeconds` is 0.15, the silence at the end of a text.
 */
export function planProsody(
  sentence: Sentence,
  style: VoiceProsody,
  speed: number,
  endsText: boolean,
  predicted?: PredictedProsody,
): ProsodyPlan {
  const tempo = speed * style.rate
  const isAllIn = (languages: ReadonlySet<LanguageCode>): boolean =>
    sentence.words.every(({ language }) => languages.has(language))
  const pause = sentence.endsParagraph ? PARAGRAPH_PAUSE : PAUSES[sentence.end]
  const intonation = intonationOf(sentence)
  const paced = withPaces(sentence, intonation)
  const pauses = pausesOf(sentence, tempo, predicted?.pauses)
  return {
    durations: isAllIn(style.ownTiming)
      ? undefined
      : durationsOf(paced, pauses, tempo, predicted?.seconds),
    stretches: paced.words.map(({ rate }) => 1 / (tempo * (rate ?? 1))),
    pauses,
    targets: isAllIn(style.ownMelody)
      ? undefined
      : melodyOf(sentence, style.rangeSemitones, intonation, predicted),
    shifts: shiftsOf(sentence, intonation),
    ranges: intonation.ranges,
    finalLiftSemitones: intonation.ownRise,
    pauseSeconds: endsText ? FINAL_PAUSE : pause / tempo,
  }
}

function withPaces(sentence: Sentence, { paces }: Intonation): Sentence {
  const words = sentence.words.map((word, index) => {
    const pace = paces[index] ?? 1
    return pace === 1 ? word : { ...word, rate: (word.rate ?? 1) * pace }
  })
  return { ...sentence, words }
}

/** At the start and the end of each word. */
function shiftsOf({ words }: Sentence, { ownLifts }: Intonation): ProsodyPlan['shifts'] {
  let at = 0
  return words.map(({ syllables, pitchSemitones = 0 }) => {
    const [start = 0] = ownLifts[at] ?? []
    at += syllables.length
    const [, end = 0] = ownLifts[at - 1] ?? []
    return [start + pitchSemitones, end + pitchSemitones]
  })
}

/** Silence after each word. `predicted`: as native readers rest; left out, they rest where the words say so. */
function pausesOf(
  { words }: Sentence,
  tempo: number,
  predicted: readonly number[] | undefined,
): readonly number[] {
  return words.map((word, index) => {
    const { pauseAfterSeconds } = word
    if (index === words.length - 1) return pauseAfterSeconds ?? 0
    const native = predicted?.[index] ?? 0
    const rests = predicted ? native > 0 : word.restsAfter === true
    if (pauseAfterSeconds !== undefined)
      return Math.max(pauseAfterSeconds, word.breakAfter ? silenceAfter(word, rests) / tempo : 0)
    return Math.max(silenceAfter(word, rests), native) / tempo
  })
}

/** Least silence after a word at an even pace; `rests`: whether a reader does there. */
function silenceAfter({ breakAfter, isBreakLight }: Word, rests: boolean): number {
  if (breakAfter && !isBreakLight) return BREAK_PAUSE
  if (!rests) return 0
  return breakAfter ? BREAK_PAUSE : LEAST_REST
}

function melodyOf(
  sentence: Sentence,
  rangeSemitones: number,
  intonation: Intonation,
  predicted: PredictedProsody | undefined,
): readonly PitchTarget[] {
  const isTonal = sentence.words.some(({ syllables }) => syllables.some(({ tone }) => tone))
  if (predicted) {
    const scale = rangeSemitones / predicted.rangeSemitones
    const scaled = predicted.targets.map((target) => ({
      ...target,
      semitones: target.semitones * scale,
    }))
    const lifted = withLifts(withRanges(scaled, sentence, intonation), intonation)
    if (!isTonal) return withOwnHeights(lifted, sentence)
    const range = Math.max(1, ...intonation.ranges)
    const own = withToneSteps(lifted, sentence, scale * range)
    // What is asked of a word is added to the steps of native speech, and not limited by them.
    return withToneSteps(withOwnHeights(own, sentence), sentence)
  }
  const ruled = isTonal
    ? toneMelody(sentence, rangeSemitones)
    : stressMelody(sentence, rangeSemitones)
  const lifted = withLifts(withRanges(ruled, sentence, intonation), intonation)
  return withOwnHeights(lifted, sentence)
}

/** The melody with the heights that words ask for. */
function withOwnHeights(
  targets: readonly PitchTarget[],
  { words }: Sentence,
): readonly PitchTarget[] {
  const own = words.flatMap(({ syllables, pitchSemitones = 0 }) =>
    syllables.map(() => pitchSemitones),
  )
  return targets.map((target) => ({
    ...target,
    semitones: target.semitones + (own[target.syllable] ?? 0),
  }))
}

function durationsOf(
  sentence: Sentence,
  pauses: readonly number[],
  tempo: number,
  predicted: readonly number[] | undefined,
): number[] {
  if (predicted) {
    const factors = sentence.words.flatMap((word, index) => {
      const isUnbroken = word.isBreakLight === true && pauses[index] === 0
      const lengthening = lengtheningOf(word, isUnbroken ? BREAK_LENGTHENING : 1)
      return lengthening.flat().map((factor) => factor / (word.rate ?? 1))
    })
    return predicted.map((seconds, index) => (seconds * (factors[index] ?? 1)) / tempo)
  }
  return sentence.words.flatMap((word, index) => {
    const rests = word.breakAfter || (pauses[index] ?? 0) > 0
    const endsPhrase = rests || index === sentence.words.length - 1
    const lengthening = lengtheningOf(word, endsPhrase ? FINAL_LENGTHENING : 1)
    return word.syllables.flatMap(({ phones, stress, tone }, place) => {
      const nucleus = nucleusOf(phones)
      return phones.map(({ ipa }, at) => {
        const weight = at === nucleus ? weightOf(ipa, stress, tone) : 1
        const seconds = phoneSeconds(ipa, word.language) * (lengthening[place]?.[at] ?? 1) * weight
        return seconds / (tempo * (word.rate ?? 1))
      })
    })
  })
}

/** Factors on the phones of each syllable: `last` on the vowel of the last one and what follows it. */
function lengtheningOf({ syllables }: Word, last: number): readonly (readonly number[])[] {
  return syllables.map(({ phones }, place) => {
    const isFinal = place === syllables.length - 1
    const nucleus = nucleusOf(phones)
    return phones.map((_, at) => (isFinal && at >= nucleus ? last : 1))
  })
}

function nucleusOf(phones: Syllable['phones']): number {
  return phones.findIndex(({ ipa }) => isVowel(ipa))
}

/** Factor on the duration of a vowel by stress and by a contour tone on a short vowel. */
function weightOf(ipa: string, stress: Syllable['stress'], tone: Tone | undefined): number {
  const glides = (tone === 'HL' || tone === 'LH') && !ipa.includes('ː')
  return (stress === 1 ? STRESS_LENGTHENING : 1) * (glides ? CONTOUR_LENGTHENING : 1)
}
