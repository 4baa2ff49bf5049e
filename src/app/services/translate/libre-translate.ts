import { z } from 'zod'
import { callService, type Service, serviceUrl, unusable } from '#app/services/service-client.ts'
import { createEndpoint, type EndpointTimes } from './endpoint.ts'
import type { TranslationProvider } from './translator.ts'

const TIMEOUT_MS = 50_000
const Answer = z.object({ translatedText: z.string() })

/**
 * A provider behind a server that speaks LibreTranslate's dialect: POST /translate with `q`, `source`, `target`,
 * `format` and `api_key`. It has no words for tone and formality. `url` as GRIOT_TRANSLATE_URL says it. Throws
 * AppError('settings/invalid').
 */
export function createLibreTranslate(
  url: string,
  key: string | undefined,
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
  }
  const translate = async (
    { text, source, target }: Parameters<TranslationProvider['translate']>[0],
    signal: AbortSignal,
  ) => {
    const question = { q: text, source, target, format: 'text', ...(key ? { api_key: key } : {}) }
    const headers = { 'content-type': 'application/json' }
    const answer = await callService(service, JSON.stringify(question), headers, signal)
    const read = Answer.safeParse(answer)
    if (!read.success) throw unusable(service, read.error)
    return { text: read.data.translatedText, isStyleUsed: false }
  }
  return createEndpoint({ translate }, times)
}
