import type { LanguageCode } from '#shared/languages/languages.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { isVowel } from '#speech/models/phone-lengths.ts'
import type { PitchTarget, ProsodyPlan, Sentence, Syllable, Tone, Word } from '#speech/utterance.ts'
import { CONTOUR_LENGTHENING, FINAL_LENGTHENING, phoneSeconds } from './durations.ts'
import { endingLifts, stressMelody, toneMelody } from './melody.ts'
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
  clause: 0.14,
  joint: 0,
} as const
const PARAGRAPH_PAUSE = 0.75
/** After the last sentence: enough that players do not cut the final sound. */
const FINAL_PAUSE = 0.15
const BREAK_PAUSE = 0.22
const STRESS_LENGTHENING = 1.12
/** Over a fall of four to six semitones that an engine makes by itself, the last syllable of a yes-no question rises to the middle or above it. */
const QUESTION_LIFT = 6

/**
 * Plans durations, pauses and pitch. `speed` (0.5 to 2) and the voice's rate change the tempo and leave the pitch
 * unchanged. `predicted`: timing and melody as native speakers have them, which are then brought to the voice's rate and
 * range, and whose tones are kept apart; left out, rules make both.
 * @example `planProsody(sentence, voice, 0.8, true).pauseSeconds` is 0.15, the silence at the end of a text.
 */
export function planProsody(
  sentence: Sentence,
  style: VoiceProsody,
  speed: number,
  isLast: boolean,
  predicted?: PredictedProsody,
): ProsodyPlan {
  const tempo = speed * style.rate
  const isAllIn = (languages: ReadonlySet<LanguageCode>): boolean =>
    sentence.words.every(({ language }) => languages.has(language))
  const pause = sentence.endsParagraph ? PARAGRAPH_PAUSE : PAUSES[sentence.end]
  return {
    durations: isAllIn(style.ownTiming)
      ? undefined
      : durationsOf(sentence, tempo, predicted?.seconds),
    stretches: sentence.words.map(({ rate }) => 1 / (tempo * (rate ?? 1))),
    pauses: sentence.words.map((word, index) => {
      const own = pauseAfter(word, index === sentence.words.length - 1, tempo)
      const native = predicted?.pauses[index] ?? 0
      return Math.max(own, word.pauseAfterSeconds === undefined ? native / tempo : 0)
    }),
    targets: isAllIn(style.ownMelody)
      ? undefined
      : melodyOf(sentence, style.rangeSemitones, predicted),
    shifts: sentence.words.map(({ pitchSemitones }) => pitchSemitones ?? 0),
    finalLiftSemitones: finalLift(sentence),
    pauseSeconds: isLast ? FINAL_PAUSE : pause / tempo,
  }
}

/** A yes-no question rises; a question with a question word falls like a statement. */
function finalLift({ words, end }: Sentence): number {
  if (end !== 'question') return 0
  const [first] = words
  if (!first) return QUESTION_LIFT
  return languageFor(first.language).questionWords?.has(first.text) ? 0 : QUESTION_LIFT
}

function pauseAfter(word: Word, isLast: boolean, tempo: number): number {
  const own = word.breakAfter && !isLast ? BREAK_PAUSE / tempo : 0
  return Math.max(own, word.pauseAfterSeconds ?? 0)
}

function melodyOf(
  sentence: Sentence,
  rangeSemitones: number,
  predicted: PredictedProsody | undefined,
): readonly PitchTarget[] {
  const isTonal = sentence.words.some(({ syllables }) => syllables.some(({ tone }) => tone))
  if (predicted) {
    const scale = rangeSemitones / predicted.rangeSemitones
    const lifts = endingLifts(sentence)
    const scaled = predicted.targets.map((target) => ({
      ...target,
      semitones: target.semitones * scale * lifts.range,
    }))
    const own = isTonal ? withToneSteps(scaled, sentence, scale * lifts.range) : scaled
    // What is asked of a word or an ending is added to the steps of native speech, and not limited by them.
    const lifted = own.map((target) => ({
      ...target,
      semitones: target.semitones + (lifts.semitones[target.syllable] ?? 0),
    }))
    return isTonal ? withToneSteps(lifted, sentence) : lifted
  }
  return isTonal ? toneMelody(sentence, rangeSemitones) : stressMelody(sentence, rangeSemitones)
}

function durationsOf(
  sentence: Sentence,
  tempo: number,
  predicted: readonly number[] | undefined,
): number[] {
  if (predicted) {
    const rates = sentence.words.flatMap(({ syllables, rate }) =>
      syllables.flatMap(({ phones }) => phones.map(() => rate ?? 1)),
    )
    return predicted.map((seconds, index) => seconds / (tempo * (rates[index] ?? 1)))
  }
  return sentence.words.flatMap((word, index) => {
    const rests = word.breakAfter || (word.pauseAfterSeconds ?? 0) > 0
    const endsPhrase = rests || index === sentence.words.length - 1
    return word.syllables.flatMap(({ phones, stress, tone }, place) => {
      const isFinal = endsPhrase && place === word.syllables.length - 1
      const nucleus = phones.findIndex(({ ipa }) => isVowel(ipa))
      return phones.map(({ ipa }, at) => {
        const lengthened = isFinal && at >= nucleus ? FINAL_LENGTHENING : 1
        const weight = at === nucleus ? weightOf(ipa, stress, tone) : 1
        const seconds = phoneSeconds(ipa, word.language) * lengthened * weight
        return seconds / (tempo * (word.rate ?? 1))
      })
    })
  })
}

/** Factor on the duration of a vowel by stress and by a contour tone on a short vowel. */
function weightOf(ipa: string, stress: Syllable['stress'], tone: Tone | undefined): number {
  const glides = (tone === 'HL' || tone === 'LH') && !ipa.includes('ː')
  return (stress === 1 ? STRESS_LENGTHENING : 1) * (glides ? CONTOUR_LENGTHENING : 1)
}
