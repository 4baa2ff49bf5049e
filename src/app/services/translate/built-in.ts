import type { Doubt } from '#shared/doubts.ts'
import { AppError } from '#shared/errors.ts'
import { type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import type { BuiltInQuality } from '#translation/quality.ts'
import type { BuiltInTranslator, Direction } from '#translation/translator.ts'
import { translateBySentence } from './by-sentence.ts'
import type { TranslationProvider } from './translator.ts'

/** Opens the built-in translator. Throws AppError where it cannot be had, and the signal's reason. */
export type OpenBuiltIn = (signal: AbortSignal) => Promise<BuiltInTranslator>

/** Two languages without a direction of their own are translated through this one. */
const PIVOT: LanguageCode = 'en'

/**
 * The provider over the translator that comes with the program, which is opened with the first text. Directions that it
 * does not know go through English, as word help.
 */
export function createBuiltIn(open: OpenBuiltIn): TranslationProvider {
  let known: BuiltInTranslator['directions'] | undefined
  return {
    id: 'built-in',
    quality: 'draft',
    unit: 'sentence',
    // Until it has been opened, nobody knows.
    supports: (source, target) =>
      known === undefined || routeOf({ source, target }, known) !== undefined,
    async translate({ text, source, target }, signal) {
      const translator = await open(signal)
      known = translator.directions
      const route = routeOf({ source, target }, known)
      if (!route) throw unsupported({ source, target })
      const doubts: Doubt[] = []
      let isFixed = true
      const translated = await translateBySentence(text, source, async (sentences) => {
        const answers: string[] = []
        for (const sentence of sentences) {
          let answer = sentence
          for (const [at, step] of route.steps.entries()) {
            signal.throwIfAborted()
            const made = await translator.translate(answer, step, signal)
            answer = made.text
            isFixed &&= made.isFixed
            const isLast = at === route.steps.length - 1
            doubts.push(...made.doubts.map((doubt) => inOuterLanguages(doubt, at === 0, isLast)))
          }
          answers.push(answer)
        }
        return answers
      })
      return {
        text: translated,
        quality: route.quality,
        licence: translator.licence,
        isStyleUsed: false,
        doubts,
        isFixed,
      }
    },
  }
}

/** A doubt without the words of the language between. */
function inOuterLanguages(doubt: Doubt, isFirst: boolean, isLast: boolean): Doubt {
  return { ...doubt, source: isFirst ? doubt.source : '', text: isLast ? doubt.text : '' }
}

interface Route {
  readonly steps: readonly Direction[]
  readonly quality: BuiltInQuality
}

/** The way from one language to another; undefined where there is none. */
function routeOf(
  { source, target }: Direction,
  directions: BuiltInTranslator['directions'],
): Route | undefined {
  const find = (from: LanguageCode, to: LanguageCode) =>
    directions.find((direction) => direction.source === from && direction.target === to)
  const direct = find(source, target)
  if (direct) return { steps: [{ source, target }], quality: direct.quality }
  if (!find(source, PIVOT) || !find(PIVOT, target)) return undefined
  const steps = [
    { source, target: PIVOT },
    { source: PIVOT, target },
  ]
  return { steps, quality: 'word help' }
}

function unsupported({ source, target }: Direction): AppError {
  const [from, to] = [languageInfo(source).name, languageInfo(target).name]
  return new AppError(
    'language/unsupported',
    `The built-in translator does not translate from ${from} to ${to}.`,
  )
}
