import { z } from 'zod'
import { readJson, type ServiceAnswer } from '#app/services/service-client.ts'
import { UnusableTranslation } from '#app/services/translate/translator.ts'
import { AppError } from '#shared/errors.ts'

const Piece = z.object({
  /** Thoughts of reasoning models, `reasoning` and `reasoning_content`, are left aside. */
  content: z.string().nullish(),
})
const Event = z.object({
  choices: z
    .array(
      z.object({
        delta: Piece.nullish(),
        message: Piece.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  error: z.unknown().optional(),
})

/**
 * What a model has said; undefined where the answer is no chat's. Throws SyntaxError for another form of JSON, or none, and
 * UnusableTranslation for an answer that is too long.
 */
export async function readChatAnswer(
  answer: ServiceAnswer,
  longest: number,
): Promise<string | undefined> {
  const isStream = answer.mediaType === 'text/event-stream'
  let said = isStream ? '' : undefined
  const take = (raw: unknown): void => {
    const event = Event.safeParse(raw)
    if (!event.success) throw new SyntaxError('The answer has no choices.')
    if (event.data.error) throw failure(event.data.error)
    if (!event.data.choices) return
    const [choice] = event.data.choices
    said = (said ?? '') + (choice?.delta?.content ?? choice?.message?.content ?? '')
    if (choice?.finish_reason === 'length')
      throw new UnusableTranslation('was cut off by its own limit of length')
    if (said.length > longest) throw new UnusableTranslation('is much longer than the text')
  }
  // Some servers do not stream, whatever they are asked.
  if (isStream) for await (const data of eventsOf(answer)) take(data)
  else take(await readJson(answer))
  return said
}

/**
 * Data of server-sent events (HTML, section 9.2), each as JSON. A field `error`, as llama.cpp has sent it, counts as data.
 */
async function* eventsOf({ chunks }: ServiceAnswer): AsyncGenerator<unknown> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const event = dataOf(line)
      if (event === 'end') return
      if (event !== undefined) yield event.value
    }
  }
  const event = dataOf(rest)
  if (event !== undefined && event !== 'end') yield event.value
}

function dataOf(line: string): { readonly value: unknown } | 'end' | undefined {
  const [, field, text = ''] = /^(data|error):\s?(.*)$/.exec(line.trimEnd()) ?? []
  if (field === undefined || text === '') return undefined
  if (text === '[DONE]') return 'end'
  const value: unknown = JSON.parse(text)
  return { value: field === 'error' ? { error: value } : value }
}

function failure(error: unknown): AppError {
  const said = z.union([z.string(), z.object({ message: z.string() })]).safeParse(error)
  const words = !said.success ? '' : typeof said.data === 'string' ? said.data : said.data.message
  const line = words
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 200)
    .replace(/[.\s]*$/, '')
    .toWellFormed()
  return new AppError(
    'translate/failed',
    `The translation service stopped half-way${line ? `: ${line}` : ''}. Try again in a moment.`,
  )
}
