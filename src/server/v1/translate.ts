import { z } from 'zod'
import type { App } from '#app/app.ts'
import { FORMALITIES, TONES } from '#app/services/translate/translator.ts'
import type { Api } from '#server/http/operation.ts'
import { disconnectSignal } from '#server/http/stream.ts'
import {
  choiceField,
  languageField,
  optionalLanguageField,
  TextAnswer,
  textField,
} from './text-fields.ts'

const MAX_INSTRUCTIONS = 2_000
const NEITHER = 'text is missing: send the text to be translated.'

/** The body of POST /v1/translate. Fields it does not name are ignored, and `null` counts as left out. */
export const translateRequest = (textLimit: number) =>
  z
    .object(
      {
        target: languageField('target'),
        source: optionalLanguageField('source', 'detected from the text, where possible.'),
        text: textField(textLimit)
          .nullish()
          .meta({ description: 'What is translated.', examples: ['Good morning from Lagos.'] }),
        file_id: z.uuid({ error: 'file_id must be the UUID of a file.' }).nullish().meta({
          description:
            'Only checked to be a UUID: the file is not read. Without a text, the answer’s text is empty.',
        }),
        instructions: z
          .string({ error: 'instructions must be a string.' })
          .max(MAX_INSTRUCTIONS, {
            error: `instructions has more than the ${MAX_INSTRUCTIONS} characters allowed.`,
          })
          .nullish()
          .meta({ description: 'Accepted, and not used.' }),
        tone: choiceField('tone', TONES),
        formality: choiceField('formality', FORMALITIES),
      },
      { error: 'Send a JSON object, such as {"text": "Good morning.", "target": "yo"}.' },
    )
    .superRefine(({ text, file_id }, context) => {
      if (text?.trim() || file_id) return
      context.addIssue({ code: 'custom', path: ['text'], message: NEITHER })
    })
    .meta({ id: 'TranslateRequest' })

/** POST /v1/translate: a text in one language in, in another one out. */
export function addTranslate({ add }: Api, app: App, textLimit: number): void {
  add(
    {
      method: 'POST',
      path: '/v1/translate',
      id: 'translate',
      tag: 'text',
      summary: 'Translate a text',
      description:
        'Yoruba comes out with its tone marks and under-dots. A text whose source and target are the same language needs no translator. Where the source is left out and cannot be detected, the answer is 422.',
      scope: 'text',
      guests: true,
      body: translateRequest(textLimit),
      responses: {
        200: {
          description: 'The text in the target language.',
          content: { 'application/json': TextAnswer },
        },
        503: {
          description:
            'No translation service is configured, or it does not answer, or Griot is starting or shutting down; `detail` says what to do.',
          headers: { 'x-should-retry': '"false" where another attempt does not help.' },
        },
      },
    },
    async ({ body: { text, ...order }, request, reply }) => {
      const { target, source, tone, formality } = order
      const translated = await app.texts.translate(
        { text: text ?? '', target, source, tone, formality },
        disconnectSignal(reply),
      )
      const answer: z.infer<typeof TextAnswer> = { request_id: request.id, text: translated }
      return reply.header('cache-control', 'no-store').send(answer)
    },
  )
}
