import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { f0Track } from './audio/f0.ts'
import { melCepstra } from './audio/mel-cepstra.ts'
import { readSound } from './audio/read-sound.ts'
import { findData, readRows } from './measure.ts'
import { MODELS } from './onnx.ts'
import {
  adaptToSpeaker,
  type GaussianMixture,
  verificationScore,
} from './scores/speaker-verification.ts'
import { type VoicePrint, voiceDistance, voicePrintOf } from './scores/voice-distance.ts'

/** A recording of somebody, as clips.tsv lists it. */
export interface Recording {
  readonly file: string
  /** Its path. */
  readonly sound: string
  readonly speaker: string
  /** ISO 639-3. */
  readonly language: string
  readonly seconds: number
  readonly transcript: string
}

const ORIGIN =
  'a table of recordings of several speakers, as from LJSpeech, LibriVox and LibriSpeech, with the sounds in clips/ beside it'

/** The rows of a clips.tsv: file, speaker, language, sex, seconds, transcript; the first row has names. Throws MissingData. */
export function readRecordings(given: string): readonly Recording[] {
  const path = findData(given, ORIGIN)
  return readRows(path)
    .slice(1)
    .map(([file = '', speaker = '', language = '', , seconds = '', transcript = '']) => ({
      ...{ file, sound: join(dirname(path), 'clips', file), speaker, language, transcript },
      seconds: Number(seconds),
    }))
}

/** The sounds of a folder. */
export function soundsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => /\.(wav|flac|mp3|ogg|webm)$/.test(file))
    .map((file) => join(folder, file))
}

/** Sounds of one voice, analysed. */
export interface VoiceSample {
  readonly print: VoicePrint
  readonly cepstra: readonly (readonly number[])[]
}

interface Analysed {
  readonly f0: readonly number[]
  readonly cepstra: readonly (readonly number[])[]
}

/** Analyses sounds, each file once. */
export function createVoiceAnalyser(): (sounds: readonly string[]) => Promise<VoiceSample> {
  const known = new Map<string, Analysed>()
  const analyse = async (sound: string): Promise<Analysed> => {
    const samples = await readSound(sound)
    const analysed = { f0: f0Track(samples), cepstra: melCepstra(samples) }
    known.set(sound, analysed)
    return analysed
  }
  return async (sounds) => {
    const parts: Analysed[] = []
    for (const sound of sounds) parts.push(known.get(sound) ?? (await analyse(sound)))
    const cepstra = parts.flatMap((part) => part.cepstra)
    return {
      print: voicePrintOf(
        parts.flatMap(({ f0 }) => f0),
        cepstra,
      ),
      cepstra,
    }
  }
}

/** Speech of a person, and the model by which it is known again. */
export interface KnownSpeaker {
  readonly name: string
  readonly print: VoicePrint
  readonly model: GaussianMixture
}

/** The universal background model: 64 Gaussians over mel-cepstra, of 251 speakers of LibriSpeech. */
export function readBackgroundModel(): GaussianMixture {
  return JSON.parse(readFileSync(join(MODELS, 'ubm.json'), 'utf8'))
}

/** A speaker whose recordings were analysed. */
export function knownSpeaker(
  name: string,
  { print, cepstra }: VoiceSample,
  background: GaussianMixture,
): KnownSpeaker {
  return { name, print, model: adaptToSpeaker(background, cepstra) }
}

/** Where a voice stands among the speakers. */
export interface SpeakerPlacement {
  /** Distance to its own speaker; see voiceDistance. */
  readonly distance: number
  /** 1 where its own speaker is the nearest. */
  readonly distanceRank: number
  /** Score of its own speaker's model; see verificationScore. */
  readonly score: number
  /** 1 where its own speaker's model gives the best score. */
  readonly scoreRank: number
}

/** Compares a voice with every speaker, of whom `own` is its. */
export function placeAmong(
  { print, cepstra }: VoiceSample,
  speakers: readonly KnownSpeaker[],
  own: string,
  background: GaussianMixture,
): SpeakerPlacement {
  const distances = speakers.map((speaker) => voiceDistance(print, speaker.print))
  const scores = speakers.map(({ model }) => verificationScore(model, background, cepstra))
  const at = speakers.findIndex(({ name }) => name === own)
  const [distance = Number.NaN, score = Number.NaN] = [distances[at], scores[at]]
  return {
    distance,
    distanceRank: 1 + distances.filter((other) => other < distance).length,
    score,
    scoreRank: 1 + scores.filter((other) => other > score).length,
  }
}

/** A line for one voice among speakers. */
export function placementInWords(
  name: string,
  f0Hz: number,
  speaker: KnownSpeaker,
  { distance, distanceRank, score, scoreRank }: SpeakerPlacement,
  count: number,
): string {
  return [
    name,
    `F0 ${f0Hz.toFixed(0)} Hz (speaker ${speaker.print.f0Hz.toFixed(0)})`,
    `distance ${distance.toFixed(2)} rank ${distanceRank}`,
    `score ${score.toFixed(2)} rank ${scoreRank} of ${count}`,
  ].join('\t')
}

/** The line for all of them. */
export function placementsInWords(placements: readonly SpeakerPlacement[]): string {
  const mean = (key: 'distance' | 'score'): string =>
    (placements.reduce((sum, place) => sum + place[key], 0) / placements.length).toFixed(2)
  return [
    `clones ${placements.length}`,
    `nearest to their own speaker ${placements.filter((p) => p.distanceRank === 1).length}`,
    `best score from their own speaker ${placements.filter((p) => p.scoreRank === 1).length}`,
    `mean own distance ${mean('distance')}`,
    `mean own score ${mean('score')}`,
  ].join('  ')
}
