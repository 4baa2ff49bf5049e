import { z } from 'zod'
import { requesterOf } from '#app/access/caller.ts'
import type { App } from '#app/app.ts'
import { type Api, callerOf } from '#server/http/operation.ts'
import { disconnectSignal } from '#server/http/stream.ts'
import { languageSpans } from '#speech/text/detect/language-spans.ts'
import { optionalLanguageField, textField } from './text-fields.ts'

/** The body of POST /v1/detect. Fields it does not name are ignored. */
const detectRequest = (textLimit: number) =>
  z
    .object(
      {
        text: textField(textLimit).meta({
          description: 'A text without markup, in one language or in several.',
          examples: ['Mo ti de, but they are not back yet.'],
        }),
        prior: optionalLanguageField(
          'prior',
          'every language is as likely as the others before the text is read. Give the language of the voice that is to speak, so that "How you dey" stays with a voice in Pidgin.',
        ),
      },
      { error: 'Send a JSON object, such as {"text": "Ẹ káàárọ̀, good morning."}.' },
    )
    .meta({ id: 'DetectRequest' })

const Language = z
  .string()
  .describe('ISO 639-1 code, or 639-3 (`pcm`); `other` for none of the languages.')
const place = {
  start: z.number().int().describe('Place in the text in UTF-16 units.'),
  end: z.number().int().describe('Exclusive.'),
}
const Confidence = z.number().min(0).max(1)
const DetectAnswer = z
  .object({
    request_id: z.uuid(),
    language: Language.nullable().describe('The likeliest; null where the text has no word.'),
    confidence: Confidence,
    spans: z.array(z.object({ text: z.string(), ...place, language: Language })),
    words: z.array(
      z.object({ text: z.string(), ...place, language: Language, confidence: Confidence }),
    ),
  })
  .meta({ id: 'DetectAnswer' })

/** POST /v1/detect: a text in, its language out, and the language of each of its words. */
export function addDetect({ add }: Api, app: App, textLimit: number): void {
  add(
    {
      method: 'POST',
      path: '/v1/detect',
      id: 'detectLanguage',
      tag: 'text',
      summary: 'Detect the languages of a text',
      description:
        'The likeliest language of the text with its probability, the language of each word among its neighbours, and neighbouring words in one language as spans: for code-switched text.',
      scope: 'text',
      guests: true,
      body: detectRequest(textLimit),
      responses: {
        200: {
          description: 'The languages.',
          content: { 'application/json': DetectAnswer },
        },
      },
    },
    async ({ body: { text, prior }, request, reply }) => {
      const found = await app.languages.detect(text, prior)
      const requester = requesterOf(callerOf(request))
      const words = await app.detectWords({ text, requester }, disconnectSignal(reply))
      const answer: z.infer<typeof DetectAnswer> = {
        request_id: request.id,
        language: found?.language ?? null,
        confidence: found?.confidence ?? 0,
        spans: [...languageSpans(text, words)],
        words: [...words],
      }
      return reply.header('cache-control', 'no-store').send(answer)
    },
  )
}
