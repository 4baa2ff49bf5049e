import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeSound } from '#media/decode.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { LANGUAGES, type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { systemVoices } from '#speech/engines/registry.ts'
import type { CustomVoiceRef, SpeakOrder } from '#speech/speaker.ts'
import { f0Track } from '../audio/f0.ts'
import { getFfmpeg, readSound } from '../audio/read-sound.ts'
import { contourPairs } from '../contour-sentences.ts'
import { type Measure, parseOptions, UsageError } from '../measure.ts'
import {
  type Contrast,
  contrastOf,
  isHeard,
  type StretchFigures,
  stretchFigures,
} from '../scores/contour-figures.ts'
import { openSynthesis, writeSpeech } from '../speech.ts'

const never = new AbortController().signal

export const contours: Measure = {
  summary: 'whether a question, a list, contrast, news, an aside or emphasis is heard',
  help: `npm run eval -- contours [--languages en,yo] [--voices A,B] [--engine ID] [--recording FILE]

Speaks pairs of texts that share words (eval/contour-sentences.ts): once as a statement has them, once as a question, a member of a list,
in contrast, in the news and so on. Prints by language, voice and kind how the pitch of the shared words differs in semitones (mean,
90th percentile, last syllable, range), the ratio of their durations, and whether that is heard as it is meant: a difference of at least
1.5 semitones or 15 % in the right direction ('t Hart 1981; Nooteboom & Doodeman 1980).

  --languages CODES  default: all six
  --voices NAMES     default: those whose own language it is
  --engine ID        griot-neural or flite: with the voices of this engine alone
  --recording FILE   with a voice made of this recording instead, in every language`,
  async run(args) {
    const options = parseOptions(args, {
      languages: { type: 'string' },
      voices: { type: 'string' },
      engine: { type: 'string' },
      recording: { type: 'string' },
    })
    const languages = options.languages?.split(',').map(codeOf) ?? LANGUAGES.map(({ code }) => code)
    const synthesis = await openSynthesis(options.engine)
    const custom =
      options.recording === undefined ? undefined : await clone(synthesis, options.recording)
    const named = custom ? [custom.info.id] : options.voices?.split(',')
    for (const language of languages)
      for (const voice of named ?? voicesOf(language))
        await measureVoice(synthesis, { voice, language, ...(custom ? { custom } : {}) })
  },
}

type Synthesis = Awaited<ReturnType<typeof openSynthesis>>
type Speaker = Pick<SpeakOrder, 'voice' | 'custom'> & { readonly language: LanguageCode }

function voicesOf(language: LanguageCode): readonly string[] {
  return systemVoices()
    .filter((voice) => voice.language === language)
    .map(({ id }) => id)
}

/** Prints a line for each kind, and how many are heard. */
async function measureVoice(synthesis: Synthesis, speaker: Speaker): Promise<void> {
  const { language, voice } = speaker
  const pairs = contourPairs(language)
  let heard = 0
  for (const { kind, expected, plain, marked } of pairs) {
    const contrast = await contrastBetween(synthesis, speaker, plain, marked)
    const isRight = contrast !== undefined && isHeard(contrast, expected)
    if (isRight) heard++
    const verdict = isRight ? 'heard' : `not heard: ${expected}`
    const columns = [language, voice.padEnd(9), kind.padEnd(20), inWords(contrast), verdict]
    console.log(columns.join('  '))
  }
  console.log([language, voice.padEnd(9), `${heard} of ${pairs.length} heard`].join('  '))
}

function codeOf(tag: string): LanguageCode {
  const code = languageOf(tag)
  if (code === undefined) throw new UsageError(`Griot does not speak "${tag}".`)
  return code
}

async function contrastBetween(
  synthesis: Synthesis,
  order: Speaker,
  plain: string,
  marked: string,
): Promise<Contrast | undefined> {
  const [one, other] = [
    await measure(synthesis, order, plain),
    await measure(synthesis, order, marked),
  ]
  return one && other && contrastOf(other, one)
}

async function measure(
  { speak }: Synthesis,
  order: Speaker,
  text: string,
): Promise<StretchFigures | undefined> {
  const spoken = await speak({ ...order, text: text.replace(/[{}]/g, '') })
  const folder = await mkdtemp(join(tmpdir(), 'griot-contours-'))
  try {
    const path = join(folder, 'spoken.wav')
    writeSpeech(path, spoken)
    const { words, syllables } = spoken.timings
    return stretchFigures(words, syllables, f0Track(await readSound(path)), placeOf(text))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The words between braces, by their numbers. */
function placeOf(text: string): { readonly from: number; readonly to: number } {
  const [before = '', inside = ''] = text.replace(/\[\/?\w+\]/g, '').split(/[{}]/)
  const count = (part: string): number =>
    part.split(/[\s-]+/).filter((word) => /\p{L}/u.test(word)).length
  return { from: count(before), to: count(before) + count(inside) }
}

function inWords(contrast: Contrast | undefined): string {
  if (!contrast) return 'not measured'
  const { mean, peak, end, range, duration } = contrast
  const pitches = Object.entries({ mean, peak, end, range }).map(
    ([name, semitones]) => `${name} ${semitones < 0 ? '' : '+'}${semitones.toFixed(1)}`,
  )
  return [...pitches, `duration ${duration.toFixed(2)}`].join('  ')
}

/** A voice made of a recording, as the studio makes one. */
async function clone(synthesis: Synthesis, path: string): Promise<CustomVoiceRef> {
  const most = CUSTOM_VOICE_LIMITS.seconds.max + 1
  const samples = await decodeSound(path, getFfmpeg, most, never)
  const order = { samples, transcript: '', language: 'en' } as const
  const { engine, traits } = await synthesis.clone(order, never)
  const info: VoiceInfo = {
    ...{ id: 'clone', name: 'Clone', gender: 'female', language: 'en' },
    ...{ character: '', sample: '' },
  }
  return { engine, info, traits }
}
