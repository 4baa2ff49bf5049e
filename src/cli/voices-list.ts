import { type KnownVoices, readCustomVoices } from '#app/open-custom-voices.ts'
import { systemRecord } from '#server/v1/voice-record.ts'
import { OWNER } from '#shared/access.ts'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { systemVoices } from '#speech/engines/registry.ts'
import type { Consent, StoredVoice } from '#storage/db/voices.ts'
import type { CommandContext } from './command-context.ts'
import { libraryPlaceOf } from './database-option.ts'
import { openInstalledVoices } from './installed-voices.ts'
import { languageNamed } from './option-values.ts'
import { UsageError } from './usage-error.ts'
import { plain } from './verdict-lines.ts'
import { inColumns, nameOfLanguage } from './voices-lines.ts'
import { ownRecord } from './voices-record.ts'

interface ListOptions {
  readonly language?: string
  readonly own?: boolean
  readonly system?: boolean
  readonly json?: boolean
}

/** Lists the system voices and those of installed packs by language, then custom voices, the newest first. Throws UsageError. */
export async function listVoices(
  { language, own, system, json }: ListOptions,
  { environment }: CommandContext,
): Promise<void> {
  if (own && system)
    throw new UsageError('Give either --own or --system. Without them, both are listed.')
  const asked = language === undefined ? undefined : languageNamed(language)
  const isAsked = (code: LanguageCode): boolean => asked === undefined || asked === code
  const packs = await openInstalledVoices(environment)
  const voices = systemVoices().filter((voice) => !own && isAsked(voice.language))
  packs.close()
  const known = await readCustomVoices(libraryPlaceOf(environment))
  try {
    const ownVoices = await agreedVoices(known, ({ spokenLanguage }) =>
      Boolean(!system && isAsked(spokenLanguage)),
    )
    if (json) console.log(JSON.stringify(recordsOf(voices, ownVoices), null, 1))
    else {
      const lines = [...systemLines(voices), ...(system ? [] : ownList(ownVoices))]
      console.log(lines.join('\n'))
    }
  } finally {
    await known.close()
  }
}

/** A voice of one's own, with what was agreed to. */
interface AgreedVoice {
  readonly voice: StoredVoice
  readonly consent: Consent | undefined
}

async function agreedVoices(
  { list, consent }: KnownVoices,
  isWanted: (voice: StoredVoice) => boolean,
): Promise<readonly AgreedVoice[]> {
  const agreed: AgreedVoice[] = []
  for (const voice of (await list(OWNER)).filter(isWanted))
    agreed.push({ voice, consent: await consent(voice.id) })
  return agreed
}

function recordsOf(voices: readonly VoiceInfo[], ownVoices: readonly AgreedVoice[]): unknown[] {
  const ownRecords = ownVoices.map(({ voice, consent }) => ownRecord(voice, consent))
  return [...voices.map(systemRecord), ...ownRecords]
}

function systemLines(voices: readonly VoiceInfo[]): string[] {
  const rows = inColumns(
    voices.map(({ id, name, gender, character }) => [`  ${id}`, name, gender, character]),
  )
  return LANGUAGES.flatMap(({ code, name }) => {
    const ofIt = rows.filter((_, i) => voices[i]?.language === code)
    return ofIt.length === 0 ? [] : [name, ...ofIt]
  })
}

function ownList(voices: readonly AgreedVoice[]): string[] {
  if (voices.length === 0)
    return ['Your own: none. "griot voices create" makes one from a recording of 2 to 30 s.']
  const rows = voices.map(({ voice, consent }) => [
    `  ${voice.id}`,
    plain(voice.name),
    nameOfLanguage(voice.spokenLanguage),
    `made ${voice.createdAt.slice(0, 10)}`,
    `${agreement(consent?.givenAt)}, ${warningsIn(voice.warnings.length)}`,
  ])
  return ['Your own', ...inColumns(rows)]
}

const agreement = (givenAt: string | undefined): string =>
  givenAt === undefined ? 'no consent on record' : `agreed ${givenAt.slice(0, 10)}`

const warningsIn = (count: number): string =>
  count === 0 ? 'no warnings' : `${count} ${count === 1 ? 'warning' : 'warnings'}`
