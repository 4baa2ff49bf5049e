import { SAMPLE_RATE, type SyllableTiming, type Timing, type Timings } from '#shared/audio.ts'
import { cacheFilters, openEnvelopeFilter } from '#speech/cloning/envelope-filter.ts'
import { IPA_SEGMENTS } from '#speech/cloning/ipa-segments.ts'
import { joined } from '#speech/dsp/join.ts'
import { fadeEdges, fromDecibels, limit } from '#speech/dsp/level.ts'
import { limitSlope, openPitchCurve } from '#speech/dsp/pitch-curve.ts'
import type { Rendering } from '#speech/engines/engine.ts'
import type { ModelPhone } from '#speech/models/phone-features.ts'
import type { ProsodyPlan, Sentence } from '#speech/utterance.ts'
import { type AcousticModel, type PhoneFrames, phoneBounds } from './acoustic-model.ts'
import { type BandExtensionModel, createBandExtension } from './band-extension.ts'
import { type FrameOwner, KEPT_END, ownersOf, quieten, silencePauses } from './noise-floor.ts'
import { CEPSTRA, createSpectralTransform } from './spectral-transform.ts'
import {
  type Fargan,
  FEATURES,
  FRAME,
  LONGEST_PERIOD,
  PITCH_AT,
  pitchFeature,
  SHORTEST_PERIOD,
  VOCODER_RATE,
  VOICING_AT,
} from './vocoder/fargan.ts'
import type { NeuralVoice } from './voices.ts'

/** Silence that the model makes before the first phone and after the last, in frames. */
const LEAD = 4
const TRAIL = 9
/** The same after a piece that another one follows where nothing is written, so short that no pause is heard there. */
const TRAIL_AT_JOINT = 2
/** Samples at the vocoder's rate by which its sound comes late. */
const LATE = 240
/** Frames of the first block, short so that it is heard before the rest is made, and of the following ones. */
const FIRST_BLOCK = 40
const BLOCK = 160
const FADE_SECONDS = 0.01

/** A voice that renders sentences by their plans. */
export interface SentenceRenderer {
  render(sentence: Sentence, plan: ProsodyPlan, signal: AbortSignal): Rendering
  /** The `length` that `render` tells. */
  lengthOf(sentence: Sentence, plan: ProsodyPlan): number
}

/** What turns phones into sound: loaded once, used by all voices. */
export interface SynthesisParts {
  readonly model: AcousticModel
  readonly vocoder: Fargan
  readonly bandExtension: BandExtensionModel
}

/** Samples of a frame of 10 ms at `SAMPLE_RATE`. */
const FRAME_SAMPLES = SAMPLE_RATE / 100

export function createSentenceRenderer(
  voice: NeuralVoice,
  parts: SynthesisParts,
): SentenceRenderer {
  const { model } = parts
  const embedding = model.embeddingOf(voice.mixture)
  const filters = voice.spectralEnvelope && cacheFilters(voice.spectralEnvelope)
  return {
    lengthOf(sentence, plan) {
      return layOut(sentence, plan, model).length
    },
    render(sentence, plan, signal) {
      const { phones, bounds, length, timings } = layOut(sentence, plan, model)
      const octaves = pitchOf(plan, timings, length / FRAME_SAMPLES)
      const owners = ownersOf(phones, bounds, octaves.length)
      const frames = { phones: model.encoder.tensorOf(phones), bounds, octaves, owners }
      const filter = filters && openEnvelopeFilter(filters, IPA_SEGMENTS.segmentsOf(timings.phones))
      const blocks = sound(frames, { ...voice, embedding, filter }, parts, signal)
      return { timings, length, blocks }
    },
  }
}

interface Layout {
  readonly phones: readonly ModelPhone[]
  readonly bounds: Float64Array
  /** Of the sound, in samples. */
  readonly length: number
  readonly timings: Timings
}

function layOut(sentence: Sentence, plan: ProsodyPlan, { encoder }: AcousticModel): Layout {
  const phones = encoder.encode(sentence, plan.pauses)
  const trail = sentence.end === 'joint' ? TRAIL_AT_JOINT : TRAIL
  const bounds = phoneBounds(phones, sentence, plan, LEAD, trail)
  const frames = Math.ceil(bounds.at(-1) ?? 0)
  return {
    phones,
    bounds,
    length: frames * FRAME_SAMPLES,
    timings: timingsOf(sentence, phones, bounds),
  }
}

function timingsOf(
  sentence: Sentence,
  modelPhones: readonly ModelPhone[],
  bounds: Float64Array,
): Timings {
  const spans = modelPhones.flatMap(({ syllable, ipa }, at) =>
    syllable === undefined
      ? []
      : [{ text: ipa, start: bounds[at]! / 100, end: bounds[at + 1]! / 100 }],
  )
  const words: Timing[] = []
  const syllables: SyllableTiming[] = []
  let at = 0
  let now = LEAD / 100
  for (const word of sentence.words) {
    const first = at
    for (const { phones, tone } of word.syllables) {
      const start = spans[at]?.start ?? now
      at += phones.length
      now = spans[at - 1]?.end ?? start
      const timing = { text: phones.map(({ ipa }) => ipa).join(''), start, end: now }
      syllables.push(tone ? { ...timing, tone } : timing)
    }
    words.push({ text: word.text, start: spans[first]?.start ?? now, end: now })
  }
  return { words, phones: spans, syllables }
}

/** Pitch of every frame in octaves above the voice's own, through the targets of the plan. */
function pitchOf(
  { targets = [] }: ProsodyPlan,
  { syllables }: Timings,
  frames: number,
): Float32Array {
  const points = targets.map(({ syllable, part, semitones }) => {
    const { start, end } = syllables[syllable] ?? { start: 0, end: 0 }
    return { seconds: start + part * (end - start), semitones }
  })
  const curve = openPitchCurve(limitSlope(points))
  return Float32Array.from({ length: frames }, (_, frame) => curve((frame + 0.5) / 100) / 12)
}

/** A sentence in frames. */
interface SentenceFrames extends PhoneFrames {
  readonly owners: readonly FrameOwner[]
}

/** A voice in one sentence. */
interface SoundingVoice extends NeuralVoice {
  readonly embedding: Float32Array
  /** Its spectral envelope on blocks of the sentence in order, in place. */
  readonly filter: ((block: Float32Array, startSample: number) => void) | undefined
}

async function* sound(
  frames: SentenceFrames,
  voice: SoundingVoice,
  { model, vocoder, bandExtension }: SynthesisParts,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  const transform = createSpectralTransform(voice.change)
  const widen = createBandExtension(bandExtension)
  const count = frames.octaves.length
  const total = count * FRAME_SAMPLES
  const gain = fromDecibels(voice.gainDecibels)
  let stream: Float32Array | undefined
  let spoken = 0
  let done = 0
  for (let from = 0; from < count; ) {
    signal.throwIfAborted()
    const to = Math.min(count, from + (from === 0 ? FIRST_BLOCK : BLOCK))
    const cepstra = await model.decode(frames, voice.embedding, from, to)
    signal.throwIfAborted()
    const features = vocoderFeatures(cepstra, frames, voice, from)
    transform(features, FEATURES)
    quieten(features, frames.owners.slice(from, to + KEPT_END))
    const late = stream === undefined ? LATE : 0
    stream ??= vocoder.newStream(features.subarray(0, FEATURES))
    const narrow = vocoder.synthesise(stream, to === count ? withTail(features) : features)
    const heard = narrow.subarray(late, late + count * FRAME - spoken)
    spoken += heard.length
    const wide = widen.push(heard, features)
    const block = to === count ? joined([wide, widen.end()]) : wide
    voice.filter?.(block, done)
    silencePauses(block, done, frames.owners, FRAME_SAMPLES)
    limit(block, gain)
    fadeEdges(block, done, total, Math.round(FADE_SECONDS * SAMPLE_RATE))
    done += block.length
    from = to
    if (block.length > 0) yield block
  }
}

/** Frames of the vocoder: cepstra, pitch, voicing. */
function vocoderFeatures(
  cepstra: Float32Array,
  { octaves }: PhoneFrames,
  { f0Hz }: NeuralVoice,
  from: number,
): Float32Array {
  const rows = CEPSTRA + 1
  const count = cepstra.length / rows
  const features = new Float32Array(count * FEATURES)
  for (let frame = 0; frame < count; frame++) {
    const at = frame * FEATURES
    features.set(cepstra.subarray(frame * rows, frame * rows + CEPSTRA), at)
    const period = VOCODER_RATE / (f0Hz * 2 ** octaves[from + frame]!)
    features[at + PITCH_AT] = pitchFeature(
      Math.max(SHORTEST_PERIOD, Math.min(LONGEST_PERIOD, period)),
    )
    features[at + VOICING_AT] = Math.max(-0.5, Math.min(0.5, cepstra[frame * rows + CEPSTRA]!))
  }
  return features
}

/** The last frame said on, while the vocoder's sound comes late. */
function withTail(features: Float32Array): Float32Array {
  const frames = Math.ceil(LATE / FRAME)
  const longer = new Float32Array(features.length + frames * FEATURES)
  longer.set(features)
  for (let i = 0; i < frames; i++)
    longer.set(features.subarray(-FEATURES), features.length + i * FEATURES)
  return longer
}
