/** Speaks English sentences with flite's base voices, as a teacher of English phones. See README.md beside this file. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wavHeader } from '#media/wav.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { resample } from '#speech/dsp/resample.ts'
import { fliteLettersToSound } from '#speech/engines/flite/letters-to-sound.ts'
import { BASE_VOICES } from '#speech/engines/flite/profile.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { createPhonemizer } from '#speech/phonemes/phonemize.ts'
import { phonemizeSentence } from '#speech/pipeline/phonemize-sentence.ts'
import { assemble } from '#speech/text/assemble.ts'
import { checkInputs, endWithUsage } from '../usage.ts'

const RATE = 16_000
const [folder, wanted, ...tables] = process.argv.slice(2)
if (folder === undefined || wanted === undefined || tables.length === 0)
  endWithUsage(
    'node train/speech/teach.ts FOLDER SENTENCES TABLE.tsv …   (English in the first column)',
  )
checkInputs(...tables)

const RESOURCES = join(import.meta.dirname, '../../resources')
const speaker = await openSpeaker(RESOURCES, 'flite')
const phonemizer = createPhonemizer('en', fliteLettersToSound, join(RESOURCES, 'lexicons'))
const forever = new AbortController().signal

mkdirSync(join(folder, 'clips'), { recursive: true })
const texts: string[] = []
const alignments: string[] = []
for (const text of sentencesOf(tables).slice(0, Number(wanted)))
  for (const base of ['slt', 'rms', 'awb'] as const) await speakWith(base, text)
writeFileSync(join(folder, 'texts.jsonl'), texts.join(''))
writeFileSync(join(folder, 'alignment.jsonl'), alignments.join(''))
console.log(`Wrote ${texts.length} clips to ${folder}.`)

/** Sentences of three to twenty plain words, in an order that depends on nothing but their letters. */
function sentencesOf(paths: readonly string[]): readonly string[] {
  const lines = paths.flatMap((path) => readFileSync(path, 'utf8').split('\n'))
  const english = lines.map((line) => (line.split('\t')[0] ?? '').trim())
  const plain = english.filter((line) => /^[A-Z][a-z' ,-]+[.?!]$/.test(line))
  const sized = plain.filter((line) => line.split(' ').length >= 3 && line.split(' ').length <= 20)
  const hash = (line: string): string => createHash('sha256').update(line).digest('hex')
  return [...new Set(sized)].sort((one, other) => (hash(one) < hash(other) ? -1 : 1))
}

async function speakWith(base: keyof typeof BASE_VOICES, text: string): Promise<void> {
  const traits = {
    ...{ base, f0Hz: BASE_VOICES[base].f0Hz, rangeSemitones: 4, liveliness: 1, formantScale: 1 },
    colour: { low: 0, middle: 0, presence: 0, high: 0, breath: 0 },
    ...{ rate: 1, hasNigerianAccent: false, gainDecibels: 0 },
  }
  const info = {
    ...{ id: base, name: base, gender: 'female' as const, language: 'en' as const },
    ...{ character: '', sample: '' },
  }
  const custom = { engine: 'flite', info, traits }
  const sound: Float32Array[] = []
  const starts: [number, string][] = []
  let end = 0
  for await (const chunk of speaker.speak({ text, voice: base, custom, speed: 1 }, forever)) {
    sound.push(chunk.samples)
    for (const phone of chunk.timings.phones) {
      if (phone.start > end + 0.02) starts.push([frameOf(end), '_'])
      starts.push([frameOf(phone.start), phone.text])
      end = phone.end
    }
  }
  const samples = new Float32Array(sound.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of sound) {
    samples.set(part, at)
    at += part.length
  }
  starts.push([frameOf(end), '_'])
  const { sentences } = assemble([{ kind: 'text', text, style: {} }], 'en')
  const read = await Promise.all(sentences.map((s) => phonemizeSentence(s, () => phonemizer)))
  const phones = read.flatMap(({ words }) =>
    words.flatMap(({ syllables }) => syllables.flatMap((s) => s.phones.map(({ ipa }) => ipa))),
  )
  const heard = starts.map(([, ipa]) => ipa).filter((ipa) => ipa !== '_')
  // A word that was read in another way than it was said teaches nothing.
  if (heard.join(' ') !== phones.join(' ')) return
  const id = `en-${base}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
  const pcm = Int16Array.from(resample(samples, SAMPLE_RATE, RATE), (x) =>
    Math.round(Math.max(-1, Math.min(1, x)) * 32_767),
  )
  const bytes = Buffer.from(pcm.buffer)
  writeFileSync(
    join(folder ?? '', 'clips', `${id}.wav`),
    Buffer.concat([wavHeader(bytes.length, 0, RATE), bytes]),
  )
  const about = { id, language: 'en', speaker: base, split: 'train', seconds: pcm.length / RATE }
  texts.push(`${JSON.stringify({ ...about, suspect: '', sentences: read })}\n`)
  const frames = Math.ceil(pcm.length / 160) + 1
  alignments.push(`${JSON.stringify({ id, frames, score: 0, starts })}\n`)
}

function frameOf(seconds: number): number {
  return Math.round(seconds * 100)
}
