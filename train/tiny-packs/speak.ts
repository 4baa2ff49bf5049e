import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import { joined } from '#speech/dsp/join.ts'
import { resample } from '#speech/dsp/resample.ts'
import { systemVoices } from '#speech/engines/registry.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { seededRandom } from '#testing/random.test-support.ts'

/**
 * Speaks random sequences of the words in words.json with Griot's voices: the sound that the tiny recognisers learn from.
 * Writes FOLDER/sounds.s16 (16 kHz, mono, 16 bit) and FOLDER/sounds.tsv (language, voice, text, first sample, samples).
 *
 * node train/tiny-packs/speak.ts FOLDER [COUNT] [SEED]
 */
const [folder = 'out/tiny-packs', count = '3000', seed = '1'] = process.argv.slice(2)
const RATE = 16_000
const ENGINE_RATE = 24_000
/** Pidgin is left to words of its own: its numbers sound as the English ones do. */
const OWN_PIDGIN = 12
const HERE = import.meta.dirname

const WORDS = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(join(HERE, 'words.json'), 'utf8')))
const speaker = await openSpeaker(join(HERE, '../../resources'))
const random = seededRandom(Number(seed))
const pick = <T>(list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new RangeError('There is nothing to choose from.')
  return found
}

mkdirSync(folder, { recursive: true })
const sound = createWriteStream(join(folder, 'sounds.s16'))
const table = createWriteStream(join(folder, 'sounds.tsv'))
let first = 0
for (let n = 0; n < Number(count); n++) {
  const { code } = pick(LANGUAGES)
  const text = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(wordsOf(code)))
  // Mostly a native voice; every voice speaks every language.
  const native = systemVoices().filter(({ language }) => language === code)
  const voice = pick(random() < 0.8 ? native : systemVoices())
  const samples = await say(text.join(' '), voice.id, code, 0.8 + random() * 0.5)
  const bytes = Buffer.alloc(samples.length * 2)
  for (const [at, value] of samples.entries())
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), at * 2)
  sound.write(bytes)
  table.write(`${[code, voice.id, text.join(' '), first, samples.length].join('\t')}\n`)
  first += samples.length
}
sound.end()
table.end()

function wordsOf(code: LanguageCode): readonly string[] {
  const all = WORDS[code] ?? []
  return code === 'pcm' ? all.slice(OWN_PIDGIN) : all
}

async function say(
  text: string,
  voice: string,
  language: LanguageCode,
  speed: number,
): Promise<Float32Array> {
  const chunks = await Array.fromAsync(
    speaker.speak({ text, voice, language, speed }, new AbortController().signal),
  )
  return resample(joined(chunks.map(({ samples }) => samples)), ENGINE_RATE, RATE)
}
