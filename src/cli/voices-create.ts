import type { VoiceOrder } from '#app/custom-voices/custom-voices.ts'
import { openCustomVoices, readCustomVoices } from '#app/open-custom-voices.ts'
import { rememberFfmpeg } from '#media/ffmpeg.ts'
import { OWNER } from '#shared/access.ts'
import { CONSENT_STATEMENT, RECORDING_WARNINGS } from '#shared/custom-voices.ts'
import type { StoredVoice } from '#storage/db/voices.ts'
import type { Environment } from './environment.ts'
import { UsageError } from './help.ts'
import { recordingBytes, STANDARD_INPUT, transcriptOf } from './voices-input.ts'
import { ownLines } from './voices-lines.ts'
import { type Given, languageNamed } from './voices-options.ts'
import { ownRecord } from './voices-record.ts'

/** Who gave consent, as it is kept: whoever may run commands on this data folder. */
const MAKER = { account: OWNER, tokenName: 'the command line' }

/** Makes a voice of a recording, in this process; its record goes to standard output, what was noticed beside it. */
export async function createVoice(
  _: string,
  given: Given,
  environment: Environment,
  stop: AbortSignal,
): Promise<number> {
  const { audio, transcript, name, language } = given
  if (audio === undefined)
    throw new UsageError('Name the recording: --audio FILE, or --audio - for standard input.')
  if (transcript === undefined)
    throw new UsageError(
      'Give the words that are heard in the recording: --transcript TEXT, or --transcript @FILE.',
    )
  if (name === undefined) throw new UsageError('Give the voice a name: --name NAME.')
  if (audio === STANDARD_INPUT && transcript === `@${STANDARD_INPUT}`)
    throw new UsageError('Standard input is either the recording or its words: give one a file.')
  if (!given.consent)
    throw new UsageError(
      `A voice is made only with consent. If this holds, say so with --consent:\n  “${CONSENT_STATEMENT}”`,
    )
  const spoken = language === undefined ? undefined : languageNamed(language)
  const words = await transcriptOf(transcript, stop)
  const order = { name, transcript: words, language: spoken, consent: given.consent }
  const voice = await make(order, audio, environment, stop)
  for (const warning of voice.warnings) console.error(RECORDING_WARNINGS[warning])
  tell(voice, given.json, environment.home)
  return 0
}

async function make(
  order: VoiceOrder,
  audio: string,
  { home, resources, ffmpeg }: Environment,
  stop: AbortSignal,
): Promise<StoredVoice> {
  // A file that is not there must not cost a data folder.
  const bytes = await recordingBytes(audio, stop)
  const onBug = (error: unknown): void => console.error(error)
  const voices = openCustomVoices({ home, resources, getFfmpeg: rememberFfmpeg(ffmpeg), onBug })
  try {
    const recording = await voices.receive(bytes)
    return await voices.create(order, recording, MAKER, stop)
  } finally {
    voices.close()
  }
}

function tell(voice: StoredVoice, json: boolean, home: string): void {
  const known = readCustomVoices(home)
  try {
    const consent = known.consent(voice.id)
    if (json) console.log(JSON.stringify(ownRecord(voice, consent)))
    else console.log(ownLines({ ...voice, warnings: [] }, consent).join('\n'))
  } finally {
    known.close()
  }
}
