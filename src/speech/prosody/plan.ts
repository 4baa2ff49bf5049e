import type { Sentence, Syllable, Tone, Word } from '#speech/utterance.ts'
import { CONTOUR_LENGTHENING, FINAL_LENGTHENING, isVowel, phoneSeconds } from './durations.ts'
import { type PitchTarget, stressMelody, toneMelody } from './melody.ts'

/** How a voice speaks, as far as rhythm and melody go. */
export interface Manner {
  /** 1 is an even pace; 1.1 a tenth faster. */
  readonly rate: number
  /** Distance of the voice's high tone from its low one. */
  readonly rangeSemitones: number
  /** English timed by the syllable, as in Nigeria, and not as the base speaker timed it. */
  readonly hasNigerianAccent: boolean
}

/** What a voice is told about a sentence besides its phones. */
export interface ProsodyPlan {
  /** Seconds of every phone in order; left out where the base speaker's own timing is kept. */
  readonly durations: readonly number[] | undefined
  /** Factor on the base speaker's own durations, word by word. */
  readonly stretches: readonly number[]
  /** Silence after each word, in seconds. */
  readonly pauses: readonly number[]
  /** Pitch to reach; left out where the base speaker's own melody is kept. */
  readonly targets: readonly PitchTarget[] | undefined
  /** Rise (or fall) of a kept melody towards the end of the sentence. */
  readonly finalLiftSemitones: number
  /** Silence after the sentence, in seconds. */
  readonly pauseSeconds: number
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
  manner: Manner,
  speed: number,
  isLast: boolean,
): ProsodyPlan {
  const tempo = speed * manner.rate
  const isEnglish = sentence.words.every(({ language }) => language === 'en')
  const keepsBase = isEnglish && !manner.hasNigerianAccent
  const pause = sentence.endsParagraph ? PARAGRAPH_PAUSE : PAUSES[sentence.end]
  return {
    durations: keepsBase ? undefined : durationsOf(sentence, tempo),
    stretches: sentence.words.map(({ rate }) => 1 / (tempo * (rate ?? 1))),
    pauses: sentence.words.map((word) => pauseAfter(word, word === sentence.words.at(-1), tempo)),
    targets: isEnglish ? undefined : melodyOf(sentence, manner.rangeSemitones),
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
