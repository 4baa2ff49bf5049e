import { SAMPLE_RATE, type SpokenChunk, type Timing } from '#shared/audio.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Capabilities, Rendering, Session } from '#speech/engines/engine.ts'
import type { Phonemizer } from '#speech/languages/common/phonemizer.ts'
import { dialectFor, registeredLanguages } from '#speech/languages/registry.ts'
import { withRests } from '#speech/prosody/breath-groups.ts'
import { withoutFallingQuestion } from '#speech/prosody/intonation.ts'
import { planProsody, type VoiceProsody } from '#speech/prosody/plan.ts'
import type { PredictedProsody, ProsodyModel } from '#speech/prosody/prosody-model.ts'
import { varied } from '#speech/prosody/vary.ts'
import {
  hasDurations,
  withDurations,
  withMelodyOf,
  withPitchInHz,
} from '#speech/prosody/word-manner.ts'
import type { Resume, SpeakOrder } from '#speech/speaker.ts'
import type { AnnotatedSentence } from '#speech/text/assemble.ts'
import { betweenParts } from '#speech/turns/turns.ts'
import type { ProsodyPlan, Sentence, Utterance, Word } from '#speech/utterance.ts'
import { phonemizeSentence } from './phonemize-sentence.ts'
import {
  atStudioLength,
  chunksOf,
  lengthOf,
  lengthOfSilence,
  NO_TIMINGS,
  type SentenceChunk,
  type Silence,
  shifted,
} from './sentence-chunks.ts'
import { levelsOf } from './word-levels.ts'

/** A voice that is open, and how it speaks. */
export interface OpenVoice {
  readonly session: Session
  readonly style: VoiceProsody
  /** The words of a sentence in the accents of the voice. */
  readonly accent: (words: readonly Word[]) => readonly Word[]
  /** The dialect in which it speaks a language, as a BCP 47 tag, or the language's own code. */
  readonly mannerOf: (language: LanguageCode) => string
}

/** Predicts how native speakers time and tune a sentence; see `ProsodyModel`. */
export type PredictProsody = ProsodyModel['predict']

/** How the sentences of one text are spoken. */
export interface SynthesisContext {
  readonly speed: number
  readonly language: LanguageCode
  readonly voice: OpenVoice
  readonly phonemizerFor: (language: LanguageCode) => Phonemizer
  /** Left out: rules make timing and melody. */
  readonly predictProsody?: PredictProsody | undefined
  /** Chooses one of the ways to say it; left out, as it is said by default. */
  readonly seed?: number | undefined
  /** The part of the text that this voice speaks; left out: all. */
  readonly stretch?: SpeakOrder['stretch'] | undefined
  readonly signal: AbortSignal
}

/**
 * A voice with the accents that it speaks languages with. The prosody of a language is planned unless the engine knows it
 * (`ownProsody`) or takes no plan (`controls`); a syllable-timed dialect is timed by the plan.
 */
export function openVoice(
  session: Session,
  { ownProsody, controls }: Pick<Capabilities, 'ownProsody' | 'controls'>,
): OpenVoice {
  const all = new Set(registeredLanguages().map(({ code }) => code))
  const { rate, rangeSemitones } = session
  const dialects = session.dialects.flatMap((tag) => dialectFor(tag) ?? [])
  const planned = dialects.filter(({ dialect }) => dialect.isSyllableTimed)
  const ownTiming = ownProsody.difference(new Set(planned.map(({ language }) => language)))
  return {
    session,
    style: {
      ...{ rate, rangeSemitones },
      ownMelody: controls.has('pitch') || controls.has('tone') ? ownProsody : all,
      ownTiming: controls.has('durations') ? ownTiming : all,
    },
    accent: (words) => dialects.reduce((said, { dialect }) => dialect.pronounce(said), words),
    mannerOf: (code) => dialects.find(({ language }) => language === code)?.dialect.tag ?? code,
  }
}

/**
 * Sentences in, sound out: in order, each as soon as it is ready. `lengthFirst`: all are laid out before the first
 * sound, so that every chunk says how many samples follow it; until then chunks without sound say that work goes on.
 * Where the engine cannot tell lengths before it sounds, the chunks say it from the last sentence on.
 */
export async function* speakSentences(
  sentences: readonly AnnotatedSentence[],
  context: SynthesisContext,
  lengthFirst: boolean,
  resume: Resume = { sentences: 0, samples: 0, open: 0 },
): AsyncGenerator<SpokenChunk> {
  const rest = sentences.slice(resume.sentences)
  const total = sentences.length
  const ahead: Planned[] = []
  let left = lengthFirst ? yield* layOutAll(rest, context, total, ahead) : undefined
  for await (const { sentence, chunk, start, lengthOfLast } of sound(rest, context, ahead)) {
    const { offset, timings, isEnd } = chunk
    left ??= offset === 0 ? lengthOfLast : undefined
    if (left !== undefined) left -= chunk.samples.length
    const done = resume.sentences + sentence + Number(isEnd)
    if (done === total) left = 0
    const samples = sentence === 0 ? notHeard(chunk, resume.open) : chunk.samples
    if (!samples) continue
    const isWhole = samples.length === chunk.samples.length
    const told = isWhole ? shifted(timings, (resume.samples + start) / SAMPLE_RATE) : NO_TIMINGS
    yield { samples, timings: told, done, total, samplesToCome: left }
  }
}

/** Samples of a chunk after the first `heard` of its sentence; undefined where there are none and more chunks follow. */
function notHeard(
  { samples, offset, isEnd }: SentenceChunk,
  heard: number,
): Float32Array | undefined {
  const rest = samples.subarray(Math.min(samples.length, Math.max(0, heard - offset)))
  return rest.length === 0 && !isEnd ? undefined : rest
}

interface Sound {
  /** Its place among the sentences, from 0. */
  readonly sentence: number
  readonly chunk: SentenceChunk
  /** Where the sentence begins, in samples. */
  readonly start: number
  /** Samples of the sentence, if it is the last one and its engine can tell. */
  readonly lengthOfLast: number | undefined
}

async function* sound(
  sentences: readonly AnnotatedSentence[],
  context: SynthesisContext,
  ahead: Planned[],
): AsyncGenerator<Sound> {
  const { signal } = context
  const { session } = context.voice
  let sentenceStart = 0
  for (const [sentence, text] of sentences.entries()) {
    signal.throwIfAborted()
    const isLast = sentence === sentences.length - 1
    const { utterance, silence, rendering } = ahead.shift() ?? (await planOf(text, isLast, context))
    const said = {
      rendering: rendering ?? (await session.render(utterance, signal)),
      ...{ sampleRate: session.sampleRate, silence },
    }
    const lengthOfLast = isLast ? lengthOf(said) : undefined
    const { words } = utterance.sentence
    const heard = shifted(said.rendering.timings, silence.before)
    const changeLevel = levelsOf(words, heard.words, SAMPLE_RATE)
    const marks = marksOf(words, heard.words, text.marksAtStart)
    let length = 0
    for await (const sounding of chunksOf(said)) {
      signal.throwIfAborted()
      changeLevel?.(sounding.samples, sounding.offset)
      const chunk =
        sounding.offset === 0 && marks.length > 0
          ? { ...sounding, timings: { ...sounding.timings, marks } }
          : sounding
      yield { sentence, chunk, start: sentenceStart, lengthOfLast }
      length += chunk.samples.length
    }
    sentenceStart += length
    // A sentence is a tenth of a second of work: let cancels in between two of them.
    await betweenParts()
  }
}

/**
 * Samples of all `sentences`, or undefined where the engine cannot tell; what is planned of each is left in `ahead`, in
 * order, the first of them ready to sound.
 */
async function* layOutAll(
  sentences: readonly AnnotatedSentence[],
  context: SynthesisContext,
  total: number,
  ahead: Planned[],
): AsyncGenerator<SpokenChunk, number | undefined> {
  const { session } = context.voice
  if (!session.lengthOf) return undefined
  let length = 0
  for (const [index, text] of sentences.entries()) {
    context.signal.throwIfAborted()
    const planned = await planOf(text, index === sentences.length - 1, context)
    const { utterance, silence } = planned
    const rendering = index === 0 ? await session.render(utterance, context.signal) : undefined
    const sound = rendering?.length ?? (await session.lengthOf(utterance, context.signal))
    length += atStudioLength(sound, session.sampleRate) + lengthOfSilence(silence)
    ahead.push({ ...planned, rendering })
    const done = total - sentences.length
    yield { samples: new Float32Array(), timings: NO_TIMINGS, done, total }
  }
  return length
}

/** The marks of a sentence with their times, in seconds from its start. `timings`: one for each word. */
function marksOf(
  words: readonly Word[],
  timings: readonly Timing[],
  atStart: readonly string[] = [],
): readonly Timing[] {
  const markAt = (text: string, seconds: number): Timing => ({ text, start: seconds, end: seconds })
  return [
    ...atStart.map((name) => markAt(name, 0)),
    ...words.flatMap(({ manner }, index) => {
      const { start, end } = timings[index] ?? { start: 0, end: 0 }
      const { marksBefore = [], marksAfter = [] } = manner ?? {}
      return [
        ...marksBefore.map((name) => markAt(name, start)),
        ...marksAfter.map(({ name, delaySeconds }) => markAt(name, end + delaySeconds)),
      ]
    }),
  ]
}

/** An utterance with its silence, ready to be rendered. */
interface Planned {
  readonly utterance: Utterance
  readonly silence: Silence
  /** As the voice says it, where it was asked already. */
  readonly rendering?: Rendering | undefined
}

async function planOf(
  text: AnnotatedSentence,
  isLast: boolean,
  {
    speed,
    language,
    voice,
    phonemizerFor,
    predictProsody,
    seed,
    stretch,
    signal,
  }: SynthesisContext,
): Promise<Planned> {
  const { words, ...rest } = await phonemizeSentence(text, phonemizerFor)
  const voiceHz = pitchOf(voice.session)
  const endsText = isLast && (stretch?.isLast ?? true)
  const read = { words: withPitchInHz(voice.accent(words), voiceHz), ...rest }
  const predicted = await predictedFor(read, language, voice, predictProsody)
  const written = predicted ? read : withRests(read)
  const planFor = (said: Sentence): ProsodyPlan =>
    planProsody(said, voice.style, speed, endsText, predicted)
  const firstPlan = planFor(written)
  const utteranceOf = (sentence: Sentence, plan: ProsodyPlan): Utterance => {
    return { sentence, plan, text: text.text, language }
  }
  const sentence = hasDurations(written)
    ? withDurations(
        written,
        firstPlan,
        await ownTimes(voice.session, utteranceOf(written, firstPlan), signal),
      )
    : written
  const planned = withMelodyOf(
    sentence,
    sentence === written ? firstPlan : planFor(sentence),
    voiceHz,
  )
  const plan = seed === undefined ? planned : varied(planned, sentence, seed)
  const after = Math.max(plan.pauseSeconds, text.pauseAfterSeconds)
  return {
    utterance: utteranceOf(sentence, plan),
    silence: { before: text.pauseBeforeSeconds, after },
  }
}

/** When the words of an utterance are heard, where the engine times its phones itself. */
async function ownTimes(
  session: Session,
  utterance: Utterance,
  signal: AbortSignal,
): Promise<readonly Timing[] | undefined> {
  if (utterance.plan.durations) return undefined
  const { timings } = await session.render(utterance, signal)
  return timings.words
}

/** Mean pitch of a voice in Hz; of one whose engine does not tell it, that of most people of its gender. */
function pitchOf({ pitchHz, info }: Session): number {
  return pitchHz ?? (info.gender === 'male' ? 115 : 200)
}

/** Undefined where the voice's engine makes timing and melody itself, or nothing was learned for the language. */
async function predictedFor(
  sentence: Sentence,
  language: LanguageCode,
  { style, mannerOf }: OpenVoice,
  predict: PredictProsody | undefined,
): Promise<PredictedProsody | undefined> {
  const { ownMelody, ownTiming } = style
  const isOwn = sentence.words.every((word) =>
    [ownMelody, ownTiming].every((own) => own.has(word.language)),
  )
  if (isOwn || !predict) return undefined
  return predict(
    withoutFallingQuestion(sentence),
    mannerOf(mainLanguage(sentence.words) ?? language),
  )
}

/** The language of most words; undefined where there is no word. */
function mainLanguage(words: readonly Word[]): LanguageCode | undefined {
  const counts = new Map<LanguageCode, number>()
  for (const { language } of words) counts.set(language, (counts.get(language) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}
