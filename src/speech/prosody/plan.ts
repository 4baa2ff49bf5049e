import type { LanguageCode } from '#shared/voices.ts'
import type { PitchTarget, ProsodyPlan, Sentence, Syllable, Tone, Word } from '#speech/utterance.ts'
import { CONTOUR_LENGTHENING, FINAL_LENGTHENING, isVowel, phoneSeconds } from './durations.ts'
import { stressMelody, toneMelody } from './melody.ts'

/** How a voice speaks, as far as rhythm and melody go. */
export interface VoiceProsody {
  /** 1 is an even pace; 1.1 a tenth faster. */
  readonly rate: number
  /** Distance of the voice's high tone from its low one. */
  readonly rangeSemitones: number
  /** Languages whose melody the voice's engine keeps as it was recorded. */
  readonly ownMelody: ReadonlySet<LanguageCode>
  /** Languages whose timing it keeps so. */
  readonly ownTiming: ReadonlySet<LanguageCode>
}

/** Silence after a sentence by its end, in seconds at normal speed. */
const PAUSES = { statement: 0.42, question: 0.46, exclamation: 0.42, clause: 0.14 } as const
const PARAGRAPH_PAUSE = 0.75
/** After the last sentence: enough that a player does not cut the final sound. */
const FINAL_PAUSE = 0.15
const BREAK_PAUSE = 0.22
const STRESS_LENGTHENING = 1.12
const QUESTION_LIFT = 3.5
const QUESTION_WORDS = new Set('who whom whose what which when where why how'.split(' '))

/** Plan durations, pauses and pitch: `speed` (0.7 to 1.2) and the voice's pace change the tempo and leave the pitch alone. */
export function planProsody(
  sentence: Sentence,
  style: VoiceProsody,
  speed: number,
  isLast: boolean,
): ProsodyPlan {
  const tempo = speed * style.rate
  const isAllIn = (languages: ReadonlySet<LanguageCode>): boolean =>
    sentence.words.every(({ language }) => languages.has(language))
  const pause = sentence.endsParagraph ? PARAGRAPH_PAUSE : PAUSES[sentence.end]
  return {
    durations: isAllIn(style.ownTiming) ? undefined : durationsOf(sentence, tempo),
    stretches: sentence.words.map(({ rate }) => 1 / (tempo * (rate ?? 1))),
    pauses: sentence.words.map((word) => pauseAfter(word, word === sentence.words.at(-1), tempo)),
    targets: isAllIn(style.ownMelody) ? undefined : melodyOf(sentence, style.rangeSemitones),
    finalLiftSemitones: finalLift(sentence),
    pauseSeconds: isLast ? FINAL_PAUSE : pause / tempo,
  }
}

/** A question that can be answered with yes or no rises; one that asks who or what falls like a statement. */
function finalLift({ words, end }: Sentence): number {
  if (end !== 'question') return 0
  return QUESTION_WORDS.has(words[0]?.text ?? '') ? 0 : QUESTION_LIFT
}

function pauseAfter(word: Word, isLast: boolean, tempo: number): number {
  const own = word.breakAfter && !isLast ? BREAK_PAUSE / tempo : 0
  return Math.max(own, word.pauseAfterSeconds ?? 0)
}

function melodyOf(sentence: Sentence, rangeSemitones: number): readonly PitchTarget[] {
  const isTonal = sentence.words.some(({ syllables }) => syllables.some(({ tone }) => tone))
  return isTonal ? toneMelody(sentence, rangeSemitones) : stressMelody(sentence, rangeSemitones)
}

function durationsOf(sentence: Sentence, tempo: number): number[] {
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

/** What stress, and a short vowel whose tone rises or falls, add to the length of a vowel. */
function weightOf(ipa: string, stress: Syllable['stress'], tone: Tone | undefined): number {
  const glides = (tone === 'HL' || tone === 'LH') && !ipa.includes('ː')
  return (stress === 1 ? STRESS_LENGTHENING : 1) * (glides ? CONTOUR_LENGTHENING : 1)
}
