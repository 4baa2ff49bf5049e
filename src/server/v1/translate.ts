import { z } from 'zod'
import { requesterOf } from '#app/access/caller.ts'
import {
  type ConcurrencyLimiter,
  createConcurrencyLimiter,
} from '#app/access/concurrency-limiter.ts'
import type { App } from '#app/app.ts'
import type { TranslatedText } from '#app/texts.ts'
import { type Api, callerOf } from '#server/http/operation.ts'
import { disconnectSignal } from '#server/http/stream.ts'
import { DOUBT_KINDS } from '#shared/doubts.ts'
import { FORMALITIES, TONES } from '#shared/translation.ts'
import { choiceField, languageField, optionalLanguageField, textField } from './text-fields.ts'
import { uuidIn } from './uuid.ts'

/** Texts that are translated at the same time; as for transcriptions. */
const TEXT_LIMITS = { inAll: 64, ofAccount: 32, ofToken: 16, ofGuest: 4 } as const
const MAX_INSTRUCTIONS = 2_000
const NEITHER = 'text is missing: send the text to be translated.'

/** The body of POST /v1/translate. Fields it does not name are ignored, and `null` counts as left out. */
export const translateRequest = (textLimit: number) =>
  z
    .object(
      {
        target: languageField('target'),
        source: optionalLanguageField(
          'source',
          'detected from the text, or assumed where the text leaves doubt.',
        ),
        text: textField(textLimit)
          .nullish()
          .meta({ description: 'What is translated.', examples: ['Good morning from Lagos.'] }),
        file_id: fileId().meta({
          format: 'uuid',
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

/** A UUID of any kind, in small letters and with hyphens. */
function fileId() {
  const error = 'file_id must be the UUID of a file.'
  return z
    .string({ error })
    .refine((text) => uuidIn(text) !== undefined, { error })
    .nullish()
}

const Offer = z.object({
  sentence: z.string().describe('The sentence of the text.'),
  source: z.string().describe('The similar sentence that was corrected.'),
  target: z.string().describe('Its translation.'),
  similarity: z.number().min(0).max(1),
})

const TranslationDoubt = z
  .object({
    kind: z
      .enum(DOUBT_KINDS)
      .describe(
        'What was compared: "figures", "negation", "names", "words" (by the words that the built-in translator has learned), "length", "repetition", "untranslated" (words left as they are); "sentence" where only the pair of languages gives reason to doubt (it is word help).',
      ),
    source: z
      .string()
      .describe('The part of the text; empty where the translation adds something.'),
    text: z.string().describe('The part of the translation; empty where something is lost.'),
  })
  .meta({ id: 'TranslationDoubt' })

/** Answer of POST /v1/translate. */
const TranslationAnswer = z
  .object({
    request_id: z.uuid(),
    text: z.string(),
    provider: z
      .string()
      .describe(
        'Who translated it: "endpoint", "pack:ID", "built-in" or "memory"; several with commas, who did most first; "none" where nothing was to be translated.',
      )
      .meta({ examples: ['built-in'] }),
    quality: z
      .string()
      .describe(
        'How far it can be trusted: "endpoint", "pack NAME", "draft" (read it over), "word help" (fewer than half of everyday sentences can be understood; use it for single words) or "memory" (as you corrected it); several with commas; "unchanged" where nothing was to be translated.',
      )
      .meta({ examples: ['draft'] }),
    source: z
      .string()
      .optional()
      .describe(
        'The language that the text was translated from, as an ISO 639 code. Left out where it has no words.',
      )
      .meta({ examples: ['en'] }),
    source_basis: z
      .enum(['named', 'detected', 'assumed'])
      .optional()
      .describe(
        'How the language is known: "named" in the request, "detected" from the text, or "assumed" where the text leaves doubt, as short ones do.',
      ),
    notices: z
      .array(z.string())
      .optional()
      .describe(
        'In words: translators that failed and for which others stood in, and a language that was assumed.',
      ),
    offers: z
      .array(Offer)
      .optional()
      .describe('Similar sentences of your translation memory that were not used.'),
    licences: z
      .array(
        z.object({
          provider: z.string(),
          id: z.string().describe('SPDX identifier.'),
          commercial_use: z.boolean(),
        }),
      )
      .optional()
      .describe(
        'Licences of the models that have translated, where they are known: that of a translation server is not. What one that does not allow commercial use has made may not be sold.',
      ),
    doubts: z
      .array(TranslationDoubt)
      .optional()
      .describe(
        'What in the translation its source does not account for, in the order of the text: look at these places before you publish it. Left out where there is none; that is no promise that all is right.',
      ),
  })
  .meta({ id: 'TranslationAnswer' })

/** Limits the texts that callers of one way into the program have translated at once. */
export function limitTranslations(): ConcurrencyLimiter {
  return createConcurrencyLimiter(
    TEXT_LIMITS,
    (count) => `${count} texts are already being translated`,
  )
}

/** POST /v1/translate: a text in one language in, in another one out. */
export function addTranslate({ add }: Api, app: App, textLimit: number): void {
  const limiter = limitTranslations()
  add(
    {
      method: 'POST',
      path: '/v1/translate',
      id: 'translate',
      tag: 'text',
      summary: 'Translate a text',
      description:
        'Yoruba comes out with its tone marks and under-dots. Speech markup, tags, template fields, addresses, figures, line ends and sentences that are already in the target language stay. Sentences of your translation memory are translated as you corrected them, except with a guest token. A text whose source and target are the same language needs no translator. The built-in translator is a draft between English and Nigerian Pidgin, and word help between all other pairs of languages. Every translation is compared with its text, and `doubts` lists what does not fit. Where the source is left out and the text leaves doubt, it is assumed, English first, and the answer says so; a text that is surely in another language than these is 422.',
      scope: 'text',
      guests: true,
      body: translateRequest(textLimit),
      responses: {
        200: {
          description: 'The text in the target language.',
          content: { 'application/json': TranslationAnswer },
          headers: {
            'x-translation-provider': 'The field `provider`.',
            'x-translation-quality':
              'The field `quality`, with `pack ID` for "pack NAME": names may have commas and any letters.',
            'x-translation-licence': 'The ids of the field `licences`, with commas.',
            'x-translation-source':
              'The field `source`; with ", assumed" behind it where the text leaves doubt.',
            'x-translation-style':
              '"used", or "ignored" where `tone` and `formality` could not be expressed.',
          },
        },
        503: {
          description:
            'No translator here knows this pair of languages, or none of them works, or Griot is starting or shutting down; `detail` tells the failure of each, and what to do.',
          headers: { 'x-should-retry': '"false" where another attempt does not help.' },
        },
      },
    },
    async ({ body: { text, ...order }, request, reply }) => {
      const { target, source, tone, formality } = order
      const caller = callerOf(request)
      const account = caller.kind === 'guest' ? undefined : caller.account
      const requester = requesterOf(caller)
      const release = limiter.acquire(caller)
      const translated = await app.texts
        .translate(
          { text: text ?? '', target, source, tone, formality, account, requester },
          disconnectSignal(reply),
        )
        .finally(release)
      const answer = answerOf(request.id, translated)
      return reply
        .headers({
          'cache-control': 'no-store',
          'x-translation-provider': answer.provider,
          'x-translation-quality': translated.grades.join(', ') || 'unchanged',
          'x-translation-style': translated.isStyleUsed ? 'used' : 'ignored',
          ...sourceHeader(translated),
          ...licenceHeader(translated),
        })
        .send(answer)
    },
  )
}

function answerOf(
  requestId: string,
  { text, source, providers, qualities, notices, offers, licences, doubts }: TranslatedText,
): z.infer<typeof TranslationAnswer> {
  return {
    request_id: requestId,
    text,
    provider: providers.join(', ') || 'none',
    quality: qualities.join(', ') || 'unchanged',
    ...(source ? { source: source.language, source_basis: source.basis } : {}),
    ...(notices.length > 0 ? { notices: [...notices] } : {}),
    ...(offers.length > 0 ? { offers: [...offers] } : {}),
    ...(licences.length > 0 ? { licences: licences.map(licenceRecord) } : {}),
    ...(doubts.length > 0 ? { doubts: [...doubts] } : {}),
  }
}

function licenceRecord({ provider, id, commercialUse }: TranslatedText['licences'][number]) {
  return { provider, id, commercial_use: commercialUse }
}

function licenceHeader({ licences }: TranslatedText): Record<string, string> {
  const ids = new Set(licences.map(({ id }) => id))
  return ids.size === 0 ? {} : { 'x-translation-licence': [...ids].join(', ') }
}

function sourceHeader({ source }: TranslatedText): Record<string, string> {
  if (!source) return {}
  const { language, basis } = source
  return { 'x-translation-source': basis === 'assumed' ? `${language}, assumed` : language }
}
