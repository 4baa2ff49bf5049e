import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decodeSound } from '#media/decode.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import { openSegmentRecogniser } from '#speech/cloning/segment-recogniser.ts'
import { createTranscriptJudge } from '#speech/cloning/transcript-fit.ts'
import { modelsBeside } from '#speech/models/catalog.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { analyse } from '#speech/recordings/analyse.ts'
import { getFfmpeg } from '../audio/read-sound.ts'
import { findData, type Measure, parseOptions, readRows, UsageError } from '../measure.ts'
import { GARBLINGS, garbled, type Transcribed, wordsOf } from '../scores/garble.ts'
import { percent } from '../scores/percent.ts'

const MOST_SECONDS = CUSTOM_VOICE_LIMITS.seconds.max + 1
const LEAST_WORDS = 6
const RESOURCES = join(import.meta.dirname, '../../resources')
const ORIGIN =
  'tables of recordings with transcripts, as from LibriSpeech, ALFFA, ogunlao/yoruba_speech_project and AfricanVoices'
const never = new AbortController().signal

export const transcripts: Measure = {
  summary: 'garbled transcripts of recordings that are noticed, and right ones that are doubted',
  help: `npm run eval -- transcripts --clips FILE [--clips FILE …] [options]

Garbles the transcript of every recording in seven ways: that of another recording (other), its words backwards (reversed) or in any
order (words), the letters of each word in any order (letters), one half of another recording (half), a third left out (missing), and
a text in another language (foreign). Prints for each language how many right transcripts are doubted and how many of each kind are
noticed, when a voice is made of the recording. Transcripts of fewer than ${LEAST_WORDS} words are left out.

  --clips FILE   a table of recordings: file, language, transcript and, where there is one, speaker; with a row of names; the
                 sounds beside it or in clips/. Several tables count as one
  --half HALF    seen or unseen: only recordings of this half by the SHA-256 of the file's name
  --verbose      prints what is judged wrongly`,
  async run(args) {
    const options = parseOptions(args, {
      clips: { type: 'string', multiple: true, default: [] },
      half: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    })
    if (options.clips.length === 0) throw new UsageError('--clips is missing.')
    const half = halfOf(options.half)
    const clips = options.clips.flatMap(readClips)
    const used = clips.filter(
      ({ name, text }) =>
        wordsOf(text).length >= LEAST_WORDS && (half === undefined || half === isSeen(name)),
    )
    const results: Result[] = []
    for (const result of await judged(used)) {
      results.push(result)
      if (options.verbose && result.isDoubted === (result.kind === 'right'))
        console.log(`${result.isDoubted ? 'doubted' : 'missed'}\t${result.kind}\t${result.name}`)
    }
    for (const [language, own] of Map.groupBy(results, (result) => result.language))
      console.log(`${language}\t${inWords(own)}`)
    console.log(inWords(results))
  },
}

interface Clip extends Transcribed {
  readonly sound: string
}

interface Result {
  readonly name: string
  readonly language: string
  readonly kind: string
  readonly isDoubted: boolean
}

function halfOf(name: string | undefined): boolean | undefined {
  if (name === undefined) return undefined
  if (name === 'seen' || name === 'unseen') return name === 'seen'
  throw new UsageError(`--half is seen or unseen, not "${name}".`)
}

const isSeen = (name: string): boolean =>
  Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, 8), 16) % 2 === 1

function readClips(given: string): readonly Clip[] {
  const path = findData(given, ORIGIN)
  const [head = [], ...rows] = readRows(path)
  return rows.map((row) => {
    const field = (name: string): string => row[head.indexOf(name)] ?? ''
    const name = field('file')
    const beside = join(dirname(path), name)
    const sound = existsSync(beside) ? beside : join(dirname(path), 'clips', name)
    return { name, sound, language: field('language'), text: field('transcript') }
  })
}

/** Every recording with its transcript, right and garbled. Others of the list lend their words. */
async function judged(clips: readonly Clip[]): Promise<readonly Result[]> {
  const speaker = await openSpeaker(RESOURCES, 'griot-neural')
  const recogniser = await openSegmentRecogniser(modelsBeside(RESOURCES))
  const judge = createTranscriptJudge(speaker, async () => recogniser)
  const results: Result[] = []
  for (const clip of clips) {
    const { name } = clip
    const language: LanguageCode = languageOf(clip.language) ?? 'en'
    const samples = await decodeSound(clip.sound, getFfmpeg, MOST_SECONDS, never)
    const analysis = await analyse(samples, never)
    for (const [kind, transcript] of Object.entries({
      right: clip.text,
      ...garbled(clip, clips),
    })) {
      const fit = await judge(analysis, { samples, transcript, language }, never)
      results.push({ name, language, kind, isDoubted: fit !== undefined && fit.misfit > 0 })
    }
  }
  return results
}

function inWords(results: readonly Result[]): string {
  const share = (own: readonly Result[]): string =>
    percent(own.filter(({ isDoubted }) => isDoubted).length, own.length, 1)
  const of = (kind: string): readonly Result[] => results.filter((result) => result.kind === kind)
  const right = of('right')
  const kinds = GARBLINGS.map((kind) => `${kind} ${share(of(kind))}`)
  const wrong = results.filter(({ kind }) => kind !== 'right')
  return [
    `recordings ${right.length}  right ones doubted ${share(right)}`,
    `garbled ones noticed ${share(wrong)}:`,
    ...kinds,
  ].join('  ')
}
