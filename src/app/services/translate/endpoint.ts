import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import {
  type ProviderTranslation,
  type TranslationProvider,
  type TranslationRequest,
  UnusableTranslation,
} from './translator.ts'

/** Way to a server that translates. `isStrict`: its last answer was no translation. */
export interface EndpointDialect {
  translate(
    request: TranslationRequest,
    signal: AbortSignal,
    isStrict: boolean,
  ): Promise<ProviderTranslation>
}

export interface EndpointTimes {
  /** Time for one answer, in milliseconds. */
  readonly timeoutMs?: number | undefined
  /** Time in which something must arrive. */
  readonly idleMs?: number | undefined
  /** Time before the second attempt. */
  readonly retryMs?: number | undefined
}

const RETRY_MS = 500
/** A failure after this time is not repeated: the caller has waited long enough. */
const PATIENCE_MS = 10_000

/**
 * The provider behind a server of the user's. A failure that may pass, and an answer that is no translation, are tried once
 * more; a passage whose lines came out wrong is then translated line by line.
 */
export function createEndpoint(
  dialect: EndpointDialect,
  { retryMs = RETRY_MS }: EndpointTimes = {},
): TranslationProvider {
  const attempt = async (
    request: TranslationRequest,
    signal: AbortSignal,
  ): Promise<ProviderTranslation> => {
    const start = performance.now()
    try {
      return await lineByLine(dialect, request, signal, false)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof UnusableTranslation) return lineByLine(dialect, request, signal, true)
      const mayPass = error instanceof AppError && error.code === 'translate/failed'
      if (!mayPass || performance.now() - start > PATIENCE_MS) throw error
      await pause(retryMs, undefined, { signal }).catch(() => signal.throwIfAborted())
      return lineByLine(dialect, request, signal, true)
    }
  }
  return {
    id: 'endpoint',
    quality: 'endpoint',
    unit: 'passage',
    supports: () => true,
    async translate(request, signal) {
      try {
        return await attempt(request, signal)
      } catch (error) {
        const lines = request.text.split('\n')
        if (!(error instanceof WrongLines) || lines.length === 1) throw error
        const answers: ProviderTranslation[] = []
        for (const text of lines) answers.push(await attempt({ ...request, text }, signal))
        return {
          text: answers.map(({ text }) => text).join('\n'),
          isStyleUsed: answers.every(({ isStyleUsed }) => isStyleUsed),
        }
      }
    },
  }
}

/** An answer with another number of lines than its text. */
class WrongLines extends UnusableTranslation {}

/** Throws WrongLines where the answer has not as many lines as the text. */
async function lineByLine(
  dialect: EndpointDialect,
  request: TranslationRequest,
  signal: AbortSignal,
  isStrict: boolean,
): Promise<ProviderTranslation> {
  const fields = withFields(request.text)
  const answer = await dialect.translate({ ...request, text: fields.text }, signal, isStrict)
  const text = fields.restore(answer.text.trim())
  const [asked, given] = [request.text.split('\n').length, text.split('\n').length]
  if (asked !== given) throw new WrongLines(`has ${given} lines where the text has ${asked}`)
  return { ...answer, text }
}

const MASK = /[\uE000-\uE0FF]/g
const FIELD = /\{\s?(\d{1,3})\s?\}/g

/**
 * Servers drop characters of private use: for them, spans are written {0}, {1}, as in templates. The text has no such field
 * of its own, for that would be a protected span.
 */
function withFields(text: string): { readonly text: string; restore(answer: string): string } {
  const first = 0xe000
  return {
    text: text.replace(MASK, (mask) => `{${mask.charCodeAt(0) - first}}`),
    restore: (answer) =>
      answer
        .replace(MASK, '')
        .replace(FIELD, (field, digits) =>
          Number(digits) < 256 ? String.fromCharCode(first + Number(digits)) : field,
        ),
  }
}
