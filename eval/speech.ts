import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SAMPLE_RATE, type Timings } from '#shared/audio.ts'
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
}

const never = new AbortController().signal

/** Griot's synthesis in this process, without a person's dictionary. `engine`: id of the only one that speaks. */
export async function openSynthesis(engine?: string) {
  const speaker = await openSpeaker(RESOURCES, engine)
  return {
    clone: speaker.clone,
    clean: speaker.clean,
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
    return { samples, rate: FLITE_RATE, timings: { words: [], phones: [], syllables: [] } }
  }
}

/** Writes speech as a wav of 16 bit. */
export function writeSpeech(path: string, { samples, rate }: Spoken): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, wavOf(samples, rate))
}
