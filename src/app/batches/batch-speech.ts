import type { App, AppDependencies } from '#app/app.ts'
import { saysNothing } from '#app/silence.ts'
import type { LineSpeech } from '#batches/line.ts'
import type { BatchSpeech, SpokenBy, SpokenFor } from '#batches/speech.ts'
import { toPcm, toSamples } from '#media/pcm.ts'
import type { SignedAnswer } from '#provenance/provenance.ts'
import type { Requester } from '#shared/access.ts'
import type { SpeakRequest } from '#shared/api.ts'
import { SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import {
  ADTS,
  BITRATES,
  type Bitrate,
  type EncodedFormat,
  FORMATS,
  SAMPLE_RATES,
  STREAM_FORMATS,
} from '#shared/formats.ts'
import { languageOf } from '#shared/languages/languages.ts'
import { NUMBER_STYLES, SPEED } from '#shared/script.ts'

type Needed = Pick<AppDependencies, 'version' | 'signingContextOf' | 'provenance' | 'render'>

/** How batches speak: as requests do, each line signed and entered in the registry under an id of its own. */
export function batchSpeechOf(
  { render, speak, silence, unspoken }: Pick<App, 'render' | 'speak' | 'silence' | 'unspoken'>,
  { version, signingContextOf, provenance, render: encode }: Needed,
): BatchSpeech {
  const spokenBy = async (request: SpeakRequest, by: SpokenFor): Promise<SpokenBy> => {
    const { language, engine } = await signingContextOf({ ...by, spoken: [request] })
    return { voice: request.voice, language, engine }
  }
  const factsOf = async (request: SpeakRequest, by: SpokenFor) => {
    const spoken = await spokenBy(request, by)
    const language = languageOf(request.language ?? spoken.language) ?? 'en'
    return { by: spoken, unspoken: await unspoken({ text: request.text, language }) }
  }
  return {
    program: `griot ${version}`,
    async speak(line, by, signal) {
      const request = requestOf(line)
      const { format, bitrate, extension } = outputOf(line.format, line.bitrate)
      const sampleRate = SAMPLE_RATES.find((rate) => rate === line.sampleRate) ?? SAMPLE_RATE
      let seconds = 0
      const output = {
        ...{ format, bitrate, sampleRate },
        ...(line.tempo === undefined ? {} : { tempo: line.tempo }),
        onSound: (more: number): void => {
          seconds += more
        },
      }
      const asked = { ...by, keyName: by.tokenName, requester: requesterOf(by) }
      const bytes = await render(request, output, asked, signal)
        .then((sound) => collect(asFile(sound, signal)))
        .catch((error) => {
          const instead = silenceSecondsFor(error, line)
          return collect(silence(instead, { ...output, tempo: 1 }, signal))
        })
      return { bytes, seconds, extension, ...(await factsOf(request, by)) }
    },
    async speakSamples(line, by, signal) {
      const request = requestOf(line)
      const asked = { keyName: by.tokenName, requester: requesterOf(by) }
      const bytes = await collect(
        samplesOf(speak(request, by.account, signal, undefined, asked)),
      ).catch((error) =>
        toPcm(new Float32Array(Math.round(silenceSecondsFor(error, line) * SAMPLE_RATE))),
      )
      const seconds = bytes.length / 2 / SAMPLE_RATE
      return { bytes, seconds, ...(await factsOf(request, by)) }
    },
    async join(samples, order, by, signal) {
      const { format, bitrate, extension } = outputOf(order.format, order.bitrate)
      const making = await signingContextOf({ ...by, title: order.title, spoken: order.spoken })
      const output = { format, bitrate }
      const sound = await provenance.signAnswer(
        chunksOf(samples, order.samples),
        output,
        (chunks, reservedBytes) => encode(chunks, { ...output, reservedBytes }, signal),
        ...[making, signal],
      )
      return { bytes: asFile(sound, signal), extension }
    },
  }
}

/** The batches of an account take turns with its tokens, as one of them. */
function requesterOf({ account }: SpokenFor): Requester {
  return { account, token: 'batches', isGuest: false }
}

const asFile = (sound: SignedAnswer, signal: AbortSignal): AsyncIterable<Uint8Array> =>
  sound.asFile(sound.bytes, signal)

function requestOf({ text, voice, language, numbers, ...style }: LineSpeech): SpeakRequest {
  const { speed = SPEED.normal, pitch, volume } = style
  return {
    ...{ text, voice, speed, pitch, volume },
    language: language === undefined ? undefined : languageOf(language),
    numbers: NUMBER_STYLES.find((style) => style === numbers),
  }
}

function outputOf(
  name: string,
  rate: string,
): { readonly format: EncodedFormat; readonly bitrate: Bitrate; readonly extension: string } {
  const bitrate = BITRATES.find((known) => known === rate) ?? '128k'
  if (name === 'adts') return { format: 'adts', bitrate, extension: ADTS.extension }
  const format = STREAM_FORMATS.find((known) => known === name) ?? 'mp3'
  return { format, bitrate, extension: FORMATS[format].extension }
}

/** How long the silence is that a line has in place of its text. Throws `error` where it has none, or the text something to say. */
function silenceSecondsFor(error: unknown, { text, silenceSeconds }: LineSpeech): number {
  if (silenceSeconds === undefined || !saysNothing(error, text)) throw error
  return silenceSeconds
}

async function* samplesOf(chunks: AsyncIterable<SpokenChunk>): AsyncGenerator<Uint8Array> {
  for await (const { samples } of chunks) yield toPcm(samples)
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces)
}

const NO_TIMINGS = { words: [], phones: [], syllables: [] }

/** Sound as a voice would give it; half a sample at the end of a piece is the beginning of the next one. */
async function* chunksOf(
  bytes: AsyncIterable<Uint8Array>,
  total: number,
): AsyncGenerator<SpokenChunk> {
  let [rest, samplesToCome] = [Buffer.of(), total]
  for await (const piece of bytes) {
    const whole = Buffer.concat([rest, piece])
    const even = whole.length - (whole.length % 2)
    rest = whole.subarray(even)
    const samples = toSamples(whole.subarray(0, even))
    samplesToCome -= samples.length
    yield { samples, timings: NO_TIMINGS, done: 0, total: 1, samplesToCome }
  }
}
