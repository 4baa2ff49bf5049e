import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { openCustomVoices, readCustomVoices } from '#app/open-custom-voices.ts'
import type { LibraryPlace } from '#app/open-service.ts'
import { rememberFfmpeg } from '#media/ffmpeg.ts'
import { customRecord } from '#server/v1/voice-record.ts'
import { OWNER } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { StoredVoice } from '#storage/db/voices.ts'
import type { CommandContext } from './command-context.ts'
import { libraryPlaceOf } from './database-option.ts'
import type { Environment } from './environment.ts'
import { blobsOf } from './serve-options.ts'
import { UsageError } from './usage-error.ts'
import { plain } from './verdict-lines.ts'
import { findVoice } from './voices-find.ts'

interface DeleteOptions {
  readonly yes?: boolean
  readonly json?: boolean
}

/** Deletes a custom voice once its consequences are agreed to; a running server notices at once. Throws AppError, UsageError. */
export async function runVoicesDelete(
  asked: string,
  { yes, json }: DeleteOptions,
  context: CommandContext,
): Promise<void> {
  const { environment, stop } = context
  const { voice, lines } = await ownVoice(libraryPlaceOf(environment), asked)
  if (!yes) {
    const consequences = consequencesOf(voice, lines)
    if (!process.stdin.isTTY) throw new UsageError(`${consequences}\nConfirm it with --yes.`)
    console.error(consequences)
    if (!(await isAgreed(process.stdin, process.stderr, stop))) {
      console.error('Nothing was deleted.')
      context.exitCode = 1
      return
    }
  }
  await remove(voice.id, environment)
  if (json) console.log(JSON.stringify({ ...customRecord(voice), status: 'deleted' }))
  else console.log(`Deleted “${plain(voice.name)}” (${voice.id}).`)
}

async function ownVoice(
  place: LibraryPlace,
  asked: string,
): Promise<{ voice: StoredVoice; lines: number }> {
  const known = await readCustomVoices(place)
  try {
    const found = await findVoice(known, asked)
    if (found.kind === 'own')
      return { voice: found.voice, lines: known.linesSpokenBy(found.voice.id) }
    if (found.kind === 'system')
      throw new AppError(
        'voice/permanent',
        `${found.voice.name} is a system voice and cannot be deleted. Only your own voices can, by their id.`,
      )
    throw new AppError('voice/not-found', `The voice ${found.id} is deleted already.`)
  } finally {
    await known.close()
  }
}

function consequencesOf({ id, name }: StoredVoice, lines: number): string {
  const used =
    lines === 0
      ? ''
      : ` ${lines === 1 ? 'One line' : `${lines} lines`} of your script would need another voice.`
  return `Deleting “${plain(name)}” (${id}) removes its recording from disk and stops whatever is being spoken with it, in every program.${used} The consent is kept, without any sound. This cannot be undone.`
}

/** Asks a person. Answers true for yes; the end of the input is no. Rejects with AbortError when `stop` is aborted. */
export async function isAgreed(
  input: Readable,
  output: Writable,
  stop: AbortSignal,
): Promise<boolean> {
  // Without a terminal's line editing, Ctrl-C stays a signal.
  const terminal = createInterface({ input, output, terminal: false })
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  terminal.once('close', () => resolve(''))
  try {
    const answer = terminal.question('Delete it? Write yes to confirm: ', { signal: stop })
    return /^y(es)?$/i.test((await Promise.race([answer, ended])).trim())
  } finally {
    terminal.close()
  }
}

async function remove(id: string, environment: Environment): Promise<void> {
  const { resources, ffmpeg } = environment
  const onBug = (error: unknown): void => console.error(error)
  const voices = await openCustomVoices({
    ...libraryPlaceOf(environment),
    resources,
    blobs: blobsOf(undefined, environment),
    getFfmpeg: rememberFfmpeg(ffmpeg),
    onBug,
  })
  try {
    await voices.delete(OWNER, id)
  } finally {
    await voices.close()
  }
}
