import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SAMPLE_RATE, type Timings } from '#shared/audio.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { joined } from '#speech/dsp/join.ts'
import { FLITE_RATE, type FliteVoice, openFlite } from '#speech/engines/flite/flite.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import type { SpeakOrder } from '#speech/speaker.ts'
import { wavOf } from './wav.ts'

/** The folder of the lexicons. */
const RESOURCES = join(import.meta.dirname, '../resources')

/** Speech of one text. */
export interface Spoken {
  readonly samples: Float32Array
  readonly rate: number
  readonly timings: Timings
  /** The numbers of words after which a piece ends that the engine speaks at a time. */
  readonly pieceEnds: readonly number[]
}

const never = new AbortController().signal

/** Griot's synthesis in this process, without a person's dictionary. `engine`: id of the only one that speaks. */
export async function openSynthesis(engine?: string) {
  const speaker = await openSpeaker(RESOURCES, engine)
  return {
    clone: speaker.clone,
    clean: speaker.clean,
    /** The words of a text as they are spoken, with its marks. */
    normalise: (order: { readonly text: string; readonly language: LanguageCode }) =>
      speaker.normalise(order, never),
    async speak(order: Omit<SpeakOrder, 'speed'>): Promise<Spoken> {
      const chunks = await Array.fromAsync(speaker.speak({ speed: 1, ...order }, never))
      return {
        samples: joined(chunks.map(({ samples }) => samples)),
        rate: SAMPLE_RATE,
        timings: {
          words: chunks.flatMap(({ timings }) => timings.words),
          phones: chunks.flatMap(({ timings }) => timings.phones),
          syllables: chunks.flatMap(({ timings }) => timings.syllables),
        },
        pieceEnds: runningSums(chunks.map(({ timings }) => timings.words.length)),
      }
    },
  }
}

/** The bases of the voices as flite itself speaks English with them. */
export async function openBases() {
  const flite = await openFlite()
  return (voice: FliteVoice, text: string): Spoken => {
    const order = { voice, text, pronunciations: new Map(), f0Shift: 1, durationStretch: 1 }
    const { samples } = flite.speak(order)
    const timings = { words: [], phones: [], syllables: [] }
    return { samples, rate: FLITE_RATE, timings, pieceEnds: [] }
  }
}

/** All timings of a piece come with its first chunk, so that others add nothing. */
function runningSums(counts: readonly number[]): readonly number[] {
  let sum = 0
  return counts.map((count) => (sum += count))
}

/** Writes speech as a wav of 16 bit. */
export function writeSpeech(
  path: string,
  { samples, rate }: Pick<Spoken, 'samples' | 'rate' | 'timings'>,
): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, wavOf(samples, rate))
}
