import type { LanguageCode } from '#shared/languages/languages.ts'
import type { TranslationStyle } from '#shared/translation.ts'
import { amharicStyle } from './amharic.ts'
import { englishStyle } from './english.ts'
import { hausaStyle } from './hausa.ts'
import type { StyledText, StyleRules } from './style-rules.ts'
import { yorubaStyle } from './yoruba.ts'

/**
 * Languages with rules. Igbo addresses one person as i and gị whoever it is, and Nigerian Pidgin as you: respect is in
 * titles and greetings, which no rule can choose.
 */
const RULES: Partial<Readonly<Record<LanguageCode, StyleRules>>> = {
  en: englishStyle,
  yo: yorubaStyle,
  ha: hausaStyle,
  am: amharicStyle,
}

/**
 * Brings a translated text nearer to a style by the rules of its language (docs/translation.md). Yoruba must have its marks.
 * @example `applyStyle('Ṣé o ti jẹun?', 'yo', { tone: 'neutral', formality: 'formal' })` gives "Ṣé ẹ ti jẹun?".
 */
export function applyStyle(
  text: string,
  language: LanguageCode,
  style: TranslationStyle,
): StyledText {
  return RULES[language]?.(style)?.(text) ?? { text, isUsed: false }
}

/**
 * Whether the rules of a language leave out the tone that is asked for: all but those of English know forms of address alone, and
 * those make a text warm or professional where that does not contradict its formality.
 */
export function isToneLeftOut(
  language: LanguageCode,
  { tone, formality }: TranslationStyle,
): boolean {
  if (tone === 'neutral') return false
  if (language !== 'en' || tone === 'narration') return true
  return tone === 'warm' && formality === 'formal'
}
