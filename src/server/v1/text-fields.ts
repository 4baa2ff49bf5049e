import { z } from 'zod'
import { clip } from '#server/http/errors.ts'
import {
  LANGUAGES,
  type LanguageCode,
  languageOf,
  namedCodes,
} from '#shared/languages/languages.ts'

const SUPPORTED = namedCodes(LANGUAGES)

/** Answer of the operations on texts. */
export const TextAnswer = z
  .object({ request_id: z.uuid(), text: z.string() })
  .meta({ id: 'TextAnswer' })

/** A text of at most `limit` characters, which may be empty. */
export function textField(limit: number) {
  return z
    .string({
      error: ({ input }) =>
        input === undefined || input === null ? 'text is missing.' : 'text must be a string.',
    })
    .max(limit, {
      error: ({ input }) =>
        `text has ${charactersIn(input)} characters; at most ${limit} are allowed. Split it into several requests.`,
    })
}

/** Number of Unicode code points: an emoji counts as one. */
export function charactersIn(text: unknown): number {
  return typeof text === 'string' ? [...text].length : 0
}

/** A supported language by its ISO 639 code, which must be given. */
export function languageField(name: string) {
  return z
    .string({
      error: ({ input }) =>
        input === undefined || input === null
          ? `${name} is missing. Supported: ${SUPPORTED}.`
          : `${name} must be a string, such as "yo".`,
    })
    .transform(toLanguage)
    .meta({ description: describe('').trim(), examples: ['yo'] })
}

/**
 * An optional language, by its ISO 639 code; undefined where it is absent, null or blank. `otherwise` says what then
 * happens.
 */
export function optionalLanguageField(name: string, otherwise: string) {
  return z
    .string({ error: `${name} must be a string, such as "en".` })
    .nullish()
    .transform((tag, context) => (tag?.trim() ? toLanguage(tag, context) : undefined))
    .meta({ description: describe(`Left out: ${otherwise}`), examples: ['en'] })
}

/** One of a few words; left out, or null, it is the first. */
export function choiceField<const V extends readonly [string, ...string[]]>(
  name: string,
  values: V,
) {
  const [usual]: readonly V[number][] = values
  return z
    .enum(values, {
      error: ({ input }) => {
        const given = typeof input === 'string' ? clip(input) : `a ${typeof input}`
        return `${name} must be one of ${values.join(', ')}; it is ${given}.`
      },
    })
    .nullish()
    .transform((given): V[number] => given ?? usual)
    .meta({ default: usual })
}

function toLanguage(tag: string, context: z.RefinementCtx): LanguageCode {
  const code = languageOf(tag)
  if (code) return code
  const message = `The language ${clip(tag)} is not supported. Supported: ${SUPPORTED}.`
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

function describe(more: string): string {
  return `ISO 639-1 or 639-3 code, with or without a region: ${SUPPORTED}. ${more}`
}
