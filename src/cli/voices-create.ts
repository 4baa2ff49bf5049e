import type { VoiceRequest } from '#app/custom-voices/custom-voices.ts'
import { openCustomVoices, readCustomVoices } from '#app/open-custom-voices.ts'
import type { LibraryPlace } from '#app/open-service.ts'
import { rememberFfmpeg } from '#media/ffmpeg.ts'
import { OWNER } from '#shared/access.ts'
import { CONSENT_STATEMENT, warningText } from '#shared/custom-voices.ts'
import type { StoredVoice } from '#storage/db/voices.ts'
import type { CommandContext } from './command-context.ts'
import { libraryPlaceOf } from './database-option.ts'
import type { Environment } from './environment.ts'
import { languageNamed } from './option-values.ts'
import { blobsOf } from './serve-options.ts'
import { UsageError } from './usage-error.ts'
import { recordingBytes, STANDARD_INPUT, transcriptOf } from './voices-input.ts'
import { ownLines } from './voices-lines.ts'
import { ownRecord } from './voices-record.ts'

/** Giver of the consent as it is stored: whoever may run commands on this data folder. */
const MAKER = { account: OWNER, tokenName: 'the command line' }

interface CreateOptions {
  readonly audio: string
  /** The words, or @ and the name of a file. */
  readonly transcript: string
  readonly name: string
  readonly language?: string
  readonly consent?: boolean
  readonly json?: boolean
}

/** Makes a voice from a recording, in this process. Its record goes to standard output, warnings go to standard error. */
export async function runVoicesCreate(
  { audio, transcript, name, language, consent = false, json }: CreateOptions,
  { environment, stop }: CommandContext,
): Promise<void> {
  if (audio === STANDARD_INPUT && transcript === `@${STANDARD_INPUT}`)
    throw new UsageError(
      'Standard input is either the recording or its words. Give a file for the other one.',
    )
  if (!consent)
    throw new UsageError(
      `A voice is made only with consent. If this statement holds, confirm it with --consent:\n  “${CONSENT_STATEMENT}”`,
    )
  const spoken = language === undefined ? undefined : languageNamed(language)
  const words = await transcriptOf(transcript, stop)
  const voice = await make(
    { name, transcript: words, language: spoken, consent },
    audio,
    environment,
    stop,
  )
  for (const warning of voice.warnings) console.error(warningText(warning, voice.misfit))
  await print(voice, json, libraryPlaceOf(environment))
}

async function make(
  order: VoiceRequest,
  audio: string,
  environment: Environment,
  stop: AbortSignal,
): Promise<StoredVoice> {
  // A file that does not exist must not create a data folder.
  const bytes = await recordingBytes(audio, stop)
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
    const recording = await voices.receive(bytes)
    return await voices.create(order, recording, MAKER, stop)
  } finally {
    await voices.close()
  }
}

async function print(
  voice: StoredVoice,
  json: boolean | undefined,
  place: LibraryPlace,
): Promise<void> {
  const known = await readCustomVoices(place)
  try {
    const consent = await known.consent(voice.id)
    if (json) console.log(JSON.stringify(ownRecord(voice, consent)))
    else console.log(ownLines({ ...voice, warnings: [] }, consent).join('\n'))
  } finally {
    await known.close()
  }
}
