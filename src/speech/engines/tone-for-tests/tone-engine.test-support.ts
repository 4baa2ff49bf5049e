import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Timing } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { openNoise } from '#speech/dsp/noise.ts'
import type { Engine, EngineDefinition, Rendering, Session } from '#speech/engines/engine.ts'
import type { Utterance } from '#speech/utterance.ts'

/** A second engine, as somebody would add it: nothing outside this folder knows of it. */
export interface ToneOptions {
  readonly id: string
  /** In Hz. */
  readonly sampleRate: number
  /** Whether it can tell how long a sentence will be before it sounds. */
  readonly tellsLength: boolean
  /** Whether every rendering has another noise, as samplers have. */
  readonly isNoisy?: boolean
}

const BLOCK_SECONDS = 0.3
/** Of a phone, where the plan leaves its length to the engine. */
const OWN_SECONDS = 0.08

/** Speaks every phone as a tone whose pitch its IPA decides: the same utterance always sounds the same. */
export function toneEngine({
  id,
  sampleRate,
  tellsLength,
  isNoisy = false,
}: ToneOptions): EngineDefinition {
  const info: VoiceInfo = {
    ...{ id: `voice-of-${id}`, name: `Voice of ${id}`, gender: 'female', language: 'en' },
    ...{ character: 'A tone.', sample: 'Good morning.' },
  }
  let renderings = 0
  const session: Session = {
    ...{ info, sampleRate, dialects: [], rate: 1, rangeSemitones: 6 },
    render: async (utterance, signal) => {
      const rendering = render(utterance, sampleRate, tellsLength, signal)
      return isNoisy
        ? { ...rendering, blocks: withNoise(rendering.blocks, ++renderings) }
        : rendering
    },
    ...(tellsLength && {
      lengthOf: async (utterance: Utterance) => lengthOf(segmentsOf(utterance), sampleRate),
    }),
  }
  const engine: Engine = {
    async open(voice, signal) {
      await nextTurn()
      signal.throwIfAborted()
      if (voice.kind === 'system' && voice.id === info.id) return session
      throw new AppError('voice/not-found', `${id} has no such voice.`)
    },
    close: async () => undefined,
  }
  return {
    id,
    label: `Tones of ${id}`,
    capabilities: {
      input: 'phones',
      languages: 'all',
      controls: new Set(['rate', 'durations', 'pauses']),
      ownProsody: new Set(),
      timings: 'exact',
      deterministic: !isNoisy,
      streams: true,
      parallel: 2,
      leavesMachine: false,
    },
    voices: () => [{ ...info, engine: id, dialects: [] }],
    create: () => engine,
  }
}

/** A phone and how long it sounds, or a pause, in seconds. */
interface Segment {
  readonly ipa: string | undefined
  readonly word: number
  readonly seconds: number
}

function segmentsOf({ sentence, plan }: Utterance): readonly Segment[] {
  let phone = 0
  return sentence.words.flatMap(({ syllables }, word) => {
    const stretch = plan.stretches[word] ?? 1
    const said = syllables
      .flatMap(({ phones }) => phones)
      .map(({ ipa }) => ({
        ...{ ipa, word },
        seconds: plan.durations?.[phone++] ?? OWN_SECONDS * stretch,
      }))
    const isLast = word === sentence.words.length - 1
    return [...said, { ipa: undefined, word, seconds: isLast ? 0 : (plan.pauses[word] ?? 0) }]
  })
}

function lengthOf(segments: readonly Segment[], rate: number): number {
  return Math.max(1, Math.round(segments.reduce((sum, { seconds }) => sum + seconds, 0) * rate))
}

function render(
  utterance: Utterance,
  rate: number,
  tellsLength: boolean,
  signal: AbortSignal,
): Rendering {
  signal.throwIfAborted()
  const segments = segmentsOf(utterance)
  const length = lengthOf(segments, rate)
  const phones: Timing[] = []
  const words: Timing[] = []
  let now = 0
  for (const { ipa, word, seconds } of segments) {
    const end = now + seconds
    if (ipa !== undefined) {
      phones.push({ text: ipa, start: now, end })
      const text = utterance.sentence.words[word]?.text ?? ''
      const begun = words[word]
      words[word] = { text, start: begun?.start ?? now, end }
    }
    now = end
  }
  return {
    timings: { words, phones, syllables: [] },
    ...(tellsLength && { length }),
    blocks: blocks(phones, length, rate, signal),
  }
}

async function* blocks(
  phones: readonly Timing[],
  length: number,
  rate: number,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  const size = Math.round(BLOCK_SECONDS * rate)
  for (let start = 0; start < length; start += size) {
    await nextTurn()
    signal.throwIfAborted()
    const block = new Float32Array(Math.min(size, length - start))
    for (let n = 0; n < block.length; n++) {
      const seconds = (start + n) / rate
      const phone = phones.find((one) => seconds >= one.start && seconds < one.end)
      if (phone) block[n] = 0.3 * Math.sin(2 * Math.PI * hzOf(phone.text) * seconds)
    }
    yield block
  }
}

async function* withNoise(
  blocks: AsyncIterable<Float32Array>,
  seed: number,
): AsyncGenerator<Float32Array> {
  const noise = openNoise(seed)
  for await (const block of blocks) yield block.map((sample) => sample + 0.01 * noise())
}

function hzOf(ipa: string): number {
  return 200 + ((ipa.codePointAt(0) ?? 0) % 400)
}
