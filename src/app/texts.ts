import { AppError } from '#shared/errors.ts'
import { type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import type { TranslationStyle } from '#shared/translation.ts'
import type { MarkRestorer } from '#speech/speaker.ts'
import type { LanguageIdentifier } from '#speech/text/detect/languages.ts'
import type { TranslationChain } from './services/translate/chain.ts'
import type { TranslationCredits } from './services/translate/credits.ts'
import type { TextOrder } from './services/translate/segments.ts'
import { withoutSpans } from './services/translate/spans.ts'
import { type TranslatedPart, translateText } from './services/translate/translate-text.ts'
import type { TranslationMemory } from './translation-memory/translation-memory.ts'

/** A text to be translated. */
export interface TranslationOrder extends TranslationStyle {
  readonly text: string
  /** Undefined: told from the text. */
  readonly source: LanguageCode | undefined
  readonly target: LanguageCode
  /** Whose translation memory is used; undefined: nobody's. */
  readonly account: string | undefined
}

/** A translated text, and who has translated it. */
export type TranslatedText = TranslationCredits & { readonly text: string }

/** Operations on texts that are not spoken. */
export interface Texts {
  /** Yoruba with its tone marks and under-dots; every other language as it is. In NFC (UAX #15). */
  mark(text: string, language: LanguageCode, signal: AbortSignal): Promise<string>
  /**
   * The text in another language, Yoruba with its marks. Throws AppError('language/unsupported') where the source cannot
   * be told, and what the translators throw.
   */
  translate(order: TranslationOrder, signal: AbortSignal): Promise<TranslatedText>
  /** The same part by part, each as soon as it is translated. */
  translateParts(
    order: TranslationOrder,
    signal: AbortSignal,
  ): AsyncGenerator<TranslatedPart, TranslationCredits>
}

export interface TranslationTools {
  readonly chain: TranslationChain
  /** Undefined: nothing is remembered here. */
  readonly memory: Pick<TranslationMemory, 'recall'> | undefined
}

const NOTHING_TO_DO: TranslationCredits = {
  ...{ providers: [], qualities: [], grades: [], isStyleUsed: true, notices: [], offers: [] },
}

/** The work on texts, over a restorer of marks, translators and language identification. */
export function createTexts(
  { restoreMarks }: MarkRestorer,
  { chain, memory }: TranslationTools,
  languages: Pick<LanguageIdentifier, 'identify' | 'detect'>,
): Texts {
  const mark: Texts['mark'] = async (text, language, signal) => {
    const marked = languageInfo(language).restoresDiacritics
      ? await restoreMarks({ text, language }, signal)
      : { text }
    return marked.text.normalize('NFC')
  }
  async function* translateParts(
    { account, ...order }: TranslationOrder,
    signal: AbortSignal,
  ): AsyncGenerator<TranslatedPart, TranslationCredits> {
    const { text, target } = order
    const whole = { done: text.length, total: text.length }
    if (text.trim() === '') {
      yield { text, ...whole }
      return NOTHING_TO_DO
    }
    const source = order.source ?? (await sourceOf(order, languages))
    if (source === target) {
      const { restoresDiacritics } = languageInfo(target)
      yield { text: restoresDiacritics ? await mark(text, target, signal) : text, ...whole }
      return NOTHING_TO_DO
    }
    const recall = account === undefined || !memory ? () => undefined : memory.recall(account)
    const asked: TextOrder = { ...order, source, isDetected: order.source === undefined }
    return yield* translateText({ chain, languages, recall, mark }, asked, signal)
  }
  return {
    mark,
    translateParts,
    async translate(order, signal) {
      const parts = translateParts(order, signal)
      let text = ''
      for (;;) {
        const next = await parts.next()
        if (next.done) return { text, ...next.value }
        text += next.value.text
      }
    },
  }
}

async function sourceOf(
  { text, target }: Pick<TranslationOrder, 'text' | 'target'>,
  { identify }: Pick<LanguageIdentifier, 'identify'>,
): Promise<LanguageCode> {
  const words = withoutSpans(text)
  // A text without words is the same in every language.
  if (!/\p{L}/u.test(words)) return target
  const source = await identify(words)
  if (source) return source
  throw new AppError(
    'language/unsupported',
    'The language of this text could not be detected. Name it in "source", such as "en".',
  )
}
