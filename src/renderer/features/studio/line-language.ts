import type { ScriptLine } from '#shared/script.ts'
import { type LanguageCode, languageOf } from '#shared/voices.ts'
import type { Voice } from './studio-store.ts'

/** The language a line is spoken in: its own choice, or else that of its voice. */
export function spokenLanguage(line: ScriptLine, voice: Voice | undefined): LanguageCode {
  return line.language ?? ownLanguage(voice) ?? 'en'
}

/** The line in another language; the voice's own is not written down, so that the line says nothing twice. */
export function withLanguage(
  line: ScriptLine,
  language: LanguageCode | undefined,
  voice: Voice | undefined,
): ScriptLine {
  const { language: _, ...rest } = line
  const isOwn = language === undefined || language === ownLanguage(voice)
  return isOwn ? rest : { ...rest, language }
}

/** The line in the language that its text was told to be in, unless a person chose one; the same line where that changes nothing. */
export function withDetectedLanguage(
  line: ScriptLine,
  detected: LanguageCode,
  voice: Voice | undefined,
): ScriptLine {
  if (line.languageChosen || spokenLanguage(line, voice) === detected) return line
  return withLanguage(line, detected, voice)
}

/**
 * The line said by someone else. What is written stays in its language, whoever says it; an empty line, or one whose
 * letters belong to the language of the new voice, goes over to that.
 */
export function withVoice(line: ScriptLine, before: Voice | undefined, after: Voice): ScriptLine {
  const own = ownLanguage(after)
  const isUndecided = line.language === undefined && !line.languageChosen
  const followsVoice = isUndecided && (line.text.trim() === '' || looksLike(own, line))
  const language = followsVoice ? own : spokenLanguage(line, before)
  return withLanguage({ ...line, voice: after.id }, language, after)
}

function ownLanguage(voice: Voice | undefined): LanguageCode | undefined {
  return voice && languageOf(voice.language)
}

/** Letters that a text in the language is likely to hold and that English does not use. */
const DISTINCTIVE_LETTERS: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  am: /\p{Script=Ethiopic}/u,
  ha: /[ɓɗƙƴ]/iu,
  ig: /[ịọụṅ]/iu,
  yo: /[ẹọṣ]/iu,
}

function looksLike(language: LanguageCode | undefined, { text }: ScriptLine): boolean {
  return (
    language !== undefined && (DISTINCTIVE_LETTERS[language]?.test(text.normalize('NFC')) ?? false)
  )
}
