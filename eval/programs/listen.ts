import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import { resample } from '#speech/dsp/resample.ts'
import { systemVoices } from '#speech/engines/registry.ts'
import { RATE, readSound } from '../audio/read-sound.ts'
import { LISTENING_SENTENCES } from '../listening-sentences.ts'
import { findData, type Measure, parseOptions, readRows } from '../measure.ts'
import { openSynthesis, writeSpeech } from '../speech.ts'

const ORIGIN = 'recordings with their texts, as eval/README.md lists them under native'
/** Sentences of a language. */
const COUNT = 8
/** Level of the loud frames of every sound, in dB of full scale. */
const LEVEL = -20
const FRAME = SAMPLE_RATE / 50

interface Row {
  readonly text: string
  readonly language: LanguageCode
  /** A recording of the text; left out where there is none. */
  readonly recording?: string | undefined
}

export const listen: Measure = {
  summary: 'a page for ears: recordings, the voices, and flite, at one loudness',
  help: `npm run eval -- listen [--out FOLDER] [--recordings FOLDER]

Writes FOLDER/index.html and its sounds (default: docs/listen): eight sentences of every language by a voice of its own, as it speaks
now and as flite speaks in its place, and beside the recording of the same words where there is one. All sounds have one loudness.

  --recordings FOLDER  with yo, pcm and am in it, each with clips.tsv (file, language, transcript, …) and its sounds: recordings
                       that no voice has learned from`,
  async run(args) {
    const options = parseOptions(args, {
      out: { type: 'string', default: 'docs/listen' },
      recordings: { type: 'string' },
    })
    const { out, recordings } = options
    mkdirSync(out, { recursive: true })
    const [now, flite] = await Promise.all([openSynthesis(), openSynthesis('flite')])
    const rows = LANGUAGES.flatMap(({ code }) => rowsOf(code, recordings))
    const lines: string[] = []
    for (const [index, { text, language, recording }] of rows.entries()) {
      const voice = voiceOf(language)
      const order = { text, voice, language }
      const sounds = {
        ...(recording && { recording: resample(await readSound(recording), RATE, SAMPLE_RATE) }),
        now: (await now.speak(order)).samples,
        flite: (await flite.speak(order)).samples,
      }
      const cells = Object.entries(sounds).map(([name, samples]) => {
        const file = `${language}-${(index % COUNT) + 1}-${name}.wav`
        const timings = { words: [], phones: [], syllables: [] }
        writeSpeech(join(out, file), { samples: levelled(samples), rate: SAMPLE_RATE, timings })
        return `<td>${name}<br><audio controls preload="none" src="${file}"></audio></td>`
      })
      const empty = recording ? '' : '<td></td>'
      lines.push(
        `<tr><td lang="${language}">${escaped(text)}<br><small>${voice}</small></td>${empty}${cells.join('')}</tr>`,
      )
    }
    writeFileSync(join(out, 'index.html'), page(lines))
    console.log(`Wrote ${rows.length} sentences to ${join(out, 'index.html')}.`)
  },
}

function rowsOf(language: LanguageCode, recordings: string | undefined): readonly Row[] {
  const own = LISTENING_SENTENCES[language].map((text) => ({ text, language }))
  if (recordings === undefined || !['yo', 'pcm', 'am'].includes(language)) return own
  const table = findData(join(recordings, language, 'clips.tsv'), ORIGIN)
  return readRows(table)
    .slice(1, 1 + COUNT)
    .map(([file = '', , text = '']) => ({ text, language, recording: join(dirname(table), file) }))
}

/** The first voice of the language; in English, one that speaks it as in Nigeria. */
function voiceOf(language: LanguageCode): string {
  const voices = systemVoices().filter((voice) => voice.language === language)
  const [voice] = language === 'en' ? voices.filter(({ dialects }) => dialects.length > 0) : voices
  if (!voice) throw new Error(`No voice has ${language} as its own language.`)
  return voice.id
}

/** The same sound with its loud frames (95th percentile) at `LEVEL`. */
function levelled(samples: Float32Array): Float32Array {
  const levels: number[] = []
  for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
    const power = samples.subarray(at, at + FRAME).reduce((sum, x) => sum + x * x, 0) / FRAME
    levels.push(10 * Math.log10(power + 1e-10))
  }
  const loud = levels.sort((one, other) => one - other)[Math.floor(0.95 * (levels.length - 1))]
  const gain = 10 ** ((LEVEL - (loud ?? LEVEL)) / 20)
  return samples.map((sample) => Math.max(-1, Math.min(1, gain * sample)))
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function page(rows: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Griot: listen</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem; }
  td { padding: 0.4rem 1rem 0.4rem 0; vertical-align: top; }
</style>
<h1>Listen</h1>
<p>The same words as they were recorded, as Griot speaks them now, and as its fallback flite does. All sounds have one loudness.</p>
<table>
${rows.join('\n')}
</table>
</html>
`
}
