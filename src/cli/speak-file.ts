import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Caller } from '#app/access/caller.ts'
import type { App } from '#app/app.ts'
import { writeAnswer } from '#app/exports/write-answer.ts'
import { findVoiceAndLanguage } from '#server/v1/find-voice.ts'
import { OWNER, SCOPES } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { Bitrate, StreamFormat } from '#shared/formats.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { type VerifyOne, verdictOn } from './verified-file.ts'
import { voiceIdIn } from './voices-find.ts'

/** For whom commands work that speak without a server. */
export const COMMAND_LINE: Caller = {
  ...{ account: OWNER, kind: 'key', tokenId: 'command line', tokenName: 'command line' },
  scopes: new Set(SCOPES),
}

/** A text on its way into a file. */
export interface FileOrder {
  readonly text: string
  /** Id or name of a voice; empty: that of the settings, or of the language. */
  readonly voice: string
  readonly language: LanguageCode | undefined
  readonly speed: number
  readonly format: StreamFormat
  readonly bitrate: Bitrate
}

/** What was spoken into a file. */
export interface SpokenFile {
  readonly voice: string
  readonly language: LanguageCode | undefined
  readonly seconds: number
}

/** Speaks a text into a file, which appears when it is whole and signed. Throws AppError, UsageError and what `stop` throws. */
export async function speakFile(
  app: App,
  { text, voice: asked, language: told, speed, format, bitrate }: FileOrder,
  path: string,
  stop: AbortSignal,
): Promise<SpokenFile> {
  if (text.trim() === '') throw new AppError('text/empty', 'There is nothing to say.')
  const name = await voiceIdIn(app, asked)
  const { voice, language } = await findVoiceAndLanguage(app, COMMAND_LINE, name, text, told)
  let seconds = 0
  const onSound = (more: number): void => {
    seconds += more
  }
  const request = { text, voice, language, speed }
  const by = { requestId: randomUUID(), account: OWNER, keyName: COMMAND_LINE.tokenName }
  const sound = await app.render(request, { format, bitrate, onSound }, by, stop)
  await writeAnswer(path, sound, stop)
  return { voice, language, seconds: Math.round(seconds * 100) / 100 }
}

/**
 * Throws AppError('request/invalid') where a file lies at `path` that Griot has not made here, or that was changed since: no command
 * that speaks into files by itself may replace it.
 */
export async function refuseForeign(app: App, path: string, stop: AbortSignal): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return
  const verifyOne: VerifyOne = (file, sidecar) => app.provenance.verifyFile(file, sidecar, stop)
  const isOurs =
    found.isFile() && (await verdictOn(path, undefined, verifyOne)).kind === 'made-here'
  if (!isOurs)
    throw new AppError(
      'request/invalid',
      `"${path}" is there already and is not as Griot has made it, so it is not replaced. Move it away.`,
    )
}
