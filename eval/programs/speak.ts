import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import type { FliteVoice } from '#speech/engines/flite/flite.ts'
import { systemVoices } from '#speech/engines/registry.ts'
import { EVERYDAY_SENTENCES } from '../everyday-sentences.ts'
import { type Measure, parseOptions, required, UsageError, wholeNumber } from '../measure.ts'
import { openBases, openSynthesis, type Spoken, writeSpeech } from '../speech.ts'
import { readTexts } from '../texts.ts'

const BASES: readonly FliteVoice[] = ['slt', 'rms', 'awb']

export const speak: Measure = {
  summary: 'speaks texts with many voices, into a folder that the other programs measure',
  help: `npm run eval -- speak --out FOLDER [--texts FILE] [--voices A,B | --language CODE | --bases slt,rms,awb] [options]

Writes FOLDER/VOICE/001.wav and its timings, FOLDER/sounds.tsv (sound, text) and FOLDER/timings.tsv (sound, timings).

  --texts FILE      one text a line (default: twenty everyday English sentences, eval/everyday-sentences.ts)
  --column NAME     of a table or of JSON Lines
  --max N           only the first N texts (default 40)
  --voices NAMES    with these voices (default: all of the language; without one, all 28)
  --language CODE   in this language (default: each voice's own; English where there is no --texts)
  --bases NAMES     with flite's own voices, English, without anything of Griot`,
  async run(args) {
    const options = parseOptions(args, {
      out: { type: 'string' },
      texts: { type: 'string' },
      column: { type: 'string' },
      max: { type: 'string', default: '40' },
      voices: { type: 'string' },
      language: { type: 'string' },
      bases: { type: 'string' },
    })
    const folder = required('out', options.out)
    const language = languageGiven(options.language, options.texts)
    const origin = 'sentences of a language, as in MAFAND (masakhane-io/lafand-mt)'
    const all =
      options.texts === undefined
        ? EVERYDAY_SENTENCES
        : readTexts(options.texts, options.column, origin)
    const texts = all.slice(0, wholeNumber('max', options.max))
    const say =
      options.bases === undefined
        ? await sayWithVoices(language)
        : await sayWithBases(options.bases.split(','))
    const names =
      options.bases?.split(',') ?? options.voices?.split(',') ?? voicesOf(options.language)
    await speakAll(folder, names, texts, say)
  },
}

type Say = (voice: string, text: string) => Promise<Spoken>

function languageGiven(
  tag: string | undefined,
  texts: string | undefined,
): LanguageCode | undefined {
  if (tag === undefined) return texts === undefined ? 'en' : undefined
  const language = languageOf(tag)
  if (language === undefined) throw new UsageError(`Griot does not speak "${tag}".`)
  return language
}

function voicesOf(tag: string | undefined): readonly string[] {
  const language = tag === undefined ? undefined : languageOf(tag)
  return systemVoices()
    .filter((voice) => language === undefined || voice.language === language)
    .map(({ id }) => id)
}

async function sayWithVoices(language: LanguageCode | undefined): Promise<Say> {
  const { speak: say } = await openSynthesis()
  return (voice, text) => say({ text, voice, ...(language === undefined ? {} : { language }) })
}

async function sayWithBases(names: readonly string[]): Promise<Say> {
  const say = await openBases()
  const known = new Map<string, FliteVoice>(BASES.map((base) => [base, base]))
  for (const name of names)
    if (!known.has(name)) throw new UsageError(`--bases takes ${BASES.join(', ')}, not "${name}".`)
  return async (name, text) => say(known.get(name) ?? 'slt', text)
}

async function speakAll(
  folder: string,
  voices: readonly string[],
  texts: readonly string[],
  say: Say,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const sounds: string[] = []
  const timings: string[] = []
  for (const voice of voices) {
    for (const [at, text] of texts.entries()) {
      const path = join(folder, voice, String(at + 1).padStart(3, '0'))
      const spoken = await say(voice, text)
      writeSpeech(`${path}.wav`, spoken)
      writeFileSync(`${path}.json`, JSON.stringify(spoken.timings))
      sounds.push(`${path}.wav\t${text.replaceAll('\t', ' ')}\n`)
      timings.push(`${path}.wav\t${path}.json\n`)
    }
  }
  writeFileSync(join(folder, 'sounds.tsv'), sounds.join(''))
  writeFileSync(join(folder, 'timings.tsv'), timings.join(''))
  console.log(`Wrote ${sounds.length} sounds of ${voices.length} voices to ${folder}.`)
}
