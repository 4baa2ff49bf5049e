import {
  spokenLanguage,
  withDetectedLanguage,
  withLanguage,
} from '#renderer/features/studio/line-language.ts'
import { t } from '#renderer/i18n/i18n.ts'
import type { StudioVoice } from '#renderer/voice.ts'
import type { Piece } from '#shared/imports.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import {
  type CastMember,
  LINE_SPEED,
  type ScriptLine,
  type ScriptSettings,
} from '#shared/script.ts'
import { knownVoices, proposeVoices } from './cast-voices.ts'
import { findNames, type ReadLine, readPieces } from './script-reading.ts'
import { foldName } from './speaker-name.ts'

/** Key of the lines that nobody is named for. */
export const NO_NAME = ''
/** Most letters of a name that the project remembers. */
const LONGEST_NAME = 80
const LONGEST_COMMENT = 2_000

/** What an import is planned from. */
export interface ImportOrder {
  readonly pieces: readonly Piece[]
  readonly voices: readonly StudioVoice[]
  /** Names and voices that the project remembers. */
  readonly remembered: Readonly<Record<string, CastMember>>
  /** Voice of the lines without a name; empty: one that fits their language. */
  readonly defaultVoice: string
  /** What a person has chosen: for a folded name, a voice, or '' where it is no name. */
  readonly chosen: ReadonlyMap<string, string>
  readonly speaksDirections: boolean
  /** Languages of texts that are known by now. */
  readonly languages: ReadonlyMap<string, LanguageCode>
}

/** A name of the script with its voice. */
export interface CastRow {
  /** Folded; `NO_NAME` for the lines that have none. */
  readonly key: string
  readonly name: string
  readonly lines: number
  /** Empty: it is no name, and its words are spoken. */
  readonly voice: string
  /** Of most of its lines, where that is known. */
  readonly language: LanguageCode | undefined
}

/** What will be in the script. */
export interface ImportPlan {
  readonly lines: readonly ReadLine[]
  readonly cast: readonly CastRow[]
  readonly directions: readonly string[]
  readonly notices: readonly string[]
}

/** Plans an import: its lines, and who speaks them. Voices follow the languages as these become known, unless a person has chosen. */
export function planImport(order: ImportOrder): ImportPlan {
  const { pieces, voices, remembered, chosen, speaksDirections, languages } = order
  const known = new Set(knownVoices(voices, remembered).keys())
  const found = findNames(pieces, known).map((name) => ({ ...name, key: foldName(name.name) }))
  const names = new Set(
    found
      .filter(({ key, isLikely }) => (chosen.has(key) ? chosen.get(key) !== '' : isLikely))
      .map(({ key }) => key),
  )
  const reading = readPieces(pieces, { names, speaksDirections })
  const spoken = reading.lines.filter(({ kind }) => kind === 'line')
  const bySpeaker = Map.groupBy(spoken, ({ speaker = NO_NAME }) => speaker)
  const languageOf = (key: string): LanguageCode | undefined =>
    mostFrequent(
      (bySpeaker.get(key) ?? []).flatMap((line) => languageOfLine(line, languages) ?? []),
    )
  const unnamed = bySpeaker.get(NO_NAME)?.length ?? 0
  const roles = found.filter(({ key }) => names.has(key))
  // The lines of nobody are read by the voice of the script, if it has any.
  const nobody = unnamed > 0 && order.defaultVoice === '' ? [{ key: NO_NAME, name: NO_NAME }] : []
  const proposed = proposeVoices(
    [...roles, ...nobody].map(({ key, name }) => ({ name, language: languageOf(key) })),
    voices,
    remembered,
  )
  const voiceOf = (key: string): string => chosen.get(key) ?? proposed.get(key) ?? ''
  const cast = found.map(({ key, name, lines }) => ({
    ...{ key, name, lines, language: languageOf(key) },
    voice: names.has(key) ? voiceOf(key) : '',
  }))
  const rest: CastRow = {
    ...{ key: NO_NAME, name: t(cast.length > 0 ? 'import:cast.noName' : 'import:cast.allLines') },
    ...{ lines: unnamed, voice: voiceOf(NO_NAME) || order.defaultVoice },
    language: languageOf(NO_NAME),
  }
  return { ...reading, cast: unnamed > 0 ? [...cast, rest] : cast }
}

/** The planned lines as they stand in the script, each with a new id. */
export function scriptLinesOf(
  { lines, cast }: Pick<ImportPlan, 'lines' | 'cast'>,
  { voices, languages, defaultVoice }: Pick<ImportOrder, 'voices' | 'languages' | 'defaultVoice'>,
  newId: () => string,
): ScriptLine[] {
  const voiceOf = new Map(cast.map(({ key, voice }) => [key, voice]))
  const byId = new Map(voices.map((voice) => [voice.id, voice]))
  return lines.map((line) => {
    const voice = voiceOf.get(line.speaker ?? NO_NAME) || defaultVoice || (voices[0]?.id ?? '')
    return scriptLineOf(line, newId(), voice, byId.get(voice), languages.get(line.text))
  })
}

function scriptLineOf(
  line: ReadLine,
  id: string,
  voice: string,
  known: StudioVoice | undefined,
  detected: LanguageCode | undefined,
): ScriptLine {
  const plain: ScriptLine = {
    ...{ id, text: line.text, speed: LINE_SPEED.normal, voice },
    ...(line.kind === 'chapter' && { kind: 'chapter' }),
    ...(line.heardAt && { heardAt: line.heardAt }),
    ...(line.directions.length > 0 && {
      comment: line.directions.join(' ').slice(0, LONGEST_COMMENT),
    }),
  }
  if (line.kind === 'chapter') return plain
  if (line.language) return { ...withLanguage(plain, line.language, known), languageChosen: true }
  return detected === undefined ? plain : withDetectedLanguage(plain, detected, known)
}

/** Settings of a project that remember the cast of an import. Names that it has already keep their spelling. */
export function withCast(
  settings: ScriptSettings | undefined,
  { cast }: Pick<ImportPlan, 'cast'>,
  speaksDirections: boolean,
): ScriptSettings {
  const members = new Map(Object.entries(settings?.cast ?? {}))
  const spelt = new Map([...members.keys()].map((name) => [foldName(name), name]))
  for (const { key, name, voice } of cast) {
    if (key === NO_NAME || voice === '') continue
    const known = spelt.get(key) ?? name.slice(0, LONGEST_NAME).toWellFormed()
    members.set(known, { ...members.get(known), voice })
  }
  const { speaksDirections: _, ...others } = settings ?? {}
  return {
    ...others,
    ...(members.size > 0 && { cast: Object.fromEntries(members) }),
    ...(speaksDirections && { speaksDirections }),
  }
}

/** How many lines are in each language, most frequent first. */
export function languageMix(
  lines: readonly ScriptLine[],
  voices: readonly StudioVoice[],
): readonly (readonly [LanguageCode, number])[] {
  const byId = new Map(voices.map((voice) => [voice.id, voice]))
  const counts = new Map<LanguageCode, number>()
  for (const line of lines) {
    if (line.kind === 'chapter') continue
    const language = spokenLanguage(line, byId.get(line.voice))
    counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return [...counts].toSorted((one, other) => other[1] - one[1])
}

function languageOfLine(
  line: ReadLine,
  languages: ReadonlyMap<string, LanguageCode>,
): LanguageCode | undefined {
  return line.language ?? languages.get(line.text)
}

function mostFrequent<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0]
}
