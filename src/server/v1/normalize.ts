import { z } from 'zod'
import { requesterOf } from '#app/access/caller.ts'
import type { App } from '#app/app.ts'
import { type Api, callerOf } from '#server/http/operation.ts'
import { disconnectSignal } from '#server/http/stream.ts'
import { numbersField } from './numbers-field.ts'
import { languageField, TextAnswer, textField } from './text-fields.ts'

/** The body of POST /v1/normalize. Fields it does not name are ignored. */
const normalizeRequest = (textLimit: number) =>
  z
    .object(
      {
        language: languageField('language'),
        text: textField(textLimit)
          .refine((text) => text.trim() !== '', {
            error: 'text is empty: write something to be put into words.',
          })
          .meta({
            description: 'A text as it would be sent to be spoken, with or without markup.',
            minLength: 1,
            examples: ['The rent is ₦250,000 from 1 May.'],
          }),
        numbers: numbersField(),
      },
      { error: 'Send a JSON object, such as {"language": "en", "text": "It costs ₦5,000."}.' },
    )
    .meta({ id: 'NormalizeRequest' })

/** POST /v1/normalize: a text in, the words that would be spoken out. */
export function addNormalize({ add }: Api, app: App, textLimit: number): void {
  add(
    {
      method: 'POST',
      path: '/v1/normalize',
      id: 'normalizeText',
      tag: 'text',
      summary: 'Put a text into the words that are spoken',
      description:
        'Figures, dates, money, abbreviations and signs become words, as POST /v1/speech reads them, with the dictionary and the accepted Yoruba marks. One line of the answer for each paragraph; in English a single capital is the name of a letter. Markup is obeyed and not shown. A text in which nothing can be spoken is refused.',
      scope: 'text',
      guests: true,
      body: normalizeRequest(textLimit),
      responses: {
        200: {
          description: 'The words that would be spoken.',
          content: { 'application/json': TextAnswer },
        },
      },
    },
    async ({ body, request, reply }) => {
      const text = await app.normalise(
        { ...body, requester: requesterOf(callerOf(request)) },
        disconnectSignal(reply),
      )
      const answer: z.infer<typeof TextAnswer> = { request_id: request.id, text }
      return reply.header('cache-control', 'no-store').send(answer)
    },
  )
}
