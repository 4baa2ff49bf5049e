import { z } from 'zod'
import type { App } from '#app/app.ts'
import { type Api, callerOf } from '#server/http/operation.ts'
import { AppError } from '#shared/errors.ts'
import { MEMORY_LIMITS, type Remembered } from '#shared/translation.ts'
import { whole } from './files-schemas.ts'
import { languageField, optionalLanguageField } from './text-fields.ts'

const Entry = z
  .object({
    id: z.int(),
    source_language: z.string(),
    target_language: z.string(),
    source: z.string(),
    target: z.string(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'RememberedTranslation' })
const EntryList = z
  .object({
    items: z.array(Entry),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'Cursor of the next page; null on the last one.' }),
  })
  .meta({ id: 'RememberedTranslationList' })

const sentence = (name: string) =>
  z
    .string({
      error: ({ input }) =>
        input === undefined || input === null ? `${name} is missing.` : `${name} must be a string.`,
    })
    .meta({ description: `One sentence or line, at most ${MEMORY_LIMITS.text} characters.` })

/** The body of POST /v1/translation-memory. */
const rememberRequest = z
  .object(
    {
      source_language: languageField('source_language'),
      target_language: languageField('target_language'),
      source: sentence('source'),
      target: sentence('target'),
    },
    {
      error:
        'Send a JSON object, such as {"source_language": "en", "target_language": "yo", "source": "Good morning.", "target": "Ẹ káàárọ̀."}.',
    },
  )
  .meta({ id: 'RememberTranslationRequest' })

const ListQuery = z.object({
  limit: whole('limit', { min: 1, max: 100, usual: 50 }),
  cursor: z
    .string({ error: 'cursor must be given once: the next_cursor of the page before.' })
    .optional()
    .meta({ description: 'The `next_cursor` of the page before.' }),
  source_language: optionalLanguageField('source_language', 'all.'),
  target_language: optionalLanguageField('target_language', 'all.'),
})

const PATH = '/v1/translation-memory'
const PARAMS = { id: 'Number of the entry.' }
const ONE = { description: 'The entry.', content: { 'application/json': Entry } }

/** Operations on the translation memory: the sentences that the caller's account has corrected. */
export function addTranslationMemory({ add }: Api, app: App): void {
  const memory = app.translationMemory
  const common = { tag: 'text', scope: 'text' } as const
  add(
    {
      ...common,
      method: 'POST',
      path: PATH,
      id: 'rememberTranslation',
      summary: 'Remember a translation',
      description:
        'From now on, this sentence is translated so, whatever its capitals, spaces and mark at the end. Sentences that differ from it only in figures or names follow. An earlier translation of the sentence is replaced.',
      body: rememberRequest,
      responses: { 200: ONE },
    },
    async ({ body, request }) => {
      const { source_language: sourceLanguage, target_language: targetLanguage } = body
      const { source, target } = body
      const draft = { sourceLanguage, targetLanguage, source, target }
      return entryOf(
        await app.retryWhileBusy(() => memory.remember(callerOf(request).account, draft)),
      )
    },
  )
  add(
    {
      ...common,
      method: 'GET',
      path: PATH,
      id: 'listRememberedTranslations',
      summary: 'List the remembered translations',
      description: 'Of your account, newest first.',
      query: ListQuery,
      responses: {
        200: { description: 'One page.', content: { 'application/json': EntryList } },
      },
    },
    async ({ query, request }) => {
      const { limit, source_language: sourceLanguage, target_language: targetLanguage } = query
      const found = await memory.list(callerOf(request).account, {
        ...{ before: beforeOf(query.cursor), limit: limit + 1, sourceLanguage, targetLanguage },
      })
      const items = found.slice(0, limit)
      const answer: z.infer<typeof EntryList> = {
        items: items.map(entryOf),
        next_cursor: found.length > limit ? String(items.at(-1)?.id) : null,
      }
      return answer
    },
  )
  add(
    {
      ...common,
      method: 'GET',
      path: `${PATH}/{id}`,
      id: 'getRememberedTranslation',
      summary: 'Get one remembered translation',
      params: PARAMS,
      responses: { 200: ONE },
    },
    async ({ params, request }) =>
      entryOf(await memory.find(callerOf(request).account, idOf(params['id']))),
  )
  add(
    {
      ...common,
      method: 'DELETE',
      path: `${PATH}/{id}`,
      id: 'forgetTranslation',
      summary: 'Forget a translation',
      params: PARAMS,
      responses: { 200: { ...ONE, description: 'The entry as it was.' } },
    },
    async ({ params, request }) => {
      const { account } = callerOf(request)
      return entryOf(await app.retryWhileBusy(() => memory.forget(account, idOf(params['id']))))
    },
  )
}

function entryOf(entry: Remembered): z.infer<typeof Entry> {
  return {
    id: entry.id,
    source_language: entry.sourceLanguage,
    target_language: entry.targetLanguage,
    source: entry.source,
    target: entry.target,
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
  }
}

/** Any other text is the number of no entry. */
function idOf(text: string | undefined): number {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0
}

function beforeOf(cursor: string | undefined): number {
  if (!cursor) return Number.MAX_SAFE_INTEGER
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor)
  throw new AppError(
    'request/unreadable',
    'This cursor is not one of this list. Use the next_cursor of the page before, or leave it out.',
  )
}
