import { randomBytes } from 'node:crypto'
import { askService, type Service, serviceUrl, unusable } from '#app/services/service-client.ts'
import { createEndpoint, type EndpointTimes } from '#app/services/translate/endpoint.ts'
import type { TranslationProvider } from '#app/services/translate/translator.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageIdentifier } from '#speech/text/detect/languages.ts'
import { checkAnswer, checkFields, longestTranslation, unwrapped } from './check-answer.ts'
import { chatMessages } from './prompt.ts'
import { readChatAnswer } from './read-answer.ts'

/** Settings of a server that answers chats, as the person who runs Griot gives them. */
export interface ChatEndpointSettings extends EndpointTimes {
  readonly url: string
  readonly key: string | undefined
  /** Name of the model at the server; left out: the server's own choice, where it has one. */
  readonly model: string | undefined
}

/** The published clients give up after 60 s. */
const TIMEOUT_MS = 50_000
/** A server may load its model before the first word. */
const IDLE_MS = 30_000
const PATH = '/chat/completions'

/**
 * A provider behind a server that answers POST /v1/chat/completions as OpenAI does: Ollama, llama.cpp, LM Studio, a cloud.
 * The model is told how to translate, and its answer is checked. Throws AppError('settings/invalid').
 */
export function createChatEndpoint(
  settings: ChatEndpointSettings,
  languages: Pick<LanguageIdentifier, 'detect'>,
): TranslationProvider {
  const { url, key, model, timeoutMs = TIMEOUT_MS, idleMs = IDLE_MS, retryMs } = settings
  const service: Service = {
    work: 'translation',
    url: chatUrl(url),
    key,
    keySetting: 'GRIOT_TRANSLATE_KEY',
    timeoutMs,
    idleMs,
    failed: 'translate/failed',
    unavailable: 'translate/unavailable',
  }
  const headers = {
    accept: 'text/event-stream, application/json',
    'content-type': 'application/json',
    ...(key ? { authorization: `Bearer ${key}` } : {}),
  }
  return createEndpoint(
    {
      async translate(request, signal, isStrict) {
        const boundary = `TEXT-${randomBytes(9).toString('hex')}`
        const body = JSON.stringify({
          ...(model ? { model } : {}),
          messages: chatMessages(request, boundary, isStrict),
          temperature: 0,
          stream: true,
        })
        const longest = longestAnswer(request.text)
        const said = await askService(service, body, headers, signal, (answer) =>
          readChatAnswer(answer, longest),
        ).catch((error: unknown) => {
          throw model ? error : withModelHint(error)
        })
        if (said === undefined) throw unusable(service)
        const text = unwrapped(said, request.text, boundary)
        await checkAnswer(request, text, languages)
        checkFields(request.text, text)
        return { text, isStyleUsed: true }
      },
    },
    { retryMs },
  )
}

/** A translation with what a model may put around it; thoughts in the answer itself need room. */
function longestAnswer(text: string): number {
  return longestTranslation(text) + 20_000
}

function chatUrl(setting: string): URL {
  const url = serviceUrl(setting, 'GRIOT_TRANSLATE_URL', `/v1${PATH}`)
  const path = url.pathname.replace(/\/$/, '')
  if (!path.endsWith(PATH)) url.pathname = `${path}${PATH}`
  return url
}

/** A server with several models refuses a request that names none. */
function withModelHint(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'translate/unavailable') return error
  return new AppError(
    error.code,
    `${error.message} Perhaps it must be told a model: set GRIOT_TRANSLATE_MODEL.`,
    error,
  )
}
