import type { Readable } from 'node:stream'
import type { App } from '#app/app.ts'
import type { LiveFormat } from '#app/live/live-sound.ts'
import { createLiveSpeech, type LiveEvent } from '#app/live/live-speech.ts'
import { findVoice, languageOfText, languageOfVoice } from '#server/v1/find-voice.ts'
import { OWNER } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { TEXT_LIMIT } from '#shared/script.ts'
import { COMMAND_LINE } from './speak-file.ts'
import { voiceIdIn } from './voices-find.ts'

/** How a live text is spoken. */
export interface LiveInputOrder {
  /** Empty: the voice of the settings, or of the language. */
  readonly voice: string
  readonly language: LanguageCode | undefined
  readonly speed: number
  readonly format: LiveFormat
  /** After how long without more text a whole sentence is spoken, in milliseconds. */
  readonly quietMs: number
}

/** Pieces of a text that are handed over at once: none is longer than what may wait. */
const PIECE = 2_000

/**
 * Speaks `input` sentence by sentence while it comes, in one stream of sound without a header, to `write`, which is waited for. Resolves
 * when all has been written. A sentence that fails goes to `onFailure`, and the next one follows. Throws AppError, UsageError and what
 * `write` and `stop` throw.
 */
export async function speakLive(
  app: App,
  input: Readable,
  order: LiveInputOrder,
  parts: {
    readonly write: (sound: Uint8Array) => Promise<void>
    readonly onFailure: (error: unknown) => void
    readonly stop: AbortSignal
  },
): Promise<void> {
  const { write, onFailure, stop } = parts
  const named = await voiceIdIn(app, order.voice)
  const voice = await findVoice(app, COMMAND_LINE, named, order.language)
  const done = Promise.withResolvers<void>()
  done.promise.catch(() => undefined)
  let progressed = Promise.withResolvers<void>()
  const emit = async (event: LiveEvent): Promise<void> => {
    if (event.kind === 'chunk') await write(event.audio)
    if (event.kind === 'failed') onFailure(event.error)
    if (event.kind === 'done') done.resolve()
    progressed.resolve()
    progressed = Promise.withResolvers()
  }
  const { language, speed, format, quietMs } = order
  const live = createLiveSpeech(
    {
      async *speak(request, signal) {
        const spoken =
          request.language ?? (await languageOfText(app, COMMAND_LINE, voice, request.text))
        yield* app.speak({ ...request, language: spoken }, OWNER, signal)
      },
      emit: (event) =>
        emit(event).catch((error: unknown) => {
          done.reject(error)
          live.close()
        }),
      after(milliseconds, run) {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
      textLimit: TEXT_LIMIT,
      onBug: done.reject,
    },
    {
      request: { voice, language, speed },
      language: language ?? (await languageOfVoice(app, COMMAND_LINE, voice)) ?? 'en',
      ...{ format, mayFallBack: false, quietMs },
    },
  )
  const end = (): void => done.reject(stop.reason)
  stop.addEventListener('abort', end, { once: true })
  if (stop.aborted) end()
  /** Hands over what has room; the rest waits, and so does whoever writes it. */
  const append = async (text: string): Promise<void> => {
    for (;;) {
      const next = progressed.promise
      try {
        return live.append(text)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'text/too-long') throw error
        await Promise.race([next, done.promise])
      }
    }
  }
  const appendAll = async (): Promise<void> => {
    for await (const piece of input.setEncoding('utf8'))
      for (let at = 0; at < String(piece).length; at += PIECE)
        await append(String(piece).slice(at, at + PIECE))
    live.end()
  }
  try {
    // The input may stay silent for long after nobody can hear it any more.
    await Promise.race([appendAll(), done.promise])
    await done.promise
  } catch (error) {
    stop.throwIfAborted()
    throw error
  } finally {
    stop.removeEventListener('abort', end)
    input.destroy()
    live.close()
  }
}
