import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { requesterOf } from '#app/access/caller.ts'
import type { CallerAccess } from '#server/http/caller-access.ts'
import { languageField } from '#server/v1/text-fields.ts'
import { Doubt, doubtInWords } from '#shared/doubts.ts'
import { FORMALITIES, TONES } from '#shared/translation.ts'
import { languageSpans } from '#speech/text/detect/language-spans.ts'
import { answered, toolHandler } from './answers.ts'
import { optionalLanguage, spokenText } from './fields.ts'
import type { McpSession } from './session.ts'

const ACCESS: CallerAccess = { scope: 'text', guests: true }
const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const

/** Adds the tools that work on texts: translate, restore marks, detect the language. */
export function addTextTools(server: McpServer, session: McpSession): void {
  addTranslation(server, session)
  addMarks(server, session)
  addDetection(server, session)
}

function addTranslation(server: McpServer, session: McpSession): void {
  server.registerTool(
    'translate',
    {
      title: 'Translate a text',
      description:
        'Translate between English, Amharic, Hausa, Igbo, Yoruba and Nigerian Pidgin. The answer says who has translated and how far it can be trusted: a "draft" has to be read over, "word help" is good for single words only. `doubts` lists what the text does not account for: look at these places.',
      inputSchema: {
        text: spokenText(session.textLimit),
        target: languageField('target'),
        source: optionalLanguage('detected from the text.'),
        tone: z.enum(TONES).default(TONES[0]),
        formality: z.enum(FORMALITIES).default(FORMALITIES[0]),
      },
      outputSchema: {
        text: z.string(),
        source: z.string().optional(),
        provider: z.string(),
        quality: z.string(),
        notices: z.array(z.string()),
        doubts: z.array(Doubt),
        licences: z.array(
          z.object({ provider: z.string(), id: z.string(), commercialUse: z.boolean() }),
        ),
      },
      annotations: READ_ONLY,
    },
    toolHandler(session, ACCESS, async (order, { signal, progress }) => {
      const { app, caller } = session
      const release = session.translations.acquire(caller)
      try {
        const account = caller.kind === 'guest' ? undefined : caller.account
        const parts = app.texts.translateParts(
          { ...order, source: order.source, account, requester: requesterOf(caller) },
          signal,
        )
        let text = ''
        let next = await parts.next()
        for (; !next.done; next = await parts.next()) {
          text += next.value.text
          progress(next.value.done, next.value.total, 'Characters of the text')
        }
        const { source, providers, qualities, notices, doubts, licences } = next.value
        const quality = qualities.join(', ') || 'unchanged'
        const values = {
          ...{ text, quality, ...(source ? { source: source.language } : {}) },
          ...{ provider: providers.join(', ') || 'none', notices: [...notices] },
          ...{ doubts: [...doubts], licences: [...licences] },
        }
        const limits = licences
          .filter(({ commercialUse }) => !commercialUse)
          .map(({ provider, id }) => `Not for commercial use: ${provider} (${id}).`)
        const remarks = [
          `(Quality: ${quality})`,
          ...limits,
          ...notices,
          ...doubts.map(doubtInWords),
        ]
        return answered(values, [text, ...remarks].join('\n'))
      } finally {
        release()
      }
    }),
  )
}

function addMarks(server: McpServer, session: McpSession): void {
  server.registerTool(
    'restore_marks',
    {
      title: 'Restore the marks of Yoruba',
      description:
        'Write the tone marks and under-dots into a Yoruba text that lacks them. Marks that are there are kept.',
      inputSchema: { text: spokenText(session.textLimit) },
      outputSchema: { text: z.string() },
      annotations: READ_ONLY,
    },
    toolHandler(session, ACCESS, async (args, { signal }) => {
      const text = await session.app.texts.mark(
        args.text,
        'yo',
        signal,
        requesterOf(session.caller),
      )
      return answered({ text }, text)
    }),
  )
}

function addDetection(server: McpServer, session: McpSession): void {
  const span = {
    text: z.string(),
    start: z.number().int(),
    end: z.number().int(),
    language: z.string(),
  }
  server.registerTool(
    'detect_language',
    {
      title: 'Detect the languages of a text',
      description:
        'Tell which of the six languages a text is in, and which of its parts are in another one. "other" is none of them.',
      inputSchema: { text: spokenText(session.textLimit) },
      outputSchema: {
        language: z.string().optional(),
        confidence: z.number(),
        spans: z.array(z.object(span)),
      },
      annotations: READ_ONLY,
    },
    toolHandler(session, ACCESS, async ({ text }, { signal }) => {
      const { app, caller } = session
      const found = await app.languages.detect(text)
      const order = { text, requester: requesterOf(caller) }
      const spans = [...languageSpans(text, await app.detectWords(order, signal))]
      if (!found) return answered({ confidence: 0, spans }, 'No word')
      const { language, confidence } = found
      const words = `${language} (${Math.round(confidence * 100)} %)`
      return answered({ language, confidence, spans }, words)
    }),
  )
}
