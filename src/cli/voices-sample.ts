import { readCustomVoices } from '#app/open-custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import { FORMATS } from '#shared/formats.ts'
import { sampleOf } from '#speech/languages/samples.ts'
import type { Environment } from './environment.ts'
import { bitrateOf, encodingFor, formatOf } from './say.ts'
import { speakTo } from './speak-to.ts'
import { type FoundVoice, findVoice } from './voices-find.ts'
import type { Given } from './voices-options.ts'

/** Lets a voice say its own sentence in its own language, as the button of the studio does. */
export async function sampleVoice(
  asked: string,
  { out, format: given, bitrate = '128k' }: Given,
  environment: Environment,
  stop: AbortSignal,
): Promise<number> {
  const encoding = encodingFor(formatOf(given, out))
  const known = readCustomVoices(environment.home)
  const { voice, text } = sentenceOf(() => findVoice(known, asked), known.close)
  const order = {
    ...{
      voice,
      ...encoding,
      language: undefined,
      speed: 1,
      numbers: undefined,
      timings: undefined,
    },
    bitrate: bitrateOf(bitrate, encoding.format),
    out: out ?? `sample.${FORMATS[encoding.format].extension}`,
  }
  await speakTo(order, text, environment, stop)
  return 0
}

function sentenceOf(
  find: () => FoundVoice,
  close: () => void,
): { readonly voice: string; readonly text: string } {
  try {
    const found = find()
    if (found.kind === 'system') return { voice: found.voice.id, text: found.voice.sample }
    if (found.kind === 'deleted')
      throw new AppError(
        'voice/not-found',
        `The voice ${found.id} was deleted. "griot voices list" shows what there is.`,
      )
    const { id, name, spokenLanguage } = found.voice
    // A name is no markup.
    return { voice: id, text: sampleOf(name.replaceAll(/[[\]]/g, ''), spokenLanguage) }
  } finally {
    close()
  }
}
