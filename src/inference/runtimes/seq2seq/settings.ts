import { z } from 'zod'
import type { Direction } from '#inference/messages.ts'
import { type InstalledPack, ThreadSettings } from '#inference/pack.ts'
import { AppError } from '#shared/errors.ts'
import { LANGUAGES, type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import { FAMILIES, type Family } from './language-tokens.ts'

/** Settings of a translation pack. */
export const Seq2SeqSettings = ThreadSettings.extend({
  family: z.enum(['nllb', 'm2m100', 'madlad']),
  /** Tokens of languages, where they are not those of the family. */
  languages: z.record(z.string(), z.string()).default({}),
  /** Source and target of each direction that it knows; left out: between all languages of the pack. */
  directions: z.array(z.tuple([z.string(), z.string()])).optional(),
  beams: z.int().min(1).max(8).default(4),
  noRepeatNgramSize: z.int().min(0).max(10).default(3),
  /** Exponent of the length by which the score of a finished answer is divided. */
  lengthPenalty: z.number().min(0).max(3).default(1),
  /** Tokens of the longest part of a sentence that is translated in one go. */
  mostTokens: z.int().min(8).max(1_024).default(200),
})
export type Seq2SeqSettings = z.infer<typeof Seq2SeqSettings>

export function familyOf({ family, languages }: Seq2SeqSettings): Family {
  const known = LANGUAGES.map(({ code }) => code)
  const own = Object.entries(languages).filter((entry): entry is [LanguageCode, string] =>
    known.some((code) => code === entry[0]),
  )
  const { hasSource, tokens } = FAMILIES[family]
  return { hasSource, tokens: { ...tokens, ...Object.fromEntries(own) } }
}

/**
 * Throws AppError('language/unsupported') where a pack does not translate in this direction; nothing is loaded for that.
 */
export function checkDirection(pack: InstalledPack, { source, target }: Direction): void {
  const { directions } = Seq2SeqSettings.parse(pack.settings)
  const isKnown =
    directions?.some(([from, to]) => from === source && to === target) ??
    (pack.languages.includes(source) && pack.languages.includes(target))
  if (!isKnown)
    throw new AppError(
      'language/unsupported',
      `The pack ${pack.id} does not translate from ${languageInfo(source).name} to ${languageInfo(target).name}.`,
    )
}
