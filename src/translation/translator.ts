import { z } from 'zod'
import type { Doubt } from '#shared/doubts.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { modelLicenceOf, readModelFile, readModelJson } from '#speech/models/catalog.ts'
import { builtInDoubts } from './doubts/built-in-doubts.ts'
import { fixedBeginning } from './phrasebook/phrasebook.ts'
import { BUILT_IN_QUALITIES, type BuiltInQuality } from './quality.ts'
import { type DirectionModel, translateSentence } from './statistical/direction.ts'
import { LanguageModel } from './statistical/language-model.ts'
import { unpack } from './statistical/packed.ts'
import { PhraseTable } from './statistical/phrase-table.ts'
import { FEATURES } from './statistical/search.ts'

/** A pair of languages, from the one to the other. */
export interface Direction {
  readonly source: LanguageCode
  readonly target: LanguageCode
}

/** A sentence in another language, and what in it the translator itself doubts. */
export interface TranslatedSentence {
  readonly text: string
  readonly doubts: readonly Doubt[]
  /** Whether all of it is a fixed expression, which nothing was put together for. */
  readonly isFixed: boolean
}

/** The translator that comes with the program: sentences in, sentences out, in this process. */
export interface BuiltInTranslator {
  readonly directions: readonly (Direction & { readonly quality: BuiltInQuality })[]
  /** Under which its models may be used: an SPDX identifier. */
  readonly licence: { readonly id: string; readonly commercialUse: boolean }
  /**
   * Translates one sentence without a line break. Characters U+E000 to U+E0FF, each of which stands for a protected span,
   * come out exactly once each. Throws the signal's reason when it aborts, and AppError where a model is missing or damaged.
   */
  translate(
    sentence: string,
    direction: Direction,
    signal: AbortSignal,
  ): Promise<TranslatedSentence>
}

const Code = z.enum(['en', 'am', 'ha', 'ig', 'yo', 'pcm'])
const Settings = z.object({
  directions: z.array(
    z.object({
      source: Code,
      target: Code,
      quality: z.enum(BUILT_IN_QUALITIES),
      /** One for each of FEATURES. */
      weights: z.array(z.number()).length(FEATURES.length),
      beam: z.number().int().min(1),
      reach: z.number().int().min(0),
      consensus: z.number().min(0),
      compared: z.number().int().min(1),
    }),
  ),
})
type DirectionSettings = z.infer<typeof Settings>['directions'][number]

const MODEL = 'translation'

/**
 * Opens the translator whose models lie in the folder `models`; each direction is read when it is first used.
 * Throws AppError where they are missing or damaged.
 */
export async function openBuiltInTranslator(models: string): Promise<BuiltInTranslator> {
  const { directions } = await usable(() =>
    readModelJson(models, MODEL, 'directions.json', Settings),
  )
  const { id, commercialUse } = await usable(() => modelLicenceOf(models, MODEL))
  const languageModels = new Map<LanguageCode, Promise<LanguageModel>>()
  const opened = new Map<DirectionSettings, Promise<DirectionModel>>()

  const languageModelOf = (language: LanguageCode): Promise<LanguageModel> =>
    kept(languageModels, language, () =>
      parsed(models, `${language}.model`, (packed) => new LanguageModel(packed)),
    )

  const open = async (settings: DirectionSettings): Promise<DirectionModel> => {
    const { source, target, weights, beam, reach, consensus, compared } = settings
    const [phrases, model] = await Promise.all([
      parsed(models, `${source}-${target}.phrases`, (packed) => new PhraseTable(packed)),
      languageModelOf(target),
    ])
    return {
      ...{ source, target, phrases, model, weights },
      ...{ settings: { beam, reach }, consensus, compared },
    }
  }

  return {
    directions: directions.map(({ source, target, quality }) => ({ source, target, quality })),
    licence: { id, commercialUse },
    async translate(sentence, { source, target }, signal) {
      signal.throwIfAborted()
      const settings = directions.find((one) => one.source === source && one.target === target)
      if (!settings)
        throw new AppError(
          'language/unsupported',
          `The built-in translator does not translate from ${source} to ${target}.`,
        )
      const fixed = fixedBeginning(sentence, source, target)
      if (fixed?.rest === '') return { text: fixed.said, doubts: [], isFixed: true }
      const direction = await kept(opened, settings, () => open(settings))
      const asked = fixed?.rest ?? sentence
      const answer = translateSentence(asked, direction, signal)
      const doubts = builtInDoubts(asked, answer, direction, settings.quality)
      return { text: (fixed?.said ?? '') + answer, doubts, isFixed: false }
    },
  }
}

/** What `make` gave the first time; a failure is not kept. */
async function kept<Key, Value>(
  known: Map<Key, Promise<Value>>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const found = known.get(key) ?? make()
  known.set(key, found)
  try {
    return await found
  } catch (error) {
    known.delete(key)
    throw error
  }
}

async function parsed<Value>(
  models: string,
  name: string,
  read: (packed: ReturnType<typeof unpack>) => Value,
): Promise<Value> {
  return usable(async () => read(unpack(await readModelFile(models, MODEL, name))))
}

async function usable<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new AppError(
      'translate/unavailable',
      `The built-in translator cannot be used. ${why}`,
      cause,
    )
  }
}
