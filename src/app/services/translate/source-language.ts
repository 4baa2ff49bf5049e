import { AppError } from '#shared/errors.ts'
import { type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import type { LanguageIdentifier } from '#speech/text/detect/languages.ts'
import { withoutSpans } from './spans.ts'

/** The language that a text is translated from, and how it is known. */
export interface SourceLanguage {
  readonly language: LanguageCode
  /** `assumed`: the text leaves doubt, as short ones do. */
  readonly basis: 'named' | 'detected' | 'assumed'
}

type Detected = Awaited<ReturnType<LanguageIdentifier['detect']>>

/** A text of fewer words can be in any language, whatever the probabilities are. */
const LEAST_WORDS = 3
/** Minimum probability of another language than the six, for a text to be refused. */
const SURE = 0.7
/** Minimum probability for a language to be assumed instead of English. */
const LIKELY = 0.5
const KNOWN_SCRIPTS = /[\p{Script=Latin}\p{Script=Ethiopic}]/u

/**
 * The language of a text to be translated, which is detected where it is sure, and otherwise assumed: English, unless one of
 * the others is likelier than not. Nigerian Pidgin shares most of its words with English: what is in doubt between the two is
 * in the one that is not the target. Undefined where the text has no words. Throws AppError('language/unsupported') where it is
 * in none of the languages, by its script or surely.
 */
export async function sourceLanguageOf(
  { text, target }: { readonly text: string; readonly target: LanguageCode },
  { identify, detect }: Pick<LanguageIdentifier, 'identify' | 'detect'>,
): Promise<SourceLanguage | undefined> {
  const words = withoutSpans(text)
  if (!/\p{L}/u.test(words)) return undefined
  const language = await identify(words)
  if (language) return { language, basis: 'detected' }
  const found = await detect(words)
  if (!KNOWN_SCRIPTS.test(words) || isForeign(words, found))
    throw new AppError(
      'language/unsupported',
      'This text does not seem to be in a language that Griot knows. If it is, name the language in "source", such as "en".',
    )
  return { language: assumed(found, target, words), basis: 'assumed' }
}

function isForeign(words: string, found: Detected): boolean {
  const count = (words.match(/[\p{L}\p{M}'’]+/gu) ?? []).length
  return count >= LEAST_WORDS && found?.language === 'other' && found.confidence >= SURE
}

function assumed(found: Detected, target: LanguageCode, words: string): LanguageCode {
  if (!found) return 'en'
  const { language, confidence } = found
  const probability = (code: LanguageCode): number =>
    [found, ...found.others].find((one) => one.language === code)?.confidence ?? 0
  if (target === 'en' && probability('pcm') > probability('en')) return 'pcm'
  if (language === 'other' || language === 'pcm') return 'en'
  const isWritable = new RegExp(`\\p{Script=${languageInfo(language).script}}`, 'u').test(words)
  return confidence >= LIKELY && isWritable && hasWord(words) ? language : 'en'
}

/** Whether there is a word of more than one letter: a single letter says nothing of its language. */
function hasWord(words: string): boolean {
  return /\p{L}\p{M}*\p{L}/u.test(words)
}
