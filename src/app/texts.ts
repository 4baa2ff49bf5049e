import { AppError } from '#shared/errors.ts'
import { type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import type { MarkRestorer } from '#speech/speaker.ts'
import type { LanguageIdentifier } from '#speech/text/detect/languages.ts'
import type { TranslationRequest, Translator } from './services/translate/translator.ts'

/** Operations on texts that are not spoken. */
export interface Texts {
  /** Yoruba with its tone marks and under-dots; every other language as it is. In NFC (UAX #15). */
  mark(text: string, language: LanguageCode, signal: AbortSignal): Promise<string>
  /**
   * The text in another language, Yoruba with its marks. Without `source` the language is told from the text. Throws
   * AppError('language/unsupported') where it cannot be told, and what the translator throws.
   */
  translate(
    request: Omit<TranslationRequest, 'source'> & { readonly source: LanguageCode | undefined },
    signal: AbortSignal,
  ): Promise<string>
}

/** The work on texts, over a restorer of marks, a translator and language identification. */
export function createTexts(
  { restoreMarks }: MarkRestorer,
  translator: Translator,
  { identify }: Pick<LanguageIdentifier, 'identify'>,
): Texts {
  const mark: Texts['mark'] = async (text, language, signal) => {
    const marked = languageInfo(language).restoresDiacritics
      ? await restoreMarks({ text, language }, signal)
      : { text }
    return marked.text.normalize('NFC')
  }
  return {
    mark,
    async translate(request, signal) {
      const { text, target } = request
      if (text.trim() === '') return text
      const source = request.source ?? known(await identify(text))
      const translated =
        source === target ? text : await translator.translate({ ...request, source }, signal)
      return languageInfo(target).restoresDiacritics ? mark(translated, target, signal) : translated
    },
  }
}

function known(source: LanguageCode | undefined): LanguageCode {
  if (source) return source
  throw new AppError(
    'language/unsupported',
    'The language of this text could not be detected. Name it in "source", such as "en".',
  )
}
