/** Writes the mel spectra of clips and the segments of what is said in them. See README.md beside this file. */
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Timing } from '#shared/audio.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { IPA_SEGMENTS } from '#speech/cloning/ipa-segments.ts'
import { resample } from '#speech/dsp/resample.ts'
import { NEURAL_VOICES } from '#speech/engines/neural/voices.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { frameLevels, withoutDrift } from '#speech/recordings/levels.ts'
import { openSpectrumReader } from '#speech/recordings/spectrum.ts'
import { checkInputs, endWithUsage } from '../usage.ts'

const RATE = 16_000
const HOP = RATE / 100
/** Most clips of one speaker. */
const MOST = 170
/** Every how many sentences a voice of Griot reads one. */
const EVERY = 14

interface Clip {
  readonly id: string
  readonly language: string
  readonly speaker?: string
  readonly split: string
  readonly suspect?: string
  readonly seconds: number
  readonly sentences: readonly {
    readonly words: readonly {
      readonly text: string
      readonly syllables: readonly { readonly phones: readonly { readonly ipa: string }[] }[]
    }[]
  }[]
}

const [texts, clips, out] = process.argv.slice(2)
if (texts === undefined || clips === undefined || out === undefined)
  endWithUsage('node train/segments/frames.ts TEXTS.jsonl CLIPS OUT')
checkInputs(texts)

const spectra = createWriteStream(`${out}.bin`)
const about = createWriteStream(`${out}.jsonl`)
let offset = 0

const all = readFileSync(texts, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Clip)
const used = [...Map.groupBy(all, ({ speaker, language }) => speaker ?? language).values()].flatMap(
  (own) =>
    own
      .filter(
        ({ split, suspect, seconds, id }) =>
          split === 'train' &&
          !suspect &&
          seconds > 1.5 &&
          seconds < 16 &&
          existsSync(join(clips, `${id}.wav`)),
      )
      .slice(0, MOST),
)
for (const clip of used) {
  const words = clip.sentences.flatMap((sentence) =>
    sentence.words.map(({ syllables }) =>
      segmentsOf(syllables.flatMap(({ phones }) => phones.map(({ ipa }) => ipa))),
    ),
  )
  write(soundOf(join(clips, `${clip.id}.wav`)), {
    id: clip.id,
    speaker: clip.speaker ?? clip.language,
    language: clip.language,
    words,
  })
}

// The same with Griot's own voices, whose times are known.
const { speak } = await openSpeaker(join(import.meta.dirname, '../../resources'), 'griot-neural')
const forever = new AbortController().signal
let turn = 0
for (const clip of used.filter((_, at) => at % EVERY === 0)) {
  const language = clip.language as LanguageCode
  const voices = NEURAL_VOICES.filter(({ info }) => info.language === language || turn % 3 === 0)
  const voice = voices[turn++ % voices.length]?.info.id
  if (voice === undefined) continue
  const text = clip.sentences
    .flatMap(({ words }) => words.map((word) => word.text))
    .join(' ')
    .slice(0, 120)
  const chunks = await Array.fromAsync(
    speak({ text, voice, language, speed: 0.8 + 0.15 * (turn % 4) }, forever),
  )
  const samples = Float32Array.from(chunks.flatMap((chunk) => [...chunk.samples]))
  const phones: Timing[] = chunks.flatMap(({ timings }) => timings.phones)
  const spans = IPA_SEGMENTS.segmentsOf(phones).map(({ name, start, end }) => [
    name,
    Math.round(start * 100),
    Math.round(end * 100),
  ])
  write(resample(samples, 24_000, RATE), {
    id: `griot-${turn}`,
    speaker: `griot-${voice}`,
    language,
    spans,
  })
}
spectra.end()
about.end()

function segmentsOf(phones: readonly string[]): readonly string[] {
  return IPA_SEGMENTS.segmentsOf(phones.map((text, at) => ({ text, start: at, end: at + 1 }))).map(
    ({ name }) => name,
  )
}

function soundOf(path: string): Float32Array {
  const bytes = readFileSync(path)
  const data = bytes.subarray(bytes.indexOf('data') + 8)
  return Float32Array.from({ length: data.length >> 1 }, (_, i) => data.readInt16LE(2 * i) / 32_768)
}

function write(samples: Float32Array, clip: object): void {
  const sound = withoutDrift(samples, RATE)
  const { isSpeech } = frameLevels(sound, HOP)
  const read = openSpectrumReader(sound, RATE)
  const frames = isSpeech.length
  const bytes = Buffer.alloc(frames * 80)
  for (let frame = 0; frame < frames; frame++)
    for (const [band, level] of read(frame * HOP).entries())
      bytes.writeInt16LE(Math.round(100 * level), 2 * (40 * frame + band))
  spectra.write(bytes)
  about.write(
    `${JSON.stringify({ ...clip, offset, frames, speech: isSpeech.map(Number).join('') })}\n`,
  )
  offset += frames
}
