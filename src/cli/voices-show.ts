import { type KnownVoices, readCustomVoices } from '#app/open-custom-voices.ts'
import { rememberFfmpeg } from '#media/ffmpeg.ts'
import { systemRecord } from '#server/v1/voice-record.ts'
import type { Environment } from './environment.ts'
import { type FoundVoice, findVoice } from './voices-find.ts'
import { consentLines, factLines, ownLines } from './voices-lines.ts'
import { type Given, nameOfLanguage } from './voices-options.ts'
import { consentRecord, ownRecord, recordingRecord } from './voices-record.ts'

/** Everything that is known of one voice; of one that was deleted, what was agreed to. */
export async function showVoice(
  asked: string,
  { json }: Given,
  { home, ffmpeg }: Environment,
  stop: AbortSignal,
): Promise<number> {
  const known = readCustomVoices(home)
  try {
    const { record, lines } = await describe(known, findVoice(known, asked), (id) =>
      known.recording(id, rememberFfmpeg(ffmpeg), stop),
    )
    console.log(json ? JSON.stringify(record, null, 1) : lines.join('\n'))
  } finally {
    known.close()
  }
  return 0
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
      lines: [`${name}: a voice of the system`, ...factLines(facts)],
    }
  }
  if (found.kind === 'deleted') {
    const { id, consent } = found
    const record = { voice_id: id, kind: 'custom', status: 'deleted', recording: null }
    return {
      record: { ...record, consent: consentRecord(consent) },
      lines: [`${id} was deleted. What was agreed to is kept.`, ...consentLines(consent)],
    }
  }
  const { voice } = found
  const [consent, recording] = [consentOf(voice.id), await recordingOf(voice.id)]
  return {
    record: { ...ownRecord(voice, consent), recording: recordingRecord(recording) },
    lines: ownLines(voice, consent, { found: recording }),
  }
}
