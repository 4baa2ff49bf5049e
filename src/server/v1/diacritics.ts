import { z } from 'zod'
import { requesterOf } from '#app/access/caller.ts'
import type { App } from '#app/app.ts'
import { type Api, callerOf } from '#server/http/operation.ts'
import { disconnectSignal } from '#server/http/stream.ts'
import { languageField, TextAnswer, textField } from './text-fields.ts'

/** The body of POST /v1/diacritics. Fields it does not name are ignored. */
export const diacriticsRequest = (textLimit: number) =>
  z
    .object(
      {
        language: languageField('language'),
        text: textField(textLimit)
          .refine((text) => text.trim() !== '', {
            error: 'text is empty: write something to be marked.',
          })
          .meta({
            description: 'A text without marks, or with some of them.',
            minLength: 1,
            examples: ['Ojo n ro.'],
          }),
      },
      { error: 'Send a JSON object, such as {"language": "yo", "text": "Ojo n ro ni Eko."}.' },
    )
    .meta({ id: 'DiacriticsRequest' })

/** POST /v1/diacritics: Yoruba in, the same with its tone marks and under-dots out. */
export function addDiacritics({ add }: Api, app: App, textLimit: number): void {
  add(
    {
      method: 'POST',
      path: '/v1/diacritics',
      id: 'restoreDiacritics',
      tag: 'text',
      summary: 'Restore tone marks and under-dots of Yoruba',
      description:
        'Existing marks are kept. Text in another supported language comes back as it is, in Unicode’s composed form (NFC).',
      scope: 'text',
      guests: true,
      body: diacriticsRequest(textLimit),
      responses: {
        200: {
          description: 'The text with its marks.',
          content: { 'application/json': TextAnswer },
        },
      },
    },
    async ({ body: { text, language }, request, reply }) => {
      const marked = await app.texts.mark(
        text,
        language,
        disconnectSignal(reply),
        requesterOf(callerOf(request)),
      )
      const answer: z.infer<typeof TextAnswer> = { request_id: request.id, text: marked }
      return reply.header('cache-control', 'no-store').send(answer)
    },
  )
}
