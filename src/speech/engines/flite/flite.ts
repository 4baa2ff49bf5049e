/**
 * The base synthesizer: flite 2.3 (Black & Lenzo 2001, "Flite: a small fast run-time synthesis engine") with its
 * statistical parametric voices (Black 2006, "CLUSTERGEN").
 */
import { type FliteOutput, openFliteCommand, type RunFlite, SOUND_FILE } from './flite-command.ts'

/** Recorded speakers of the module that are used here: a woman and two men. */
export type FliteVoice = 'slt' | 'rms' | 'awb'

/** One segment of flite's output; `end` in seconds from the start of its sound. */
export interface FliteSegment {
  readonly phone: string
  readonly end: number
}

export interface FliteSpeech {
  /** Mono, -1 to 1, at `FLITE_RATE`. */
  readonly samples: Float32Array
  readonly segments: readonly FliteSegment[]
}

export interface FliteRequest {
  readonly voice: FliteVoice
  /** Letters, spaces and commas, with at most one closing punctuation mark. */
  readonly text: string
  /** Pronunciations that override flite's own lexicon: word → phones, vowels with a stress digit. */
  readonly pronunciations: ReadonlyMap<string, readonly string[]>
  /** Factor on the fundamental frequency, applied inside the vocoder. */
  readonly f0Shift: number
  /** Factor on every duration, applied before the vocoder: the pitch stays. */
  readonly durationStretch: number
}

export interface Flite {
  /** Synthesizes one utterance. Throws an Error when flite returns no sound. */
  speak(request: FliteRequest): FliteSpeech
  /** Segments of one utterance without its sound, in a tenth of the time: the same that `speak` returns. */
  predictSegments(request: FliteRequest): readonly FliteSegment[]
  /** Phones by flite's lexicon and letter-to-sound rules, one list per word, in one run. */
  lettersToSound(words: readonly string[]): readonly (readonly string[])[]
}

/** Sample rate of flite's voices in Hz. */
export const FLITE_RATE = 16_000
const WAV_HEADER_BYTES = 44
const ADDENDA = 'addenda.txt'

/** Loads flite into memory, which takes a quarter of a second. */
export async function openFlite(): Promise<Flite> {
  const run = await openFliteCommand()
  return {
    speak: (request) => speak(run, request),
    predictSegments: (request) => segmentsOf(runRequest(run, request, true).text),
    lettersToSound: (words) => lettersToSound(run, words),
  }
}

let sharedInstance: Promise<Flite> | undefined

/** The instance of this process, loaded once. After a failure the next caller loads it again. */
export function sharedFlite(): Promise<Flite> {
  sharedInstance ??= openFlite().catch((error: unknown) => {
    sharedInstance = undefined
    throw error
  })
  return sharedInstance
}

function speak(run: RunFlite, request: FliteRequest): FliteSpeech {
  const { sound, text } = runRequest(run, request, false)
  if (!sound || sound.length <= WAV_HEADER_BYTES)
    throw new Error(`flite made no sound of "${request.text}"`)
  return { samples: samplesOf(sound), segments: segmentsOf(text) }
}

function runRequest(run: RunFlite, request: FliteRequest, durationsOnly: boolean): FliteOutput {
  const { voice, text, pronunciations, f0Shift, durationStretch } = request
  const args = [
    ...['-voice', voice, '-add_lex', ADDENDA, '-psdur'],
    ...['--setf', `f0_shift=${f0Shift}`, '--setf', `duration_stretch=${durationStretch}`],
    ...['-t', text, '-o', SOUND_FILE],
  ]
  return run(args, new Map([[ADDENDA, addendaOf(pronunciations)]]), durationsOnly)
}

function addendaOf(pronunciations: FliteRequest['pronunciations']): string {
  let lines = ''
  for (const [word, phones] of pronunciations) lines += `${word} 0 : ${phones.join(' ')}\n`
  return lines
}

function samplesOf(wav: Uint8Array): Float32Array {
  const view = new DataView(wav.buffer, wav.byteOffset + WAV_HEADER_BYTES)
  const length = Math.floor((wav.length - WAV_HEADER_BYTES) / 2)
  const samples = new Float32Array(length)
  for (let i = 0; i < length; i++) samples[i] = view.getInt16(i * 2, true) / 32_768
  return samples
}

function segmentsOf(output: string): FliteSegment[] {
  const items = output.trim().split(/\s+/)
  return items
    .filter((item) => item.includes(':'))
    .map((item) => {
      const colon = item.lastIndexOf(':')
      return { phone: item.slice(0, colon), end: Number(item.slice(colon + 1)) }
    })
}

/** A comma after every word puts a pause between them. A word that flite reads with a pause inside is run alone. */
function lettersToSound(run: RunFlite, words: readonly string[]): string[][] {
  if (words.length === 0) return []
  const groups = phoneGroups(run, words)
  if (groups.length === words.length) return groups
  return words.map((word) => phoneGroups(run, [word]).flat())
}

function phoneGroups(run: RunFlite, words: readonly string[]): string[][] {
  // The diphone voice is the quickest to start, and at 16 kHz it keeps every vowel ("kal" turns ah into aa).
  const args = ['-voice', 'kal16', '-ps', '-t', `${words.join(', ')}.`, '-o', SOUND_FILE]
  return run(args, new Map())
    .text.split(/\bpau\b/)
    .map((group) => group.trim().split(/\s+/))
    .filter((group) => group[0] !== '')
}
