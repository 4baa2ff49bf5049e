import { z } from 'zod'
import { requesterOf } from '#app/access/caller.ts'
import { createLiveSpeech, type LiveEvent } from '#app/live/live-speech.ts'
import { toPcm } from '#media/pcm.ts'
import {
  findVoice,
  findVoiceAndLanguage,
  languageOfText,
  languageOfVoice,
} from '#server/v1/find-voice.ts'
import { SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { languageOf } from '#shared/languages/languages.ts'
import { SPEED } from '#shared/script.ts'
import { type Connection, refuseOwn, type WyomingProgram } from './session.ts'

const FORMAT = { rate: SAMPLE_RATE, width: 2, channels: 1 } as const
/** Samples of one `audio-chunk`: a fifth of a second. */
const CHUNK_SAMPLES = SAMPLE_RATE / 5
/** As for live text over a WebSocket: how long a whole sentence waits for more, in milliseconds. */
const QUIET_MS = 500

const Voice = z
  .object({
    name: z.string().max(200).nullish(),
    language: z.string().max(35).nullish(),
    speaker: z.string().max(200).nullish(),
  })
  .nullish()
const Synthesize = z.object({ text: z.string(), voice: Voice })
const SynthesizeStart = z.object({ voice: Voice })
const SynthesizeChunk = z.object({ text: z.string() })

/** Sends sound as one `audio-start`, chunks and one `audio-stop`. */
function createSound({ send }: Connection) {
  let samples = 0
  let isOpen = false
  const timestamp = (): number => Math.round((samples / SAMPLE_RATE) * 1_000)
  const begin = async (): Promise<void> => {
    if (isOpen) return
    isOpen = true
    await send({ type: 'audio-start', data: { ...FORMAT, timestamp: 0 } })
  }
  return {
    async write(pcm: Uint8Array): Promise<void> {
      await begin()
      for (let at = 0; at < pcm.length; at += CHUNK_SAMPLES * 2) {
        const payload = pcm.subarray(at, at + CHUNK_SAMPLES * 2)
        await send({ type: 'audio-chunk', data: { ...FORMAT, timestamp: timestamp() }, payload })
        samples += payload.length / 2
      }
    },
    async end(): Promise<void> {
      await begin()
      await send({ type: 'audio-stop', data: { timestamp: timestamp() } })
    },
  }
}

/** `synthesize`: a whole text. Throws AppError. */
export async function synthesize(
  program: WyomingProgram,
  connection: Connection,
  data: unknown,
): Promise<void> {
  const { text, voice } = read(Synthesize, data, 'synthesize')
  if (text.length > program.textLimit)
    throw new AppError(
      'text/too-long',
      `The text has ${text.length} characters; at most ${program.textLimit} are spoken at once.`,
    )
  const sound = createSound(connection)
  const { asked, language: told } = wishOf(voice)
  const { app, caller } = program
  const found = await findVoiceAndLanguage(app, caller, asked, text, told)
  refuseOwn(program, found.voice)
  const request = { ...found, text, speed: SPEED.normal }
  for await (const { samples } of inTurn(program, text, connection.gone, () =>
    app.speak(request, caller.account, connection.gone, undefined, {
      keyName: caller.tokenName,
      requester: requesterOf(caller),
    }),
  ))
    await sound.write(toPcm(samples))
  await sound.end()
}

/** A text that comes in pieces, from `synthesize-start` to `synthesize-stop`. */
export interface StreamedText {
  /** `synthesize-chunk`. Throws AppError. */
  append(data: unknown): void
  /** `synthesize-stop`: resolves when all is sent, `synthesize-stopped` included. Throws AppError. */
  end(): Promise<void>
  /** Silence at once. */
  close(): void
}

/** `synthesize-start`: the text is spoken sentence by sentence while it comes. Throws AppError. */
export async function streamText(
  program: WyomingProgram,
  connection: Connection,
  data: unknown,
): Promise<StreamedText> {
  const { voice: wish } = read(SynthesizeStart, data, 'synthesize-start')
  const { app, caller } = program
  const { asked, language: told } = wishOf(wish)
  const voice = await findVoice(app, caller, asked, told)
  refuseOwn(program, voice)
  const sound = createSound(connection)
  const done = Promise.withResolvers<void>()
  // Whoever awaits the end is told; until then nobody has to.
  done.promise.catch(() => undefined)
  const emit = async (event: LiveEvent): Promise<void> => {
    if (event.kind === 'chunk') await sound.write(event.audio)
    if (event.kind === 'failed') done.reject(event.error)
    if (event.kind !== 'done') return
    await sound.end()
    await connection.send({ type: 'synthesize-stopped', data: {} })
    done.resolve()
  }
  const speaking = createLiveSpeech(
    {
      speak: (request, signal) =>
        whileWorking(
          connection,
          inTurn(program, request.text, signal, async function* () {
            const language =
              request.language ?? (await languageOfText(app, caller, voice, request.text))
            yield* app.speak({ ...request, language }, caller.account, signal, undefined, {
              keyName: caller.tokenName,
              requester: requesterOf(caller),
            })
          }),
        ),
      emit: (event) => connection.work(() => emit(event)).catch(done.reject),
      after(milliseconds, run) {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
      textLimit: program.textLimit,
      onBug: program.onBug,
    },
    {
      request: { voice, language: told, speed: SPEED.normal },
      language: told ?? (await languageOfVoice(app, caller, voice)) ?? 'en',
      ...{ format: 'pcm_s16le', mayFallBack: false, quietMs: QUIET_MS },
    },
  )
  const close = (): void => {
    speaking.close()
    done.reject(new AppError('speech/cancelled', 'The client went away.'))
  }
  connection.gone.addEventListener('abort', close, { once: true })
  if (connection.gone.aborted) close()
  return {
    append: (piece) => speaking.append(read(SynthesizeChunk, piece, 'synthesize-chunk').text),
    async end() {
      speaking.end()
      await done.promise
    },
    close,
  }
}

/** The chunks; while they are made and taken, the client counts as working. */
async function* whileWorking(
  { work }: Connection,
  chunks: AsyncGenerator<SpokenChunk>,
): AsyncGenerator<SpokenChunk> {
  const over = Promise.withResolvers<void>()
  const working = work(() => over.promise)
  try {
    yield* chunks
  } finally {
    over.resolve()
    await working
  }
}

async function* inTurn(
  { speechQueue, caller }: WyomingProgram,
  text: string,
  signal: AbortSignal,
  speak: () => AsyncGenerator<SpokenChunk>,
): AsyncGenerator<SpokenChunk> {
  const done = await speechQueue.acquire(caller, text, signal)
  try {
    yield* speak()
  } finally {
    done()
  }
}

/** A voice by name goes before one by language; voices here have no speakers, so that one stands for a name. */
function wishOf(voice: z.infer<typeof Voice>) {
  const tag = voice?.language?.trim() ?? ''
  const language = languageOf(tag)
  if (tag !== '' && language === undefined && !voice?.name)
    throw new AppError('language/unsupported', `The language "${tag}" is not supported.`)
  return { asked: voice?.name ?? voice?.speaker ?? '', language }
}

/** Throws AppError('request/invalid'). */
function read<S extends z.ZodType>(schema: S, data: unknown, type: string): z.output<S> {
  const found = schema.safeParse(data)
  if (found.success) return found.data
  const [problem] = found.error.issues
  throw new AppError(
    'request/invalid',
    `The data of "${type}" is wrong: ${problem?.path.join('.')}: ${problem?.message}`,
  )
}
