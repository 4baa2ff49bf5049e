import { z } from 'zod'
import { callService, type Service, serviceUrl, unusable } from '#app/services/service-client.ts'
import type { LanguageIdentifier } from '#speech/text/detect/languages.ts'
import { checkAnswer } from './chat/check-answer.ts'
import { createEndpoint, type EndpointTimes } from './endpoint.ts'
import type { TranslationProvider, TranslationRequest } from './translator.ts'

const TIMEOUT_MS = 50_000
const Answer = z.object({ translatedText: z.string() })

/**
 * A provider behind a server that speaks LibreTranslate's dialect: POST /translate with `q`, `source`, `target`,
 * `format` and `api_key`. It has no words for tone and formality. Its answers are checked, but for protected parts that it
 * has lost or repeated, which are put back. `url` as GRIOT_TRANSLATE_URL says it. Throws AppError('settings/invalid').
 */
export function createLibreTranslate(
  url: string,
  key: string | undefined,
  languages: Pick<LanguageIdentifier, 'detect'>,
  { timeoutMs = TIMEOUT_MS, ...times }: EndpointTimes = {},
): TranslationProvider {
  const service: Service = {
    work: 'translation',
    url: serviceUrl(url, 'GRIOT_TRANSLATE_URL', '/translate'),
    key,
    keySetting: 'GRIOT_TRANSLATE_KEY',
    timeoutMs,
    failed: 'translate/failed',
    unavailable: 'translate/unavailable',
    unsupported: 'language/unsupported',
  }
  const translate = async (request: TranslationRequest, signal: AbortSignal) => {
    const { text, target } = request
    const source = request.isSourceAssumed ? 'auto' : request.source
    const question = { q: text, source, target, format: 'text', ...(key ? { api_key: key } : {}) }
    const headers = { 'content-type': 'application/json' }
    const answer = await callService(service, JSON.stringify(question), headers, signal)
    const read = Answer.safeParse(answer)
    if (!read.success) throw unusable(service, read.error)
    const { translatedText } = read.data
    await checkAnswer(request, translatedText.trim(), languages)
    return { text: translatedText, isStyleUsed: false }
  }
  return createEndpoint({ translate }, times)
}
