import { AppError } from '#shared/errors.ts'
import { type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import type { Direction } from '#translation/translator.ts'
import { translateBySentence } from './by-sentence.ts'
import type { Licence, TranslationProvider } from './translator.ts'

/** An installed pack that translates. */
export interface TranslationPack {
  readonly id: string
  /** As its catalog calls it. */
  readonly name: string
  readonly licence?: Licence | undefined
  supports(source: LanguageCode, target: LanguageCode): boolean
}

/** What runs packs. Throws AppError, and the signal's reason. */
export interface PackModels {
  translate(
    packId: string,
    sentences: readonly string[],
    direction: Direction,
    signal: AbortSignal,
  ): AsyncIterable<string>
}

/** The provider over an installed pack. */
export function createPackProvider(
  { id, name, licence, supports }: TranslationPack,
  models: PackModels,
): TranslationProvider {
  return {
    id: `pack:${id}`,
    quality: `pack ${name}`,
    licence,
    unit: 'sentence',
    supports,
    async translate({ text, source, target }, signal) {
      const direction = { source, target }
      try {
        const translated = await translateBySentence(text, source, (sentences) =>
          Array.fromAsync(models.translate(id, sentences, direction, signal)),
        )
        return { text: translated, isStyleUsed: false }
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof AppError) || error.code === 'language/unsupported') throw error
        // Whatever is wrong with a pack, another attempt may find it well, or installed again.
        throw new AppError(
          'translate/failed',
          `The pack ${name} could not translate from ${languageInfo(source).name}: ${error.message}`,
          error,
        )
      }
    },
  }
}
