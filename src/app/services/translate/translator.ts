import type { Doubt } from '#shared/doubts.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { TranslationStyle } from '#shared/translation.ts'

/** Under which something may be used: an SPDX identifier. */
export interface Licence {
  readonly id: string
  readonly commercialUse: boolean
}

/** A text to be said in another language, and in which manner. */
export interface TranslationRequest extends TranslationStyle {
  readonly text: string
  readonly source: LanguageCode
  /** Whether the text leaves doubt about `source`: who can tell languages apart does so. */
  readonly isSourceAssumed?: boolean | undefined
  readonly target: LanguageCode
}

/** A text as a provider has translated it. */
export interface ProviderTranslation {
  readonly text: string
  /** Whether the provider has heeded tone and formality. Where it has not, rules of the target language are applied. */
  readonly isStyleUsed: boolean
  /** Licence, where it is known only with the translation. */
  readonly licence?: Licence | undefined
  /** Quality of this text, where it differs from the provider's. */
  readonly quality?: string
  /** What the provider itself doubts. */
  readonly doubts?: readonly Doubt[]
  /** Whether all of it is a fixed expression: then it is not compared with its source word by word. */
  readonly isFixed?: boolean
}

/** Program or model that translates. */
export interface TranslationProvider {
  /** 'built-in', 'pack:ID' or 'endpoint'. */
  readonly id: string
  /** Label for users: 'draft', 'word help', 'pack NAME' or 'endpoint'. */
  readonly quality: string
  /** Licence of what translates, as far as it is known. */
  readonly licence?: Licence | undefined
  /**
   * What it works on best: a sentence, or a passage of several lines, whose sentences help each other. It takes either,
   * and answers a passage with as many lines.
   */
  readonly unit: 'sentence' | 'passage'
  supports(source: LanguageCode, target: LanguageCode): boolean
  /**
   * Translates a text without control characters, but with line breaks (\n) in a passage. Characters U+E000 to U+E0FF,
   * each of which stands for a protected span, come out exactly once each where it can be done. Throws AppError where it cannot
   * translate now or at all, `UnusableTranslation` where an answer is no translation, and the signal's reason.
   */
  translate(request: TranslationRequest, signal: AbortSignal): Promise<ProviderTranslation>
}

/** An answer that is no translation of its text; the message says why, as the end of a sentence: "is in another language". */
export class UnusableTranslation extends Error {
  override readonly name = 'UnusableTranslation'
}
