import { type KnownVoices, readCustomVoices } from '#app/open-custom-voices.ts'
import { rememberFfmpeg } from '#media/ffmpeg.ts'
import { systemRecord } from '#server/v1/voice-record.ts'
import type { CommandContext } from './command-context.ts'
import { type FoundVoice, findVoice } from './voices-find.ts'
import { consentLines, factLines, nameOfLanguage, ownLines } from './voices-lines.ts'
import { consentRecord, ownRecord, recordingRecord } from './voices-record.ts'

/** Shows everything about one voice; of a deleted one, the consent. Throws AppError, UsageError. */
export async function showVoice(
  asked: string,
  json: boolean | undefined,
  { environment: { home, ffmpeg }, stop }: CommandContext,
): Promise<void> {
  const known = readCustomVoices(home)
  try {
    const { record, lines } = await describe(known, findVoice(known, asked), (id) =>
      known.recording(id, rememberFfmpeg(ffmpeg), stop),
    )
    console.log(json ? JSON.stringify(record, null, 1) : lines.join('\n'))
  } finally {
    known.close()
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
    const { id, name, gender, language, character, sample } = found.voice
    const facts = [
      ['id', id],
      ['language', nameOfLanguage(language)],
      ['sounds', `${gender}; ${character}`],
      ['says', sample],
    ] as const
    return {
      record: systemRecord(found.voice),
      lines: [`${name}: a system voice`, ...factLines(facts)],
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
  const [consent, recording] = [consentOf(voice.id), await recordingOf(voice.id)]
  return {
    record: { ...ownRecord(voice, consent), recording: recordingRecord(recording) },
    lines: ownLines(voice, consent, { found: recording }),
  }
}
