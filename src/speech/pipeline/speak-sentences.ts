import { setImmediate as nextTurn } from 'node:timers/promises'
import { SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import type { LanguageCode } from '#shared/voices.ts'
import type { Rendered, SpeechPlan, Voice } from '#speech/engines/flite/voice.ts'
import { standardNigerianAccent } from '#speech/languages/en/phonemes/standard-nigerian-accent.ts'
import type { Phonemizer } from '#speech/phonemes/phonemizer.ts'
import { planProsody } from '#speech/prosody/plan.ts'
import type { AnnotatedSentence } from '#speech/text/assemble.ts'
import type { Sentence } from '#speech/utterance.ts'
import type { Resume } from '#speech/worker/speaker.ts'
import { phonemizeSentence } from './phonemize-sentence.ts'
import {
  chunksOf,
  lengthOf,
  lengthOfSilence,
  NO_TIMINGS,
  type SentenceChunk,
  shifted,
  type Utterance,
} from './sentence-chunks.ts'

/** How the sentences of one text are spoken. */
export interface Manner {
  readonly speed: number
  readonly voice: Voice
  readonly phonemizerFor: (language: LanguageCode) => Phonemizer
  readonly signal: AbortSignal
}

/**
 * Sentences in, sound out: in order, each as soon as it is ready. `lengthFirst`: all are laid out before the first
 * sound, so that every chunk says how many samples follow it; until then chunks without sound say that work goes on.
 */
export async function* speakSentences(
  sentences: readonly AnnotatedSentence[],
  manner: Manner,
  lengthFirst: boolean,
  resume: Resume = { sentences: 0, chunks: 0, samples: 0 },
): AsyncGenerator<SpokenChunk> {
  const rest = sentences.slice(resume.sentences)
  const total = sentences.length
  const ahead: Planned[] = []
  let left = lengthFirst ? yield* layOutAll(rest, manner, total, ahead) : undefined
  for await (const { sentence, chunk, start, lengthOfLast } of sound(rest, manner, ahead)) {
    const { number, samples, timings, isEnd } = chunk
    left ??= number === 0 ? lengthOfLast : undefined
    if (left !== undefined) left -= samples.length
    if (sentence === 0 && number < resume.chunks) continue
    const done = resume.sentences + sentence + (isEnd ? 1 : 0)
    const heard = shifted(timings, (resume.samples + start) / SAMPLE_RATE)
    yield { samples, timings: heard, done, total, samplesToCome: left }
  }
}

interface Sound {
  /** Its place among the sentences, from 0. */
  readonly sentence: number
  readonly chunk: SentenceChunk
  /** Where the sentence begins, in samples. */
  readonly start: number
  /** Samples of the sentence, if it is the last one. */
  readonly lengthOfLast: number | undefined
}

async function* sound(
  sentences: readonly AnnotatedSentence[],
  manner: Manner,
  ahead: Planned[],
): AsyncGenerator<Sound> {
  let start = 0
  for (const [sentence, text] of sentences.entries()) {
    manner.signal.throwIfAborted()
    const isLast = sentence === sentences.length - 1
    const {
      sentence: said,
      plan,
      silence,
      rendered,
    } = ahead.shift() ?? (await planOf(text, isLast, manner))
    const utterance = { rendered: rendered ?? manner.voice.render(said, plan), silence }
    const length = lengthOf(utterance)
    for (const chunk of chunksOf(utterance)) {
      manner.signal.throwIfAborted()
      yield { sentence, chunk, start, lengthOfLast: isLast ? length : undefined }
    }
    start += length
    // A sentence is a tenth of a second of work: let cancels in between two of them.
    await nextTurn()
  }
}

/** Samples of all `sentences`; what is planned of each is left in `ahead`, in order, the first of them ready to sound. */
async function* layOutAll(
  sentences: readonly AnnotatedSentence[],
  manner: Manner,
  total: number,
  ahead: Planned[],
): AsyncGenerator<SpokenChunk, number> {
  let length = 0
  for (const [index, text] of sentences.entries()) {
    manner.signal.throwIfAborted()
    const planned = await planOf(text, index === sentences.length - 1, manner)
    const { sentence, plan, silence } = planned
    const rendered = index === 0 ? manner.voice.render(sentence, plan) : undefined
    length += rendered?.length ?? manner.voice.lengthOf(sentence, plan)
    length += lengthOfSilence(silence)
    ahead.push({ ...planned, rendered })
    const done = total - sentences.length
    yield { samples: new Float32Array(), timings: NO_TIMINGS, done, total }
  }
  return length
}

/** What is to be said, and how. */
interface Planned {
  readonly sentence: Sentence
  readonly plan: SpeechPlan
  readonly silence: Utterance['silence']
  /** As the voice says it, where it was asked already. */
  readonly rendered?: Rendered | undefined
}

async function planOf(
  text: AnnotatedSentence,
  isLast: boolean,
  { speed, voice, phonemizerFor }: Manner,
): Promise<Planned> {
  const sentence = accented(await phonemizeSentence(text, phonemizerFor), voice)
  const plan = planProsody(sentence, voice, speed, isLast)
  const after = Math.max(plan.pauseSeconds, text.pauseAfterSeconds)
  return { sentence, plan, silence: { before: text.pauseBeforeSeconds, after } }
}

/** English as the voice speaks it. */
function accented(sentence: Sentence, { hasNigerianAccent }: Voice): Sentence {
  return hasNigerianAccent
    ? { ...sentence, words: standardNigerianAccent(sentence.words) }
    : sentence
}
