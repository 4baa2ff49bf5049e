import { type KnownVoices, readCustomVoices } from '#app/open-custom-voices.ts'
import { rememberFfmpeg } from '#media/ffmpeg.ts'
import { systemRecord } from '#server/v1/voice-record.ts'
import type { VoicePack } from '#shared/voices.ts'
import type { CommandContext } from './command-context.ts'
import { libraryPlaceOf } from './database-option.ts'
import { openInstalledVoices } from './installed-voices.ts'
import { blobsOf } from './serve-options.ts'
import { type FoundVoice, findVoice } from './voices-find.ts'
import { consentLines, factLines, nameOfLanguage, ownLines } from './voices-lines.ts'
import { consentRecord, ownRecord, recordingRecord } from './voices-record.ts'

/** Shows everything about one voice; of a deleted one, the consent. Throws AppError, UsageError. */
export async function showVoice(
  asked: string,
  json: boolean | undefined,
  { environment, stop }: CommandContext,
): Promise<void> {
  const { ffmpeg } = environment
  const packs = await openInstalledVoices(environment)
  const known = await readCustomVoices(libraryPlaceOf(environment), blobsOf(undefined, environment))
  try {
    const { record, lines } = await describe(known, await findVoice(known, asked), (id) =>
      known.recording(id, rememberFfmpeg(ffmpeg), stop),
    )
    console.log(json ? JSON.stringify(record, null, 1) : lines.join('\n'))
  } finally {
    packs.close()
    await known.close()
  }
}

interface Description {
  readonly record: unknown
  readonly lines: readonly string[]
}

async function describe(
  { consent: consentOf }: KnownVoices,
  found: FoundVoice,
  recordingOf: (id: string) => ReturnType<KnownVoices['recording']>,
): Promise<Description> {
  if (found.kind === 'system') {
    const { id, name, gender, language, character, sample, pack, languages } = found.voice
    const facts = [
      ['id', id],
      ['language', nameOfLanguage(language)],
      ['sounds', `${gender}; ${character}`],
      ['says', sample],
      ...(languages ? ([['speaks', languages.map(nameOfLanguage).join(', ')]] as const) : []),
      ...(pack ? ([['licence', licenceOf(pack)]] as const) : []),
    ] as const
    return {
      record: systemRecord(found.voice),
      lines: [
        `${name}: ${pack ? `a voice of the pack ${pack.id}` : 'a system voice'}`,
        ...factLines(facts),
      ],
    }
  }
  if (found.kind === 'deleted') {
    const { id, consent } = found
    const record = { voice_id: id, kind: 'custom', status: 'deleted', recording: null }
    return {
      record: { ...record, consent: consentRecord(consent) },
      lines: [`${id} was deleted. The consent is kept.`, ...consentLines(consent)],
    }
  }
  const { voice } = found
  const [consent, recording] = [await consentOf(voice.id), await recordingOf(voice.id)]
  return {
    record: { ...ownRecord(voice, consent), recording: recordingRecord(recording) },
    lines: ownLines(voice, consent, { found: recording }),
  }
}

function licenceOf({ licence, commercialUse }: VoicePack): string {
  return commercialUse ? licence : `${licence}: not for commercial use`
}
