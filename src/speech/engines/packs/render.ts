import { joined } from '#speech/dsp/join.ts'
import { fadeEdges, limit } from '#speech/dsp/level.ts'
import type { Rendering } from '#speech/engines/engine.ts'
import type { SpeechModelFacts, SynthesisedSpeech } from '#speech/models/speech-model.ts'
import type { Utterance, Word } from '#speech/utterance.ts'
import { changeProsody, isChanged, type ProsodyChange } from './change-prosody.ts'
import { timesByBounds, timesByLengths, timingsOf, type WordTimes } from './piece-times.ts'
import { type Piece, piecesOf } from './pieces.ts'
import { speechSpan } from './speech-span.ts'
import type { VoiceLevel } from './voice-level.ts'
import type { ReadWord } from './word-symbols.ts'

/** A voice of a pack that is open. */
export interface OpenPackVoice {
  readonly facts: SpeechModelFacts
  readonly gender: 'female' | 'male'
  readonly read: ReadWord
  readonly level: VoiceLevel
  /** Makes a piece sound. */
  synthesise(
    symbols: readonly string[],
    speed: number,
    signal: AbortSignal,
  ): Promise<SynthesisedSpeech>
}

/** Length of the first block, short so that it is heard early, and of the following ones, in seconds. */
const FIRST_BLOCK = 0.4
const BLOCK = 1.6
const FADE_SECONDS = 0.005
/** Stands for a sentence of which the model can say nothing, in seconds. */
const NOTHING = 0.05
/** Stretch of the end of a question over which its rise is added, where the model reads no question mark, in seconds. */
const RISE_SECONDS = 0.35

/**
 * Makes an utterance sound: piece by piece, the silence between the pieces as planned. What the plan asks and the model does
 * not do itself (the pace, and words that are slower or higher than others) is done to its sound.
 */
export async function renderUtterance(
  voice: OpenPackVoice,
  utterance: Utterance,
  signal: AbortSignal,
): Promise<Rendering> {
  const { facts } = voice
  const { sentence, plan } = utterance
  const pieces = piecesOf(sentence, voice.read, facts)
  const sounds: Float32Array[] = []
  const times: WordTimes[] = []
  let now = 0
  for (const [index, piece] of pieces.entries()) {
    signal.throwIfAborted()
    const isLast = index === pieces.length - 1
    const said = await sayPiece(voice, utterance, piece, isLast, signal)
    times.push(...said.times.map((time) => later(time, now / facts.sampleRate)))
    sounds.push(said.samples)
    const pause = isLast ? 0 : (plan.pauses[piece.end - 1] ?? 0)
    const silence = new Float32Array(Math.round(pause * facts.sampleRate))
    sounds.push(silence)
    now += said.samples.length + silence.length
  }
  const samples = now > 0 ? joined(sounds) : new Float32Array(NOTHING * facts.sampleRate)
  limit(samples, voice.level.gainFor(samples))
  return {
    timings: timingsOf(sentence.words, times),
    length: samples.length,
    blocks: blocksOf(samples, facts.sampleRate, signal),
  }
}

interface Said {
  /** Without silence around them. */
  readonly samples: Float32Array
  /** In seconds from the start of the samples. */
  readonly times: readonly WordTimes[]
}

async function sayPiece(
  voice: OpenPackVoice,
  { sentence, plan }: Utterance,
  piece: Piece,
  isLast: boolean,
  signal: AbortSignal,
): Promise<Said> {
  const { facts, gender } = voice
  const rate = facts.sampleRate
  const words = sentence.words.slice(piece.first, piece.end)
  if (piece.symbols.length === 0) return { samples: new Float32Array(), times: silent(words) }
  const stretches = words.map((_, index) => plan.stretches[piece.first + index] ?? 1)
  const speed = facts.takesSpeed ? 1 / middleOf(plan.stretches) : 1
  const symbols = piece.symbols.map(({ symbol }) => symbol)
  const speech = await voice.synthesise(symbols, speed, signal)
  const span = speechSpan(speech.samples, rate)
  const samples = speech.samples.slice(span.start, span.end)
  const seconds = samples.length / rate
  const { bounds } = speech
  const inside = (sample: number): number =>
    Math.min(seconds, Math.max(0, (sample - span.start) / rate))
  const times = bounds
    ? timesByBounds(piece, words, Array.from(bounds, inside))
    : timesByLengths(words, { start: 0, end: seconds })
  const lift = isLast && !facts.symbols.includes('?') ? plan.finalLiftSemitones : 0
  const changes = changesOf(words, times, seconds, { stretches, speed, lift })
  fadeEdges(samples, 0, samples.length, Math.round(FADE_SECONDS * rate))
  if (!isChanged(changes)) return { samples, times }
  return {
    samples: changeProsody(samples, rate, gender, changes),
    times: times.map((time) => warped(time, changes)),
  }
}

/**
 * What is done to the sound of each word, from its start to that of the next one, and to the end of a question. `stretches`:
 * of the plan; `speed`: what the model has done of them.
 */
function changesOf(
  words: readonly Word[],
  times: readonly WordTimes[],
  seconds: number,
  asked: { readonly stretches: readonly number[]; readonly speed: number; readonly lift: number },
): readonly ProsodyChange[] {
  const riseFrom = asked.lift === 0 ? seconds : Math.max(0, seconds - RISE_SECONDS)
  const liftAt = (second: number): number =>
    second <= riseFrom ? 0 : (asked.lift * (second - riseFrom)) / (seconds - riseFrom)
  return words.flatMap(({ pitchSemitones = 0 }, index) => {
    const start = index === 0 ? 0 : (times[index]?.start ?? 0)
    const end = times[index + 1]?.start ?? seconds
    const stretch = (asked.stretches[index] ?? 1) * asked.speed
    return partsOf(start, end, riseFrom).map(
      (part): ProsodyChange => ({
        ...part,
        stretch,
        semitones: [pitchSemitones + liftAt(part.start), pitchSemitones + liftAt(part.end)],
      }),
    )
  })
}

/** A stretch, divided where something begins inside it; none of them is empty. */
function partsOf(
  start: number,
  end: number,
  at: number,
): readonly { readonly start: number; readonly end: number }[] {
  const parts =
    start < at && at < end
      ? [
          { start, end: at },
          { start: at, end },
        ]
      : [{ start, end }]
  return parts.filter((part) => part.end > part.start)
}

/** The same time after the changes. */
function warped({ start, end, phones }: WordTimes, changes: readonly ProsodyChange[]): WordTimes {
  const moved = (second: number): number =>
    changes.reduce(
      (sum, { start: from, end: to, stretch }) =>
        sum + stretch * Math.max(0, Math.min(second, to) - from),
      0,
    )
  const span = (time: { readonly start: number; readonly end: number }) => ({
    start: moved(time.start),
    end: moved(time.end),
  })
  return { ...span({ start, end }), phones: phones.map(span) }
}

function later({ start, end, phones }: WordTimes, seconds: number): WordTimes {
  return {
    start: start + seconds,
    end: end + seconds,
    phones: phones.map((phone) => ({ start: phone.start + seconds, end: phone.end + seconds })),
  }
}

function silent(words: readonly Word[]): readonly WordTimes[] {
  return words.map(({ syllables }) => ({
    ...{ start: 0, end: 0 },
    phones: syllables.flatMap(({ phones }) => phones.map(() => ({ start: 0, end: 0 }))),
  }))
}

/** The pace of most words. */
function middleOf(stretches: readonly number[]): number {
  const sorted = stretches.toSorted((one, other) => one - other)
  return sorted[sorted.length >> 1] ?? 1
}

async function* blocksOf(
  samples: Float32Array,
  rate: number,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  let at = 0
  for (let size = FIRST_BLOCK; at < samples.length; size = BLOCK) {
    signal.throwIfAborted()
    const end = Math.min(samples.length, at + Math.round(size * rate))
    yield samples.subarray(at, end)
    at = end
  }
}
