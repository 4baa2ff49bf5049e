import type { Requester } from '#shared/access.ts'
import { type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import type { TranslationStyle } from '#shared/translation.ts'
import type { MarkRestorer } from '#speech/speaker.ts'
import type { LanguageIdentifier } from '#speech/text/detect/languages.ts'
import type { TranslationChain } from './services/translate/chain.ts'
import type { TranslationCredits } from './services/translate/credits.ts'
import type { TextOrder } from './services/translate/segments.ts'
import { type SourceLanguage, sourceLanguageOf } from './services/translate/source-language.ts'
import { type TranslatedPart, translateText } from './services/translate/translate-text.ts'
import type { TranslationMemory } from './translation-memory/translation-memory.ts'

/** A text to be translated. */
export interface TranslationOrder extends TranslationStyle {
  readonly text: string
  /** Undefined: detected, or assumed where the text leaves doubt. */
  readonly source: LanguageCode | undefined
  readonly target: LanguageCode
  /** Whose translation memory is used; undefined: nobody's. */
  readonly account: string | undefined
  /** For whom marks are restored; left out: the owner. */
  readonly requester?: Requester | undefined
}

/** Who has translated a text, and from which language; undefined where it has no words. */
export type TranslationResult = TranslationCredits & { readonly source: SourceLanguage | undefined }

/** A translated text, and who has translated it. */
export type TranslatedText = TranslationResult & { readonly text: string }

/** Operations on texts that are not spoken. */
export interface Texts {
  /** Yoruba with its tone marks and under-dots; every other language as it is. In NFC (UAX #15). */
  mark(
    text: string,
    language: LanguageCode,
    signal: AbortSignal,
    requester?: Requester,
  ): Promise<string>
  /**
   * The text in another language, Yoruba with its marks. Throws AppError('language/unsupported') where it is in none of the
   * languages, and what the translators throw.
   */
  translate(order: TranslationOrder, signal: AbortSignal): Promise<TranslatedText>
  /** The same part by part, each as soon as it is translated. */
  translateParts(
    order: TranslationOrder,
    signal: AbortSignal,
  ): AsyncGenerator<TranslatedPart, TranslationResult>
}

type Mark = Texts['mark']

export interface TranslationTools {
  readonly chain: TranslationChain
  /** Undefined: nothing is remembered here. */
  readonly memory: Pick<TranslationMemory, 'recall'> | undefined
}

const NOTHING_TO_DO: Omit<TranslationCredits, 'notices'> = {
  ...{
    providers: [],
    qualities: [],
    grades: [],
    isStyleUsed: true,
    offers: [],
    licences: [],
    doubts: [],
  },
}

/** The work on texts, over a restorer of marks, translators and language identification. */
export function createTexts(
  { restoreMarks }: MarkRestorer,
  { chain, memory }: TranslationTools,
  languages: Pick<LanguageIdentifier, 'identify' | 'detect'>,
): Texts {
  const mark: Texts['mark'] = async (text, language, signal, requester) => {
    const marked = languageInfo(language).restoresDiacritics
      ? await restoreMarks({ text, language, requester }, signal)
      : { text }
    return marked.text.normalize('NFC')
  }
  async function* translateParts(
    { account, requester, ...order }: TranslationOrder,
    signal: AbortSignal,
  ): AsyncGenerator<TranslatedPart, TranslationResult> {
    const markFor: Mark = (words, language, stop) => mark(words, language, stop, requester)
    const { text, target } = order
    const whole = { done: text.length, total: text.length }
    const source = await sourceOf(order, languages)
    if (!source) {
      yield { text, ...whole }
      return { ...NOTHING_TO_DO, source, notices: [] }
    }
    const { language, basis } = source
    const remarks = basis === 'assumed' ? [assumptionOf(language)] : []
    // Of a text whose language was only detected, single sentences may be in another one.
    if (language === target && basis === 'named') {
      const { restoresDiacritics } = languageInfo(target)
      yield { text: restoresDiacritics ? await markFor(text, target, signal) : text, ...whole }
      return { ...NOTHING_TO_DO, source, notices: [] }
    }
    const recall = account === undefined || !memory ? () => undefined : memory.recall(account)
    const asked: TextOrder = {
      ...{ ...order, source: language },
      ...{ isDetected: basis !== 'named', isAssumed: basis === 'assumed' },
    }
    const credits = yield* translateText({ chain, languages, recall, mark: markFor }, asked, signal)
    return { ...credits, source, notices: [...remarks, ...credits.notices] }
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
  { text, source, target }: Omit<TranslationOrder, 'account'>,
  languages: Pick<LanguageIdentifier, 'identify' | 'detect'>,
): Promise<SourceLanguage | undefined> {
  if (source && text.trim() !== '') return { language: source, basis: 'named' }
  return sourceLanguageOf({ text, target }, languages)
}

function assumptionOf(language: LanguageCode): string {
  return `The language is not certain: it was taken for ${languageInfo(language).name}.`
}
