import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import { systemVoice } from '#speech/engines/registry.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { twelveWords } from './texts.ts'

/** One sentence as a real engine spoke it, with the processor time of every chunk. */
export interface Recording {
  readonly chunks: readonly {
    readonly samples: Float32Array
    readonly timings: SpokenChunk['timings']
    readonly milliseconds: number
  }[]
}

const RUNS = 8
const RESOURCES = join(import.meta.dirname, '../resources')

/**
 * Lets the real engine of `voice` speak a sentence several times in this process (left out: several of twelve words); keeps the quickest run.
 * Processor time, not the clock, so that other work on this machine does not count.
 */
export async function record(voice: string, sentence?: string): Promise<Recording> {
  const speaker = await openSpeaker(RESOURCES, systemVoice(voice)?.engine)
  let best: Recording | undefined
  for (let run = 0; run < RUNS; run++) {
    const chunks: Recording['chunks'][number][] = []
    let before = process.cpuUsage()
    const order = { text: sentence ?? twelveWords(run), voice, speed: 1 }
    for await (const { samples, timings } of speaker.speak(order, new AbortController().signal)) {
      const { user, system } = process.cpuUsage(before)
      chunks.push({ samples, timings, milliseconds: (user + system) / 1_000 })
      before = process.cpuUsage()
    }
    const recording = { chunks }
    if (!best || timeOf(recording) < timeOf(best)) best = recording
  }
  if (!best) throw new Error(`${voice} said nothing.`)
  return best
}

/** Milliseconds of work for the whole sentence. */
export function timeOf({ chunks }: Recording): number {
  return chunks.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
}

/** Length of the sentence in samples. */
export function lengthOf({ chunks }: Recording): number {
  return chunks.reduce((sum, { samples }) => sum + samples.length, 0)
}

export function realTimeFactor(recording: Recording): number {
  return timeOf(recording) / 1_000 / (lengthOf(recording) / SAMPLE_RATE)
}

/** The same sound at another real-time factor. */
export function atFactor(recording: Recording, factor: number): Recording {
  const times = factor / realTimeFactor(recording)
  return {
    chunks: recording.chunks.map((chunk) => ({
      ...chunk,
      milliseconds: chunk.milliseconds * times,
    })),
  }
}

export function writeRecording(path: string, recording: Recording): void {
  writeFileSync(path, serialize(recording))
}

export function readRecording(path: string): Recording {
  return deserialize(readFileSync(path)) as Recording
}
