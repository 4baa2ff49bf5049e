import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { openCustomVoices, readCustomVoices } from '#app/open-custom-voices.ts'
import { rememberFfmpeg } from '#media/ffmpeg.ts'
import { customRecord } from '#server/v1/voice-record.ts'
import { OWNER } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { StoredVoice } from '#storage/db/voices.ts'
import type { Environment } from './environment.ts'
import { UsageError } from './help.ts'
import { plain } from './verdict-lines.ts'
import { findVoice } from './voices-find.ts'
import type { Given } from './voices-options.ts'

/** Deletes a voice of one's own, after its consequences were said and agreed to; a server that runs notices at once. */
export async function deleteVoice(
  asked: string,
  { yes, json }: Given,
  environment: Environment,
  stop: AbortSignal,
): Promise<number> {
  const { voice, lines } = ownVoice(environment.home, asked)
  if (!yes) {
    const consequences = consequencesOf(voice, lines)
    if (!process.stdin.isTTY) throw new UsageError(`${consequences}\nSay so with --yes.`)
    console.error(consequences)
    if (!(await isAgreed(process.stdin, process.stderr, stop))) {
      console.error('Nothing was deleted.')
      return 1
    }
  }
  await remove(voice.id, environment)
  if (json) console.log(JSON.stringify({ ...customRecord(voice), status: 'deleted' }))
  else console.log(`Deleted “${plain(voice.name)}” (${voice.id}).`)
  return 0
}

function ownVoice(home: string, asked: string): { voice: StoredVoice; lines: number } {
  const known = readCustomVoices(home)
  try {
    const found = findVoice(known, asked)
    if (found.kind === 'own')
      return { voice: found.voice, lines: known.linesSpokenBy(found.voice.id) }
    if (found.kind === 'system')
      throw new AppError(
        'voice/permanent',
        `${found.voice.name} is a system voice and cannot be deleted. Only your own can, by their id.`,
      )
    throw new AppError('voice/not-found', `The voice ${found.id} is deleted already.`)
  } finally {
    known.close()
  }
}

function consequencesOf({ id, name }: StoredVoice, lines: number): string {
  const used =
    lines === 0
      ? ''
      : ` ${lines === 1 ? 'One line' : `${lines} lines`} of your script would need another voice.`
  return `Deleting “${plain(name)}” (${id}) removes its recording from disk and ends whatever speaks with it, in every program.${used} What was agreed to is kept, without any sound. It cannot be taken back.`
}

/** Whether a person answers with yes; the end of the input is no answer. Rejects with AbortError when `stop` is aborted. */
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
    const answer = terminal.question('Delete it? Write yes to do so: ', { signal: stop })
    return /^y(es)?$/i.test((await Promise.race([answer, ended])).trim())
  } finally {
    terminal.close()
  }
}

async function remove(id: string, { home, resources, ffmpeg }: Environment): Promise<void> {
  const onBug = (error: unknown): void => console.error(error)
  const voices = openCustomVoices({ home, resources, getFfmpeg: rememberFfmpeg(ffmpeg), onBug })
  try {
    await voices.delete(OWNER, id)
  } finally {
    voices.close()
  }
}
