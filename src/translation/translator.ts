import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'

/** A pair of languages, from the one to the other. */
export interface Direction {
  readonly source: LanguageCode
  readonly target: LanguageCode
}

/** The translator that comes with the program: sentences in, sentences out, in this process. */
export interface BuiltInTranslator {
  /** Directions that it knows, with its own quality: 'gloss' where chrF stays under 10 above copying the source. */
  readonly directions: readonly (Direction & { readonly quality: 'draft' | 'gloss' })[]
  /**
   * Translates one sentence without a line break. Characters U+E000 to U+E0FF, each of which stands for a protected span,
   * come out exactly once each. Throws the signal's reason when it aborts.
   */
  translate(sentence: string, direction: Direction, signal: AbortSignal): Promise<string>
}

/** Opens the translator whose models lie in the folder `models`. Throws AppError where they are missing. */
export async function openBuiltInTranslator(models: string): Promise<BuiltInTranslator> {
  throw new AppError(
    'translate/unavailable',
    'The models of the built-in translator are missing. Install Griot again.',
    models,
  )
}
