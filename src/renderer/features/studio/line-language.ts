import type { StudioVoice } from '#renderer/voice.ts'
import { type LanguageCode, languageInfo, languageOf } from '#shared/languages/languages.ts'
import type { ScriptLine } from '#shared/script.ts'

/** What a text is likeliest in, where that is in doubt. */
export interface LanguageDoubt {
  /** The text that was looked at; for any other the doubt says nothing. */
  readonly text: string
  readonly language: LanguageCode
  /** Probability, from 0 to 1. */
  readonly confidence: number
}

/** The doubt about the language of a line, if there is one and nobody has chosen the language. */
export function doubtAbout(
  line: ScriptLine,
  doubts: Readonly<Record<string, LanguageDoubt | undefined>>,
): LanguageDoubt | undefined {
  const doubt = doubts[line.id]
  return doubt?.text === line.text && !line.languageChosen ? doubt : undefined
}

/** Language in which a line is spoken: its own, or that of its voice. */
export function spokenLanguage(line: ScriptLine, voice: StudioVoice | undefined): LanguageCode {
  return line.language ?? ownLanguage(voice) ?? 'en'
}

/** Returns the line with another language. The voice's own language is not stored. */
export function withLanguage(
  line: ScriptLine,
  language: LanguageCode | undefined,
  voice: StudioVoice | undefined,
): ScriptLine {
  const { language: _, ...rest } = line
  const isOwn = language === undefined || language === ownLanguage(voice)
  return isOwn ? rest : { ...rest, language }
}

/** Returns the line with its detected language, unless the user chose one; the same object if nothing changes. */
export function withDetectedLanguage(
  line: ScriptLine,
  detected: LanguageCode,
  voice: StudioVoice | undefined,
): ScriptLine {
  if (line.languageChosen || spokenLanguage(line, voice) === detected) return line
  // It is as likely to be detected wrongly as to be asked of a voice that cannot speak it.
  if (!speaks(voice, detected)) return line
  return withLanguage(line, detected, voice)
}

/**
 * Returns the line with another voice. The text keeps its language; an empty line, or one whose letters are typical of
 * the new voice's language, takes that language. A voice of a pack that does not speak the language speaks its own, unless
 * the user chose one.
 */
export function withVoice(
  line: ScriptLine,
  before: StudioVoice | undefined,
  after: StudioVoice,
): ScriptLine {
  const own = ownLanguage(after)
  const isUndecided = line.language === undefined && !line.languageChosen
  const followsVoice = isUndecided && (line.text.trim() === '' || looksLike(own, line))
  const language = followsVoice ? own : spokenLanguage(line, before)
  const isSpoken = line.languageChosen || language === undefined || speaks(after, language)
  return withLanguage({ ...line, voice: after.id }, isSpoken ? language : undefined, after)
}

function speaks(voice: StudioVoice | undefined, language: LanguageCode): boolean {
  const languages = voice?.kind === 'system' ? voice.languages : undefined
  return !languages || languages.includes(language)
}

function ownLanguage(voice: StudioVoice | undefined): LanguageCode | undefined {
  return voice && languageOf(voice.language)
}

/** Whether a text has letters of the language, or of its script, that English lacks. */
function looksLike(language: LanguageCode | undefined, { text }: ScriptLine): boolean {
  if (language === undefined) return false
  const { script, letters } = languageInfo(language)
  const written = text.normalize('NFC').toLowerCase()
  const hasScript = script !== 'Latin' && new RegExp(`\\p{Script=${script}}`, 'u').test(written)
  return hasScript || [...letters].some((letter) => written.includes(letter))
}
