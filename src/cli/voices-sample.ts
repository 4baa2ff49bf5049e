import { readCustomVoices } from '#app/open-custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import { FORMATS } from '#shared/formats.ts'
import { sampleOf } from '#speech/languages/samples.ts'
import type { CommandContext } from './command-context.ts'
import { libraryPlaceOf } from './database-option.ts'
import { openInstalledVoices } from './installed-voices.ts'
import { bitrateFor, encodingFor, formatFor } from './sound-options.ts'
import { speakTo } from './speak-to.ts'
import { type FoundVoice, findVoice } from './voices-find.ts'

interface SampleOptions {
  readonly out?: string
  readonly format?: string
  readonly bitrate: string
  readonly play?: boolean
}

/** Speaks the introduction of a voice in its own language, as the button in the studio does. Throws AppError, UsageError. */
export async function sampleVoice(
  asked: string,
  { out, format, bitrate, play = false }: SampleOptions,
  { environment, stop }: CommandContext,
): Promise<void> {
  const encoding = encodingFor(formatFor(format, out))
  const packs = await openInstalledVoices(environment)
  const known = await readCustomVoices(libraryPlaceOf(environment))
  const { voice, text } = await sentenceOf(
    () => findVoice(known, asked),
    async () => {
      packs.close()
      await known.close()
    },
  )
  const order = {
    ...{
      voice,
      ...encoding,
      language: undefined,
      speed: 1,
      voiceFallback: false,
      numbers: undefined,
      timings: undefined,
      play,
    },
    bitrate: bitrateFor(bitrate, encoding.format),
    out: out ?? (play ? undefined : `sample.${FORMATS[encoding.format].extension}`),
  }
  await speakTo(order, text, environment, stop)
}

async function sentenceOf(
  find: () => Promise<FoundVoice>,
  close: () => Promise<void>,
): Promise<{ readonly voice: string; readonly text: string }> {
  try {
    const found = await find()
    if (found.kind === 'system') return { voice: found.voice.id, text: found.voice.sample }
    if (found.kind === 'deleted')
      throw new AppError(
        'voice/not-found',
        `The voice ${found.id} was deleted. "griot voices list" shows the voices.`,
      )
    const { id, name, spokenLanguage } = found.voice
    // Brackets in a name must not be read as markup.
    return { voice: id, text: sampleOf(name.replaceAll(/[[\]]/g, ''), spokenLanguage) }
  } finally {
    await close()
  }
}
